/**
 * A completed candle as the rows that it covers, for callers that read only a part of it. The close
 * is known, and the open is read from the first row; only highs and lows need all rows. Rows never
 * change once they are in the series, so the time of reading does not matter.
 */

import { midPoints } from '../market/points.js';
import type { CandleAnswer } from './candle.js';
import type { CandleSeries, Prices } from './series.js';

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

/** The rows of one completed candle. */
export class CandleSpan {
  readonly #series: CandleSeries;
  readonly #rows: CandleRows;
  #folded: CandleAnswer | undefined;

  constructor(series: CandleSeries, rows: CandleRows) {
    this.#series = series;
    this.#rows = rows;
  }

  /** Start of the bucket, microseconds since the epoch. */
  get time(): number {
    return this.#rows.time;
  }

  /** The number of prices in the candle. */
  get volume(): number {
    return this.#rows.to - this.#rows.from;
  }

  get open(): Prices {
    return this.#series.pricesAt(this.#rows.from);
  }

  get close(): Prices {
    const { bid, ask } = this.#rows;
    return { bid, ask, mid: midPoints(bid, ask) };
  }

  /** The complete candle. */
  get folded(): CandleAnswer {
    const { from, to, time } = this.#rows;
    this.#folded ??= this.#series.fold(from, to, time, true);
    return this.#folded;
  }

  toJSON(): CandleAnswer {
    return this.folded;
  }
}
