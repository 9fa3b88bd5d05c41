/**
 * A completed candle as the rows that it is made of, for those who look at a part of it: the first
 * and the last price are read off their rows, and only highs and lows need the rows folded. Rows
 * never change once they are in the series, so that it does not matter when they are looked at.
 */

import type { CandleAnswer } from './candle.js';
import type { CandleSeries, Prices } from './series.js';

export class CandleSpan {
  /** Start of the bucket, microseconds. */
  readonly time: number;
  readonly #series: CandleSeries;
  readonly #from: number;
  readonly #to: number;
  #folded: CandleAnswer | undefined;

  /** Rows `from` to `to` (exclusive, at least one) of `series`. */
  constructor(series: CandleSeries, from: number, to: number, time: number) {
    this.time = time;
    this.#series = series;
    this.#from = from;
    this.#to = to;
  }

  /** Number of prices. */
  get volume(): number {
    return this.#to - this.#from;
  }

  get open(): Prices {
    return this.#series.pricesAt(this.#from);
  }

  get close(): Prices {
    return this.#series.pricesAt(this.#to - 1);
  }

  /** All of it. */
  get folded(): CandleAnswer {
    this.#folded ??= this.#series.fold(this.#from, this.#to, this.time, true);
    return this.#folded;
  }

  toJSON(): CandleAnswer {
    return this.folded;
  }
}
