/**
 * How a scenario is loaded: what of it the caller replaces, and where its ticks are kept.
 */

import type { Instant } from '../../core/time/instant.js';
import type { CacheOptions } from '../tick-store/open-ticks.js';
import type { OpenedTicks } from '../tick-store/opened-ticks.js';

/** First instant, inclusive, and end, exclusive. */
export interface Window {
  readonly from: Instant;
  readonly to: Instant;
}

/** What the caller of `loadScenario` says beside the file. */
export interface LoadOptions {
  /** Folders beside the scenario's tree from which files may be read. */
  readonly allowPath?: readonly string[];
  /** Replaces the file's seed. */
  readonly seed?: number;
  /** Another part of the ticks than the file's window, or another start or end. */
  readonly window?: Partial<Window>;
  /** Where tick stores are kept; absent: none is read or written. */
  readonly cache?: CacheOptions;
  /** Ticks that are at hand, by instrument; their files are not opened. */
  readonly opened?: ReadonlyMap<string, OpenedTicks>;
  /** Told how much of each tick file has been read. */
  readonly onProgress?: (instrument: string, bytes: number, total: number) => void;
}
