/**
 * A completed candle as a strategy sees it. Prices are looked up and texts are made only when the
 * strategy reads them, because it mostly reads one price of twelve.
 */

import type { CandleSpan } from '../candle/candle-span.js';
import { formatCandle, type WireCandle, type WireOHLC } from '../candle/query.js';
import { formatPoints } from '../market/points.js';
import { formatRfc3339, instant } from '../time/instant.js';
import type { StrategyCandle } from './strategy.js';
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
    return new LazyOHLC(this.#candle, 'bid', this.#displayPrecision);
  }

  get mid(): WireOHLC {
    return new LazyOHLC(this.#candle, 'mid', this.#displayPrecision);
  }

  get ask(): WireOHLC {
    return new LazyOHLC(this.#candle, 'ask', this.#displayPrecision);
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

class LazyOHLC implements WireOHLC {
  readonly #candle: CandleSpan;
  readonly #component: 'bid' | 'mid' | 'ask';
  readonly #displayPrecision: number;

  constructor(candle: CandleSpan, component: 'bid' | 'mid' | 'ask', displayPrecision: number) {
    this.#candle = candle;
    this.#component = component;
    this.#displayPrecision = displayPrecision;
  }

  get o(): string {
    return formatPoints(this.#candle.open[this.#component], this.#displayPrecision);
  }

  get h(): string {
    return formatPoints(this.#candle.folded[this.#component].h, this.#displayPrecision);
  }

  get l(): string {
    return formatPoints(this.#candle.folded[this.#component].l, this.#displayPrecision);
  }

  get c(): string {
    return formatPoints(this.#candle.close[this.#component], this.#displayPrecision);
  }

  toJSON(): WireOHLC {
    return { o: this.o, h: this.h, l: this.l, c: this.c };
  }

  [PRINTED](): object {
    return this.toJSON();
  }
}
