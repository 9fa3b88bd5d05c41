/**
 * Completed candles of one kind as columns that grow at their end. A candle is added once and never
 * changes, so a reading is a range of rows, whenever it is looked at. Prices are stored as numbers;
 * they are whole points divided by a power of ten, so each is the number that its text reads as, and
 * gives its points back. Only the latest candles are kept (`CANDLES_MAX`).
 */

import { formatPoints } from '../market/points.js';
import type { Candle } from './candle.js';

/** Most candles that one reading has, as in one answer of v20 (v20 semantics 7.2). */
export const CANDLES_MAX = 5_000;

/** The price components, as the keys of a candle. */
export const CANDLE_PRICES = ['bid', 'mid', 'ask'] as const;
/** One of them. */
export type CandlePrice = (typeof CANDLE_PRICES)[number];

/** The four prices of a candle, as the keys of a column and of v20. */
const PARTS = { open: 'o', high: 'h', low: 'l', close: 'c' } as const;
/** The name of a column of prices. */
export type CandleColumn = keyof typeof PARTS;
const PART_NAMES = Object.keys(PARTS) as readonly CandleColumn[];

const FIRST_ROWS = 256;

/** Columns of one length; rows from `length` on are free. */
interface Block {
  readonly time: Float64Array;
  readonly volume: Float64Array;
  readonly prices: Readonly<Record<CandlePrice, Readonly<Record<CandleColumn, Float64Array>>>>;
}

function blockOf(rows: number): Block {
  const column = () => new Float64Array(rows);
  const side = () => ({ open: column(), high: column(), low: column(), close: column() });
  return {
    time: column(),
    volume: column(),
    prices: { bid: side(), mid: side(), ask: side() },
  };
}

/** Each column of a block with the same column of another. */
function* pairs(from: Block, to: Block): Generator<[Float64Array, Float64Array], void> {
  yield [from.time, to.time];
  yield [from.volume, to.volume];
  for (const price of CANDLE_PRICES) {
    for (const part of PART_NAMES) yield [from.prices[price][part], to.prices[price][part]];
  }
}

/**
 * Owns the completed candles of one instrument and granularity, oldest first. `append` and
 * `prepend` add candles; a candle never changes.
 */
export class CandleColumns {
  readonly displayPrecision: number;
  readonly #scale: number;
  #block = blockOf(FIRST_ROWS);
  #length = 0;

  constructor(displayPrecision: number) {
    this.displayPrecision = displayPrecision;
    this.#scale = Number(`1e${displayPrecision}`);
  }

  /** Number of candles. */
  get length(): number {
    return this.#length;
  }

  /** Start of the first candle, microseconds; undefined without candles. */
  get firstTime(): number | undefined {
    return this.#length === 0 ? undefined : this.#block.time[0];
  }

  /** Start of the last candle, microseconds; undefined without candles. */
  get lastTime(): number | undefined {
    return this.#length === 0 ? undefined : this.#block.time[this.#length - 1];
  }

  /** Adds a candle after the last one; prices in points. */
  append(candle: Candle): void {
    if (this.#length === this.#block.time.length) this.#makeRoom();
    this.#put(this.#length++, candle);
  }

  /** Adds candles before the first one; prices in points. */
  prepend(candles: readonly Candle[]): void {
    if (candles.length === 0) return;
    const old = this.#block;
    const kept = this.#length;
    this.#block = blockOf(Math.max(FIRST_ROWS, 2 * (candles.length + kept)));
    candles.forEach((candle, row) => {
      this.#put(row, candle);
    });
    for (const [from, to] of pairs(old, this.#block)) {
      to.set(from.subarray(0, kept), candles.length);
    }
    this.#length = candles.length + kept;
  }

  /** The last candles, at most `count`, as they are now. */
  last(count: number, price: CandlePrice): CandleRange {
    const from = Math.max(0, this.#length - count);
    return new CandleRange(this, this.#block, price, [from, this.#length]);
  }

  /** The text of a price. */
  textOf(price: number): string {
    return formatPoints(Math.round(price * this.#scale), this.displayPrecision);
  }

  /** New columns, twice as long, or with the latest candles only: old readings keep the old ones. */
  #makeRoom(): void {
    const old = this.#block;
    const from = Math.max(0, this.#length - CANDLES_MAX);
    const kept = this.#length - from;
    this.#block = blockOf(2 * Math.max(FIRST_ROWS, kept));
    for (const [source, to] of pairs(old, this.#block)) {
      to.set(source.subarray(from, this.#length));
    }
    this.#length = kept;
  }

  #put(row: number, candle: Candle): void {
    const { time, volume, prices } = this.#block;
    time[row] = candle.time;
    volume[row] = candle.volume;
    for (const price of CANDLE_PRICES) {
      const ohlc = candle[price];
      const columns = prices[price];
      for (const part of PART_NAMES) columns[part][row] = ohlc[PARTS[part]] / this.#scale;
    }
  }
}

/**
 * Owns the copies of columns of a range of candles. A column is copied when it is first read, and
 * the reader may change the copy.
 */
export class CandleRange {
  readonly length: number;
  readonly #source: Pick<CandleColumns, 'textOf'>;
  readonly #block: Block;
  readonly #price: CandlePrice;
  readonly #rows: readonly [number, number];
  readonly #copies = new Map<string, Float64Array>();
  readonly #texts = new Map<CandleColumn, readonly string[]>();

  /** @param rows - the first row, and the end, exclusive. */
  constructor(
    source: Pick<CandleColumns, 'textOf'>,
    block: Block,
    price: CandlePrice,
    rows: readonly [number, number],
  ) {
    this.length = rows[1] - rows[0];
    this.#source = source;
    this.#block = block;
    this.#price = price;
    this.#rows = rows;
  }

  /** The starts of the candles in microseconds, or their numbers of prices. */
  column(name: 'time' | 'volume'): Float64Array {
    return this.#copy(name, this.#block[name]);
  }

  /** One price of each candle. */
  prices(part: CandleColumn): Float64Array {
    return this.#copy(part, this.#block.prices[this.#price][part]);
  }

  /** The same prices as texts. */
  texts(part: CandleColumn): readonly string[] {
    const known = this.#texts.get(part);
    if (known !== undefined) return known;
    const column = this.#block.prices[this.#price][part].subarray(...this.#rows);
    const made = Array.from(column, price => this.#source.textOf(price));
    this.#texts.set(part, made);
    return made;
  }

  #copy(name: string, column: Float64Array): Float64Array {
    const known = this.#copies.get(name);
    if (known !== undefined) return known;
    const made = column.slice(...this.#rows);
    this.#copies.set(name, made);
    return made;
  }
}
