/**
 * Completed candles as a strategy sees them: columns, copied and formatted only when they are read.
 */

import type { CandleColumn, CandlePrice, CandleRange } from '../../candle/candle-columns.js';

/** The texts of the prices, one per candle. */
export interface CandleTexts {
  readonly open: readonly string[];
  readonly high: readonly string[];
  readonly low: readonly string[];
  readonly close: readonly string[];
}

/** Completed candles as columns of one length, oldest first. The columns are the reader's own. */
export interface StrategyCandles {
  readonly instrument: string;
  readonly granularity: string;
  readonly price: CandlePrice;
  /** Number of candles. */
  readonly length: number;
  /** Starts of the candles, microseconds since 1970. */
  readonly time: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  /** Numbers of prices. */
  readonly volume: Float64Array;
  /** The same prices as the broker writes them. */
  readonly exact: CandleTexts;
}

/** The options of a query for candles. */
export interface CandleOptions {
  /** Default: `mid`. */
  readonly price?: CandlePrice;
}

/** Which candles a table has. */
export type CandleTableKind = Pick<StrategyCandles, 'instrument' | 'granularity' | 'price'>;

/** A range of candles. Nothing is copied or formatted before it is read. */
export class CandleTable implements StrategyCandles {
  readonly instrument: string;
  readonly granularity: string;
  readonly price: CandlePrice;
  readonly exact: CandleTexts;
  readonly #range: CandleRange;

  constructor({ instrument, granularity, price }: CandleTableKind, range: CandleRange) {
    this.instrument = instrument;
    this.granularity = granularity;
    this.price = price;
    this.exact = new LazyTexts(range);
    this.#range = range;
  }

  get length(): number {
    return this.#range.length;
  }

  get time(): Float64Array {
    return this.#range.column('time');
  }

  get open(): Float64Array {
    return this.#range.prices('open');
  }

  get high(): Float64Array {
    return this.#range.prices('high');
  }

  get low(): Float64Array {
    return this.#range.prices('low');
  }

  get close(): Float64Array {
    return this.#range.prices('close');
  }

  get volume(): Float64Array {
    return this.#range.column('volume');
  }
}

/** The prices of a range as text; each column is made when it is read. */
class LazyTexts implements CandleTexts {
  readonly #range: CandleRange;

  constructor(range: CandleRange) {
    this.#range = range;
  }

  get open(): readonly string[] {
    return this.#texts('open');
  }

  get high(): readonly string[] {
    return this.#texts('high');
  }

  get low(): readonly string[] {
    return this.#texts('low');
  }

  get close(): readonly string[] {
    return this.#texts('close');
  }

  #texts(part: CandleColumn): readonly string[] {
    return this.#range.texts(part);
  }
}
