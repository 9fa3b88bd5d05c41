/**
 * Ticks in columns: one validated row per index, prices in integer points, times in microseconds.
 * A million ticks are five typed arrays, never a million objects (decision 0003).
 * Invariant: all columns have `length` rows; time never decreases; 0 < bid <= ask.
 */

export interface TickColumns {
  readonly length: number;
  /** Microseconds since the epoch, UTC. */
  readonly time: Float64Array;
  /** Points: price x 10^displayPrecision. */
  readonly bid: Int32Array;
  readonly ask: Int32Array;
  /** Units available at the bid and the ask; absent when the source has no volumes. */
  readonly bidVolume?: Float64Array;
  readonly askVolume?: Float64Array;
}
