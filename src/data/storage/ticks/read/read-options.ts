/** Options of reading a source of ticks or bars. */

import type { Instrument } from '../../../../core/market/instrument.js';
import type { BarOptions } from '../bars/bar-options.js';
import type { TickPolicy } from '../columns/tick-builder.js';
import type { VolumeUnit } from '../columns/volume-units.js';
import type { ColumnMapping } from '../layouts/mapped.js';
import type { TimeUnit } from '../text/layout.js';
import type { SlashDates } from '../text/slash-dates.js';
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
  /** Whether prices with more digits than the instrument's are rounded instead of refused. */
  readonly round?: boolean;
  /** IANA zone of local times. */
  readonly timeZone?: string;
  /** Unit of volumes; overrides the layout. */
  readonly volumes?: VolumeUnit;
  /** Granularity of bars; overrides what the file or its name states. */
  readonly granularity?: string;
  /** How bars become ticks; what is absent comes from the layout. */
  readonly bars?: BarOptions;
  /** The file with the bars of the ask, where those of the bid stand in a file of their own. */
  readonly askBars?: string;
  readonly onProgress?: OnBytes;
  /** How a canonical file is read, for tests; it does not change the result. */
  readonly tuning?: ReadTuning;
}

export interface ReadTuning {
  /** Bytes of a block in the fast reader. */
  readonly blockBytes?: number;
  /** Whether every row is read from the text of its cells, and fast-csv makes these of CSV. */
  readonly general?: boolean;
}

/** Options of reading one file of a source. */
export interface FileOptions extends ReadOptions {
  /** Dates whose day or month may come first, in all files of the source. */
  readonly dates: SlashDates;
}

/** The options that decide which ticks a source becomes; a store is kept for each of them. */
export function wayOfReading(options: ReadOptions) {
  const { instrument, layout, policy, timeUnit, timeZone, granularity, volumes, bars, round } =
    options;
  return {
    instrument: instrument.name,
    displayPrecision: instrument.displayPrecision,
    ...{ layout, policy, timeUnit, timeZone, granularity, volumes, bars, round },
  };
}
