/**
 * A completed candle as the rows that it covers. The close is known; the open is read from the first
 * row, and only highs and lows need all rows. Rows never change once they are in the series, so the
 * time of reading does not matter.
 */

import type { CandleSeries } from './series.js';

/** The rows of a candle and what is known of them without reading one. */
export interface CandleRows {
  readonly series: CandleSeries;
  /** Start of the bucket, microseconds since the epoch. */
  readonly start: number;
  /** The first row, and the end, exclusive; at least one row. */
  readonly from: number;
  readonly to: number;
  /** The prices of the last row, in points. */
  readonly bid: number;
  readonly ask: number;
}
