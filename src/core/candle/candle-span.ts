/**
 * A completed candle as the rows that it covers, for callers that read only a part of it. The close
 * is known, and the open is read from the first row; only highs and lows need all rows. Rows never
 * change once they are in the series, so the time of reading does not matter.
 */

import { midPoints } from '../market/points.js';
import type { CandleAnswer } from './candle.js';
import type { CandlePrice } from './candle-columns.js';
import type { BidAskMid, CandleSeries } from './series.js';

/** The rows of a candle and what is known of them without reading one. */
export interface CandleRows {
  /** Start of the bucket, microseconds since the epoch. */
  readonly time: number;
  /** The first row, and the end, exclusive; at least one row. */
  readonly from: number;
  readonly to: number;
  /** The prices of the last row, in points. */
  readonly bid: number;
  readonly ask: number;
}

/**
 * Owns the fold of one completed candle, made when it is first read. The rows never change, so the
 * fold does not either.
 */
export class CandleSpan {
  /** Start of the bucket, microseconds since the epoch. */
  readonly time: number;
  readonly #series: CandleSeries;
  readonly #from: number;
  readonly #to: number;
  readonly #bid: number;
  readonly #ask: number;
  #folded: CandleAnswer | undefined;

  constructor(series: CandleSeries, { time, from, to, bid, ask }: CandleRows) {
    this.time = time;
    this.#series = series;
    this.#from = from;
    this.#to = to;
    this.#bid = bid;
    this.#ask = ask;
  }

  /** The number of prices in the candle. */
  get volume(): number {
    return this.#folded?.volume ?? this.#series.volumeOf(this.#from, this.#to);
  }

  get open(): BidAskMid {
    return this.#series.pricesAt(this.#from);
  }

  /** One price of the last row, in points: a strategy mostly reads this one alone. */
  closeOf(price: CandlePrice): number {
    if (price === 'mid') return midPoints(this.#bid, this.#ask);
    return price === 'bid' ? this.#bid : this.#ask;
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
