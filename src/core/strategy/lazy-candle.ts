/**
 * A completed candle as a strategy sees it. Prices are looked up and texts are made only when the
 * strategy reads them, because it mostly reads one price of twelve.
 */

import type { CandleAnswer, OHLC } from '../candle/candle.js';
import type { CandlePrice } from '../candle/candle-columns.js';
import type { CandleRows } from '../candle/candle-rows.js';
import { formatCandle, type WireCandle, type WireOHLC } from '../candle/query.js';
import type { CandleSeries } from '../candle/series.js';
import { formatPoints, midPoints } from '../market/points.js';
import { formatRfc3339, instant } from '../time/instant.js';
import type { CandlePoints, StrategyCandle } from './strategy.js';
import { PRINTED } from './tools/printed.js';

/** What is the same for all candles of a subscription. */
export interface CandleKind {
  readonly instrument: string;
  readonly granularity: string;
  readonly displayPrecision: number;
}

/**
 * Owns the fold of one completed candle, made when it is first read. The rows never change, so the
 * fold does not either. One object holds all of a candle, because most candles become garbage at once.
 */
export class LazyCandle implements StrategyCandle {
  readonly #kind: CandleKind;
  readonly #series: CandleSeries;
  /** Start of the bucket, microseconds since the epoch. */
  readonly #start: number;
  readonly #from: number;
  readonly #to: number;
  readonly #bid: number;
  readonly #ask: number;
  #folded: CandleAnswer | undefined;

  /** @param rows - read here only. */
  constructor({ series, start, from, to, bid, ask }: CandleRows, kind: CandleKind) {
    this.#kind = kind;
    this.#series = series;
    this.#start = start;
    this.#from = from;
    this.#to = to;
    this.#bid = bid;
    this.#ask = ask;
  }

  get instrument(): string {
    return this.#kind.instrument;
  }

  get granularity(): string {
    return this.#kind.granularity;
  }

  get complete(): true {
    return true;
  }

  get time(): string {
    return formatRfc3339(instant(this.#start));
  }

  get volume(): number {
    return this.#folded?.volume ?? this.#series.volumeOf(this.#from, this.#to);
  }

  get bid(): WireOHLC {
    return this.#texts('bid');
  }

  get mid(): WireOHLC {
    return this.#texts('mid');
  }

  get ask(): WireOHLC {
    return this.#texts('ask');
  }

  get points(): CandlePoints {
    return new LazyPoints(this);
  }

  /** One price of the first row, in points. */
  openOf(price: CandlePrice): number {
    return this.#series.pricesAt(this.#from)[price];
  }

  /** One price of the last row, in points: a strategy mostly reads this one alone. */
  closeOf(price: CandlePrice): number {
    if (price === 'mid') return midPoints(this.#bid, this.#ask);
    return price === 'bid' ? this.#bid : this.#ask;
  }

  /** All prices in points. */
  get folded(): CandleAnswer {
    this.#folded ??= this.#series.fold(this.#from, this.#to, this.#start, true);
    return this.#folded;
  }

  /** The whole candle, for logs. */
  toJSON(): WireCandle & Pick<StrategyCandle, 'instrument' | 'granularity'> {
    const { instrument, granularity, displayPrecision } = this.#kind;
    const whole = formatCandle(this.folded, 'MBA', displayPrecision);
    return { ...whole, instrument, granularity };
  }

  [PRINTED](): object {
    const { instrument, granularity, ...candle } = this.toJSON();
    return { instrument, granularity, ...candle };
  }

  #texts(price: CandlePrice): WireOHLC {
    return new LazyOHLC(new LazySide(this, price), this.#kind.displayPrecision);
  }
}

/** The prices of a candle in points. */
class LazyPoints implements CandlePoints {
  readonly #candle: LazyCandle;

  constructor(candle: LazyCandle) {
    this.#candle = candle;
  }

  get bid(): OHLC {
    return new LazySide(this.#candle, 'bid');
  }

  get mid(): OHLC {
    return new LazySide(this.#candle, 'mid');
  }

  get ask(): OHLC {
    return new LazySide(this.#candle, 'ask');
  }

  toJSON(): CandlePoints {
    const { bid, mid, ask } = this.#candle.folded;
    return { bid, mid, ask };
  }

  [PRINTED](): object {
    return this.toJSON();
  }
}

/** The four prices of one component in points. */
class LazySide implements OHLC {
  readonly #candle: LazyCandle;
  readonly #component: CandlePrice;

  constructor(candle: LazyCandle, component: CandlePrice) {
    this.#candle = candle;
    this.#component = component;
  }

  get o(): number {
    return this.#candle.openOf(this.#component);
  }

  get h(): number {
    return this.#candle.folded[this.#component].h;
  }

  get l(): number {
    return this.#candle.folded[this.#component].l;
  }

  get c(): number {
    return this.#candle.closeOf(this.#component);
  }

  toJSON(): OHLC {
    return this.#candle.folded[this.#component];
  }

  [PRINTED](): object {
    return this.toJSON();
  }
}

/** The texts of four prices. */
class LazyOHLC implements WireOHLC {
  readonly #side: LazySide;
  readonly #displayPrecision: number;

  constructor(side: LazySide, displayPrecision: number) {
    this.#side = side;
    this.#displayPrecision = displayPrecision;
  }

  get o(): string {
    return formatPoints(this.#side.o, this.#displayPrecision);
  }

  get h(): string {
    return formatPoints(this.#side.h, this.#displayPrecision);
  }

  get l(): string {
    return formatPoints(this.#side.l, this.#displayPrecision);
  }

  get c(): string {
    return formatPoints(this.#side.c, this.#displayPrecision);
  }

  toJSON(): WireOHLC {
    return { o: this.o, h: this.h, l: this.l, c: this.c };
  }

  [PRINTED](): object {
    return this.toJSON();
  }
}
