/**
 * Candles as they grow: the current one of a kind, and each that was completed since a reader looked
 * last. Source: decision 0045.
 */

import { bucketStart, DEFAULT_ALIGNMENT } from '../../../../core/candle/alignment.js';
import type { CandleAnswer } from '../../../../core/candle/candle.js';
import { type CandleRequest, formatCandle, queryCandles } from '../../../../core/candle/query.js';
import type { CandleSeries } from '../../../../core/candle/series.js';
import type { Instant } from '../../../../core/time/instant.js';
import type { Simulation } from '../../../runtime/simulation/simulation.js';
import type { FeedCandles, FeedCandlestick } from '../schema/parts.js';

/** The most candles of one kind in one message; of more only the last ones are sent. */
const CANDLES_MAX = 500;

/**
 * Owns the place up to which one reader has the candles of one kind. `news` moves it on, `reset`
 * begins anew.
 */
export class CandleWatch {
  readonly #simulation: Simulation;
  readonly #kind: FeedCandles;
  readonly #slot: number;
  /** Start of the candle that was sent last. */
  #from: Instant | undefined;
  /** The text of that candle. */
  #told = '';

  /** @param slot - of the kind's instrument. */
  constructor(simulation: Simulation, kind: FeedCandles, slot: number) {
    this.#simulation = simulation;
    this.#kind = kind;
    this.#slot = slot;
  }

  /** Forgets what was sent: time went back. */
  reset(): void {
    this.#from = undefined;
    this.#told = '';
  }

  /** The latest candle; undefined before the first tick. From now on later changes are sent. */
  latest(): FeedCandlestick | undefined {
    this.reset();
    const [last] = this.#find({ count: 1 });
    if (last === undefined) return undefined;
    return this.#tell(last);
  }

  /** What is new since the last call: the candles that changed, oldest first. */
  news(): readonly FeedCandlestick[] {
    const from = this.#from;
    const since = from === undefined ? [] : this.#find({ from, count: CANDLES_MAX + 1 });
    const isWhole = from !== undefined && since.length <= CANDLES_MAX;
    const candles = isWhole ? since : this.#find({ count: from === undefined ? 1 : CANDLES_MAX });
    const before = this.#told;
    const told = candles.map(candle => this.#tell(candle));
    return told.filter((each, at) => at > 0 || JSON.stringify(each.candle) !== before);
  }

  #tell(candle: CandleAnswer): FeedCandlestick {
    const { instrument, granularity, price } = this.#kind;
    const { displayPrecision } = this.#simulation.engine.state.quotes.instrument(this.#slot);
    const shown = formatCandle(candle, price, displayPrecision);
    this.#from = bucketStart(candle.time as Instant, granularity, DEFAULT_ALIGNMENT);
    this.#told = JSON.stringify(shown);
    return { instrument, granularity, price, candle: shown };
  }

  #find(part: Pick<CandleRequest, 'from' | 'count'>): CandleAnswer[] {
    const { engine, now } = this.#simulation;
    const series = engine.state.candles[this.#slot] as CandleSeries;
    const { granularity } = this.#kind;
    const kind = { granularity, alignment: DEFAULT_ALIGNMENT, includeFirst: true, smooth: false };
    return queryCandles(series, { ...kind, ...part }, now);
  }
}
