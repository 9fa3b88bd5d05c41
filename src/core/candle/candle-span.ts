/**
 * A completed candle as the rows that it covers, for callers that read only a part of it. The open
 * and the close are read from the first and the last row; only highs and lows need all rows. Rows
 * never change once they are in the series, so the time of reading does not matter.
 */

import type { CandleAnswer } from './candle.js';
import type { CandleSeries, Prices } from './series.js';

/** The rows of one completed candle. */
export class CandleSpan {
  /** Start of the bucket, microseconds since the epoch. */
  readonly time: number;
  readonly #series: CandleSeries;
  readonly #from: number;
  readonly #to: number;
  #folded: CandleAnswer | undefined;

  /**
   * Takes rows `from` to `to` (exclusive, at least one) of `series`; `time` is the start of the
   * bucket.
   */
  constructor(series: CandleSeries, from: number, to: number, time: number) {
    this.time = time;
    this.#series = series;
    this.#from = from;
    this.#to = to;
  }

  /** The number of prices in the candle. */
  get volume(): number {
    return this.#to - this.#from;
  }

  get open(): Prices {
    return this.#series.pricesAt(this.#from);
  }

  get close(): Prices {
    return this.#series.pricesAt(this.#to - 1);
  }

  /** The complete candle. */
  get folded(): CandleAnswer {
    this.#folded ??= this.#series.fold(this.#from, this.#to, this.time, true);
    return this.#folded;
  }

  toJSON(): CandleAnswer {
    return this.folded;
  }
}
