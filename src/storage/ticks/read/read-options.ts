/** Options of reading a source of ticks or bars. */

import type { Instrument } from '../../../core/market/instrument.js';
import type { BarOptions } from '../bars/bar-options.js';
import type { TickPolicy } from '../columns/tick-builder.js';
import type { VolumeUnit } from '../columns/volume-units.js';
import type { ColumnMapping } from '../layouts/mapped.js';
import type { TimeUnit } from '../text/layout.js';
import type { OnBytes } from '../text/source-file.js';

export interface ReadOptions {
  readonly instrument: Instrument;
  /** A layout's name, or a mapping of columns; detected when absent. */
  readonly layout?: string | ColumnMapping;
  /**
   * Policies for bad and unordered rows; each one that is absent stops the reading at such a row.
   */
  readonly policy?: Partial<TickPolicy>;
  /** Unit of epochs; derived from their digits when absent. */
  readonly timeUnit?: TimeUnit;
  /** IANA zone of local times. */
  readonly timeZone?: string;
  /** Unit of volumes; overrides the layout. */
  readonly volumes?: VolumeUnit;
  /** Granularity of bars; overrides what the file or its name states. */
  readonly granularity?: string;
  /** How bars become ticks; what is absent comes from the layout. */
  readonly bars?: BarOptions;
  readonly onProgress?: OnBytes;
  /** How a canonical file is read, for tests; it does not change the result. */
  readonly tuning?: ReadTuning;
}

export interface ReadTuning {
  /** Bytes of a block in the fast reader. */
  readonly blockBytes?: number;
  /** Whether fast-csv reads everything. */
  readonly general?: boolean;
}

/** The options that decide which ticks a source becomes; a store is kept for each of them. */
export function wayOfReading(options: ReadOptions) {
  const { instrument, layout, policy, timeUnit, timeZone, granularity, volumes, bars } = options;
  return {
    instrument: instrument.name,
    displayPrecision: instrument.displayPrecision,
    ...{ layout, policy, timeUnit, timeZone, granularity, volumes, bars },
  };
}
