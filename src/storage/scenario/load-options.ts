/** Options of loading a scenario: what the caller overrides, and where tick stores are kept. */

import type { Instant } from '../../core/time/instant.js';
import type { CacheOptions } from '../tick-store/open-ticks.js';
import type { OpenedTicks } from '../tick-store/opened-ticks.js';

/** A time window: first instant, inclusive, and end, exclusive; microseconds since 1970. */
export interface Window {
  readonly from: Instant;
  readonly to: Instant;
}

/** What the caller of `loadScenario` may override. */
export interface LoadOptions {
  /** Folders outside the scenario's tree from which files may be read. */
  readonly allowPath?: readonly string[];
  /** Replaces the file's seed. */
  readonly seed?: number;
  /** Overrides the file's window: start, end, or both. */
  readonly window?: Partial<Window>;
  /** Where tick stores are kept; when absent, none is read or written. */
  readonly cache?: CacheOptions;
  /** Ticks that are already open, by instrument; their files are not opened again. */
  readonly opened?: ReadonlyMap<string, OpenedTicks>;
  /** Called with the progress of reading each tick file, in bytes. */
  readonly onProgress?: (instrument: string, bytes: number, total: number) => void;
}
