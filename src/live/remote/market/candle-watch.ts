/**
 * The candles that a strategy names: when the next one is complete, and which ones are.
 * Source: v20 semantics 7.2.
 */

import { bucketEnd, bucketStart, DEFAULT_ALIGNMENT } from '../../../core/candle/alignment.js';
import type { Granularity } from '../../../core/candle/granularity.js';
import type { WireCandle } from '../../../core/candle/query.js';
import { candleNeeds, granularityNamed } from '../../../core/strategy/candles/candle-reading.js';
import type {
  Strategy,
  StrategyCandle,
  StrategyInstrument,
} from '../../../core/strategy/strategy.js';
import {
  formatRfc3339,
  type Instant,
  instant,
  MICROS_PER_SECOND,
  mustParse,
} from '../../../core/time/instant.js';
import type { V20Client } from '../wire/v20-client.js';
import { CandleStore, kindOf } from './candle-store.js';

/** A candle that was received, and the instant at which it was complete. */
export interface CompleteCandle {
  readonly candle: StrategyCandle;
  readonly end: Instant;
  /** Whether the strategy receives it; otherwise it only goes to the store. */
  readonly isTold: boolean;
}

/**
 * Microseconds of host time to wait for a candle after its end; a candle without a tick never
 * comes.
 */
const GRACE_MICROS = 10 * MICROS_PER_SECOND;

/** Greatest number of candles in one answer. */
const PAGE = 500;

/**
 * Owns one subscription: when its next candle is complete, and the last one that was reported. Only
 * `read` moves both, forward.
 */
class Watch {
  readonly instrument: string;
  readonly #isTold: boolean;
  readonly #client: V20Client;
  readonly #store: CandleStore;
  readonly #granularity: Granularity;
  /** Where reading begins: at the start of the run, or after the last reported candle. */
  #from = '';
  #isFirstTold = false;
  /** Number of market ticks when the last bucket ended, if known. */
  #ticks: number | undefined;
  /** End of the next candle. */
  due = instant(0);

  constructor(
    client: V20Client,
    store: CandleStore,
    { instrument, granularity }: { readonly instrument: string; readonly granularity: Granularity },
    isTold: boolean,
  ) {
    this.instrument = instrument;
    this.#isTold = isTold;
    this.#client = client;
    this.#store = store;
    this.#granularity = granularity;
  }

  get granularity(): string {
    return this.#granularity;
  }

  /** The latest candles that ended by `now`, as many as the host gives at once. */
  async readPast(now: Instant): Promise<StrategyCandle[]> {
    const candles = await this.#get(CandleStore.QUERY);
    // The host's clock may have moved on: later ones are read, and passed on, when they are due.
    return candles.filter(candle => this.#endOf(candle) <= now);
  }

  start(now: Instant): void {
    this.#from = formatRfc3339(now);
    this.due = this.#endAfter(now);
  }

  /** The complete candles; see `HostCandleWatch.read`. */
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
      const isTold = this.#isTold;
      told.push(...complete.map(candle => ({ candle, end: this.#endOf(candle), isTold })));
      const { time } = complete.at(-1) ?? {};
      if (time !== undefined) {
        this.#from = time;
        this.#isFirstTold = true;
      }
      if (page.length < PAGE) return told;
    }
  }

  #readPage(): Promise<StrategyCandle[]> {
    const from = `from=${encodeURIComponent(this.#from)}&includeFirst=${!this.#isFirstTold}`;
    return this.#get(`price=MBA&count=${PAGE}&${from}`);
  }

  async #get(query: string): Promise<StrategyCandle[]> {
    const { instrument, granularity } = this;
    const path = `/v3/instruments/${instrument}/candles?granularity=${granularity}&${query}`;
    const { candles } = await this.#client.get(path);
    return (candles as WireCandle[]).map(candle => this.#store.strategyCandle(this, candle));
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

/**
 * Owns the store of candles and, for each series, the end of the last candle that was reported.
 * `start` and the reading of candles move it forward; each candle is reported once.
 */
export class HostCandleWatch {
  /** The candles that the strategy may ask for. */
  readonly store: CandleStore;
  readonly #watches: readonly Watch[];

  /** @throws StrategyError for candles that do not exist. */
  constructor(
    client: V20Client,
    strategy: Pick<Strategy, 'candles' | 'warmUp'>,
    instruments: readonly StrategyInstrument[],
  ) {
    const { candles = [] } = strategy;
    const told = candles.map(({ instrument, granularity }) => {
      return { instrument, granularity: granularityNamed(`candles of ${instrument}`, granularity) };
    });
    const kinds = new Set(told.map(kindOf));
    const needs = candleNeeds(strategy);
    const silent = needs.filter(need => !kinds.has(kindOf(need)));
    const store = new CandleStore(needs, instruments);
    this.store = store;
    this.#watches = [
      ...silent.map(need => new Watch(client, store, need, false)),
      ...told.map(kind => new Watch(client, store, kind, true)),
    ];
  }

  /**
   * Skips the candles that are complete by `now`: they go to the store and are not reported.
   */
  async start(now: Instant): Promise<void> {
    for (const watch of this.#watches) watch.start(now);
    await Promise.all(
      this.#watches.map(async watch => this.store.add(watch, await watch.readPast(now))),
    );
  }

  /** When the next candle is complete; Infinity when the strategy names none. */
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
