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
  /**
   * 1 for a row that ends a leg: the price passed from the row before to this one through every price
   * between. 0 for a row that is a jump: a recorded tick, or the open of a bar. Absent: all rows are
   * jumps.
   */
  readonly leg?: Uint8Array;
  /**
   * How many prices of the market each row stands for: a bar's volume is spread over its rows. Absent:
   * each row is one price.
   */
  readonly prices?: VolumeColumn;
}

/** Consecutive ticks of one instrument, at least one. */
export interface TickWindow {
  readonly length: number;
  /** Microseconds since the epoch of the first and the last tick. */
  readonly firstTime: number;
  readonly lastTime: number;
  /** Price bounds of the rows, in points. */
  readonly bounds: TickBounds;
  /** How many prices of the market all rows stand for; absent where each row is one. */
  readonly prices?: number;
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
  /** The columns of the window, already loaded. */
  readonly columns: TickColumns;
}

/** The rows of `window`, loaded, as ticks of the instrument in `slot`. */
export function rowsOf(slot: number, window: TickWindow): TickRows {
  return { source: slot, window, columns: window.columns() };
}

/** Rows `from` to `to` (exclusive) of the ticks, as views of them. */
export function rowsWithin(columns: TickColumns, from: number, to: number): TickColumns {
  const { time, bid, ask, bidVolume, askVolume, leg, prices } = columns;
  return {
    length: to - from,
    time: time.subarray(from, to),
    bid: bid.subarray(from, to),
    ask: ask.subarray(from, to),
    ...present({
      bidVolume: bidVolume?.subarray(from, to),
      askVolume: askVolume?.subarray(from, to),
      leg: leg?.subarray(from, to),
      prices: prices?.subarray(from, to),
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
      ...present({ prices: totalPrices(columns) }),
    },
  ];
}

/** How many prices all rows stand for; undefined where each row is one. */
export function totalPrices({ prices, length }: TickColumns): number | undefined {
  return prices && sumOf(prices, 0, length);
}

/**
 * How many prices of the market rows `from` to `to` (exclusive) of `window` stand for. The ticks are
 * read only where a part of them stands for more or fewer than one price each.
 */
export function pricesBetween(window: TickWindow, from: number, to: number): number {
  if (window.prices === undefined) return to - from;
  if (to - from === window.length) return window.prices;
  const { prices } = window.columns();
  return prices === undefined ? to - from : sumOf(prices, from, to);
}

function sumOf(column: VolumeColumn, from: number, to: number): number {
  let sum = 0;
  for (let row = from; row < to; row++) sum += column[row] as number;
  return sum;
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
