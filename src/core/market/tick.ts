/**
 * Ticks in columns: one validated row per index, prices in integer points, times in microseconds. A
 * million ticks are a few typed arrays, never a million objects (decision 0003). A long file is a
 * series of windows. The bounds of a window can show that it needs no loading (decision 0012).
 * Invariant: all columns have `length` rows; time never decreases; 0 < bid <= ask.
 */

import { countWhile } from '../base/bisect.js';
import { present } from '../base/present.js';
import { TickBounds } from './tick-bounds.js';

/** Units on one side of the book; 32-bit integers when all values fit. */
export type VolumeColumn = Float64Array | Uint32Array;

/** The ticks of one instrument, one array per field. */
export interface TickColumns {
  /** Number of rows. */
  readonly length: number;
  /** Microseconds since the epoch, UTC. */
  readonly time: Float64Array;
  /** Points: price x 10^displayPrecision. */
  readonly bid: Int32Array;
  readonly ask: Int32Array;
  /** Units available at the bid and the ask; absent when the source has no volumes. */
  readonly bidVolume?: VolumeColumn;
  readonly askVolume?: VolumeColumn;
}

/** Consecutive ticks of one instrument, at least one. */
export interface TickWindow {
  readonly length: number;
  /** Microseconds since the epoch of the first and the last tick. */
  readonly firstTime: number;
  readonly lastTime: number;
  /** Price bounds of the rows, in points. */
  readonly bounds: TickBounds;
  /** The ticks themselves; loaded when they are not in memory. */
  columns(): TickColumns;
}

/**
 * Rows that ticks of one instrument are taken from: what stays the same from row to row. A cursor
 * that moves on, such as FeedMerge, is one while it stands on a tick.
 */
export interface TickRows {
  /** Slot of the instrument. */
  readonly source: number;
  readonly window: TickWindow;
  /** Those of the window, at hand. */
  readonly columns: TickColumns;
}

/** The rows of `window`, loaded, as ticks of the instrument in `slot`. */
export function rowsOf(slot: number, window: TickWindow): TickRows {
  return { source: slot, window, columns: window.columns() };
}

/** Rows `from` to `to` (exclusive) of the ticks, as views of them. */
export function rowsWithin(columns: TickColumns, from: number, to: number): TickColumns {
  const { time, bid, ask, bidVolume, askVolume } = columns;
  return {
    length: to - from,
    time: time.subarray(from, to),
    bid: bid.subarray(from, to),
    ask: ask.subarray(from, to),
    ...present({
      bidVolume: bidVolume?.subarray(from, to),
      askVolume: askVolume?.subarray(from, to),
    }),
  };
}

/** The ticks as windows that stay in memory; none when there are no ticks. */
export function residentWindows(columns: TickColumns): TickWindow[] {
  const { length, time } = columns;
  if (length === 0) return [];
  return [
    {
      length,
      firstTime: time[0] as number,
      lastTime: time[length - 1] as number,
      bounds: TickBounds.of(columns.bid, columns.ask, length),
      columns: () => columns,
    },
  ];
}

/**
 * The number of rows of `window` before `time`. The ticks are read only when `time` is inside it.
 */
export function rowsBefore(window: TickWindow, time: number): number {
  if (window.lastTime < time) return window.length;
  if (window.firstTime >= time) return 0;
  return firstAtOrAfter(window.columns().time, window.length, time);
}

/**
 * The first row at or after `at`, searched from row `low` on; `length` when there is none.
 * @param time - ascending times in microseconds.
 */
export function firstAtOrAfter(time: Float64Array, length: number, at: number, low = 0): number {
  // Steps of doubling size come first: the row is mostly near, and the cost is the logarithm of the
  // distance.
  let step = 1;
  let from = low;
  let to = low;
  while (to < length && (time[to] as number) < at) {
    from = to + 1;
    to += step;
    step *= 2;
  }
  return firstWithin(time, at, from, Math.min(to, length));
}

/**
 * The first row at or after `at`, searched from row `near` in both directions; `length` when there
 * is none. The cost is the logarithm of the distance.
 */
export function firstNear(time: Float64Array, length: number, at: number, near: number): number {
  if (near === 0 || (time[near - 1] as number) < at) return firstAtOrAfter(time, length, at, near);
  let to = near - 1;
  let step = 1;
  while (to >= step && (time[to - step] as number) >= at) {
    to -= step;
    step *= 2;
  }
  return firstWithin(time, at, Math.max(0, to - step), to);
}

/** The first row at or after `at` between `low` and `high`; `high` when no earlier row is. */
function firstWithin(time: Float64Array, at: number, low: number, high: number): number {
  return low + countWhile(high - low, row => (time[low + row] as number) < at);
}
