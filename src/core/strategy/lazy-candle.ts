/**
 * A completed candle as a strategy sees it. Prices are looked up and texts are made only when the
 * strategy reads them, because it mostly reads one price of twelve.
 */

import type { OHLC } from '../candle/candle.js';
import type { CandlePrice } from '../candle/candle-columns.js';
import type { CandleSpan } from '../candle/candle-span.js';
import { formatCandle, type WireCandle, type WireOHLC } from '../candle/query.js';
import { formatPoints } from '../market/points.js';
import { formatRfc3339, instant } from '../time/instant.js';
import type { CandlePoints, StrategyCandle } from './strategy.js';
import { PRINTED } from './tools/printed.js';

/** What is the same for all candles of a subscription. */
export interface CandleKind {
  readonly instrument: string;
  readonly granularity: string;
  readonly displayPrecision: number;
}

/** One completed candle, computed on reading. */
export class LazyCandle implements StrategyCandle {
  readonly instrument: string;
  readonly granularity: string;
  readonly complete = true;
  readonly #candle: CandleSpan;
  readonly #displayPrecision: number;

  constructor(candle: CandleSpan, { instrument, granularity, displayPrecision }: CandleKind) {
    this.instrument = instrument;
    this.granularity = granularity;
    this.#candle = candle;
    this.#displayPrecision = displayPrecision;
  }

  get time(): string {
    return formatRfc3339(instant(this.#candle.time));
  }

  get volume(): number {
    return this.#candle.volume;
  }

  get bid(): WireOHLC {
    return new LazyOHLC(new LazySide(this.#candle, 'bid'), this.#displayPrecision);
  }

  get mid(): WireOHLC {
    return new LazyOHLC(new LazySide(this.#candle, 'mid'), this.#displayPrecision);
  }

  get ask(): WireOHLC {
    return new LazyOHLC(new LazySide(this.#candle, 'ask'), this.#displayPrecision);
  }

  get points(): CandlePoints {
    return new LazyPoints(this.#candle);
  }

  /** The whole candle, for logs. */
  toJSON(): WireCandle & Pick<StrategyCandle, 'instrument' | 'granularity'> {
    const { instrument, granularity } = this;
    const whole = formatCandle(this.#candle.folded, 'MBA', this.#displayPrecision);
    return { ...whole, instrument, granularity };
  }

  [PRINTED](): object {
    const { instrument, granularity, ...candle } = this.toJSON();
    return { instrument, granularity, ...candle };
  }
}

/** The prices of a candle in points. */
class LazyPoints implements CandlePoints {
  readonly #candle: CandleSpan;

  constructor(candle: CandleSpan) {
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
  readonly #candle: CandleSpan;
  readonly #component: CandlePrice;

  constructor(candle: CandleSpan, component: CandlePrice) {
    this.#candle = candle;
    this.#component = component;
  }

  get o(): number {
    return this.#candle.open[this.#component];
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
