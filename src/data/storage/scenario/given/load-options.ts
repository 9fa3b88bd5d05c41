/** Options of loading a scenario: what the caller overrides, and where tick stores are kept. */

import type { Instant } from '../../../../core/time/instant.js';
import type { CacheOptions, openTicks } from '../../tick-store/open-ticks.js';
import type { OpenedTicks } from '../../tick-store/opened-ticks.js';
import type { PathOrder } from '../../ticks/bars/bar-options.js';
import type { Overrides } from './overrides.js';

/** A time window: first instant, inclusive, and end, exclusive; microseconds since 1970. */
export interface Window {
  readonly from: Instant;
  readonly to: Instant;
}

/** What the caller of `loadScenario` may override. */
export interface LoadOptions {
  /** Folders outside the scenario's project from which files may be read. */
  readonly allowPath?: readonly string[];
  /** Replaces the file's seed. */
  readonly seed?: number;
  /** Overrides the file's window: start, end, or both; under a disguise, as it is shown. */
  readonly window?: Partial<Window>;
  /** Replaces values of the file. */
  readonly overrides?: Overrides;
  /**
   * Begins at the `asOf` of the disguise where that lies in the window; `open`: where the market is
   * closed then, at the same time of the last day before on which it is open.
   */
  readonly begin?: 'asOf' | 'open';
  /** Whether `window` may hold no tick, as that of a session that never advanced; default: no. */
  readonly mayBeQuiet?: boolean;
  /** Where tick stores are kept; when absent, none is read or written. */
  readonly cache?: CacheOptions;
  /** The path of prices inside bars, in place of that of the scenario. */
  readonly barPath?: PathOrder;
  /** Ticks that are already open, by instrument; their files are not opened again. */
  readonly opened?: ReadonlyMap<string, OpenedTicks>;
  /** Opens ticks; default: each call opens them anew. */
  readonly openTicks?: typeof openTicks;
  /** The real path of the folder that paths may not leave; default: the scenario's project. */
  readonly within?: string;
  /** Ticks that came with the scenario, by instrument; such an instrument names no file. */
  readonly inline?: ReadonlyMap<string, OpenedTicks>;
  /** Whether the market may have no ticks yet, because they are added while it runs. Default: no. */
  readonly mayBeTickless?: boolean;
  /** Called with the progress of reading each tick file, in bytes. */
  readonly onProgress?: (instrument: string, bytes: number, total: number) => void;
}
