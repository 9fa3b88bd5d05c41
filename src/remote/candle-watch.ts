/**
 * The candles that a strategy subscribes to: when the next one is complete, and which ones are.
 * Source: v20 semantics 7.2.
 */

import { bucketEnd, bucketStart, DEFAULT_ALIGNMENT } from '../core/candle/alignment.js';
import { type Granularity, isGranularity } from '../core/candle/granularity.js';
import type {
  CandleInterest,
  StrategyCandle,
  StrategyInstrument,
} from '../core/strategy/strategy.js';
import { StrategyError } from '../core/strategy/strategy-error.js';
import {
  formatRfc3339,
  type Instant,
  instant,
  MICROS_PER_SECOND,
  mustParse,
} from '../core/time/instant.js';
import type { V20Client } from './v20-client.js';

/** A candle that was received, and the instant at which it was complete. */
export interface CompleteCandle {
  readonly candle: StrategyCandle;
  readonly end: Instant;
}

/**
 * Microseconds of host time to wait for a candle after its end; a candle without a tick never
 * comes.
 */
const GRACE_MICROS = 10 * MICROS_PER_SECOND;

/** Greatest number of candles in one answer. */
const PAGE = 500;

/** One subscription, and the last candle that it has reported. */
class Watch {
  readonly #client: V20Client;
  readonly #instrument: string;
  readonly #granularity: Granularity;
  /** Where reading begins: at the start of the run, or after the last reported candle. */
  #from = '';
  #isFirstTold = false;
  /** Number of market ticks when the last bucket ended, if known. */
  #ticks: number | undefined;
  /** End of the next candle. */
  due = instant(0);

  constructor(client: V20Client, instrument: string, granularity: Granularity) {
    this.#client = client;
    this.#instrument = instrument;
    this.#granularity = granularity;
  }

  start(now: Instant): void {
    this.#from = formatRfc3339(now);
    this.due = this.#endAfter(now);
  }

  /** The complete candles; see `CandleWatch.read`. */
  async read(now: Instant, ticks: number | undefined): Promise<CompleteCandle[]> {
    const isEmpty = ticks !== undefined && ticks === this.#ticks;
    const candles = isEmpty ? [] : await this.#readAll();
    this.#ticks = ticks;
    const latest = candles.at(-1);
    const isThere = latest !== undefined && latest.end >= this.due;
    const isFinal = ticks !== undefined || now >= this.due + GRACE_MICROS;
    if (isThere || isFinal) this.due = this.#endAfter(now);
    return candles;
  }

  async #readAll(): Promise<CompleteCandle[]> {
    const told: CompleteCandle[] = [];
    for (;;) {
      const page = await this.#readPage();
      const complete = page.filter(candle => candle.complete);
      told.push(...complete.map(candle => ({ candle, end: this.#endOf(candle) })));
      const { time } = complete.at(-1) ?? {};
      if (time !== undefined) {
        this.#from = time;
        this.#isFirstTold = true;
      }
      if (page.length < PAGE) return told;
    }
  }

  async #readPage(): Promise<StrategyCandle[]> {
    const instrument = this.#instrument;
    const granularity = this.#granularity;
    const query = `price=MBA&granularity=${granularity}&count=${PAGE}&from=${encodeURIComponent(this.#from)}&includeFirst=${!this.#isFirstTold}`;
    const { candles } = await this.#client.get(`/v3/instruments/${instrument}/candles?${query}`);
    return (candles as StrategyCandle[]).map(candle => ({ ...candle, instrument, granularity }));
  }

  #endOf({ time }: StrategyCandle): Instant {
    return bucketEnd(mustParse(time), this.#granularity, DEFAULT_ALIGNMENT);
  }

  #endAfter(now: Instant): Instant {
    return bucketEnd(
      bucketStart(now, this.#granularity, DEFAULT_ALIGNMENT),
      this.#granularity,
      DEFAULT_ALIGNMENT,
    );
  }
}

export class CandleWatch {
  readonly #watches: readonly Watch[];

  /** @throws StrategyError for a subscription to candles that do not exist. */
  constructor(
    client: V20Client,
    interests: readonly CandleInterest[],
    instruments: readonly StrategyInstrument[],
  ) {
    this.#watches = interests.map(({ instrument, granularity }) => {
      if (!isGranularity(granularity) || !instruments.some(({ name }) => name === instrument)) {
        throw new StrategyError(`candles of ${instrument}, ${granularity}: the host has none`);
      }
      return new Watch(client, instrument, granularity);
    });
  }

  /** Skips the candles that are complete by `now`; they are not reported. */
  start(now: Instant): void {
    for (const watch of this.#watches) watch.start(now);
  }

  /** When the next candle is complete; Infinity without subscriptions. */
  get due(): number {
    return Math.min(...this.#watches.map(({ due }) => due));
  }

  /**
   * The candles that are complete by `now` and not yet reported, in the order of subscription.
   * @param ticks - number of market ticks, if the host reports it while its clock stands. In that
   * case a candle that is missing will never come, and without new ticks there is no new candle.
   */
  async read(now: Instant, ticks?: number): Promise<CompleteCandle[]> {
    const due = this.#watches.filter(watch => watch.due <= now);
    const read = await Promise.all(due.map(watch => watch.read(now, ticks)));
    return read.flat();
  }
}
