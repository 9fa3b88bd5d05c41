/**
 * The candles that a strategy asks its context for: which kinds it may ask for, and how many it
 * waits for (`warmUp`). The same in a backtest and over HTTP, where the host is asked
 * for the kinds before the strategy is called.
 */

import { CANDLE_PRICES, CANDLES_MAX, type CandlePrice } from '../../candle/candle-columns.js';
import { type Granularity, isGranularity, unknownGranularity } from '../../candle/granularity.js';
import { StrategyError } from '../tools/strategy-fault.js';
import type { CandleInterest, CandleWishes } from './candle-interest.js';
import type { CandleOptions } from './candle-table.js';

/** A kind of candle, and how many of it a strategy waits for; 0: it only reads them. */
export interface CandleNeed {
  readonly instrument: string;
  readonly granularity: Granularity;
  readonly count: number;
}

/** A request of a strategy, checked. */
export interface StrategyCandleRequest {
  readonly instrument: string;
  readonly granularity: Granularity;
  readonly count: number;
  readonly price: CandlePrice;
}

/** A granularity by its name. @throws StrategyError when it is none of v20's. */
export function granularityNamed(what: string, name: string): Granularity {
  if (isGranularity(name)) return name;
  throw new StrategyError(`${what}: ${unknownGranularity(name)}`);
}

/**
 * The kinds of candle that a strategy may ask for: those of `candles` and of `warmUp`, each once.
 * @throws StrategyError for a `warmUp` that is not understood.
 */
export function candleNeeds({ candles = [], warmUp = {} }: CandleWishes): CandleNeed[] {
  const needs = new Map<string, CandleNeed>();
  const add = (instrument: string, granularity: string, count: unknown) => {
    const what = `warmUp of ${instrument} ${granularity}`;
    const name = granularityNamed(what, granularity);
    if (!Number.isInteger(count) || (count as number) < 0 || (count as number) > CANDLES_MAX) {
      throw new StrategyError(`${what}: must be 0 to ${CANDLES_MAX} candles, was ${String(count)}`);
    }
    needs.set(`${instrument} ${name}`, { instrument, granularity: name, count: count as number });
  };
  for (const { instrument, granularity } of candles) {
    if (isGranularity(granularity)) add(instrument, granularity, 0);
  }
  if (typeof warmUp !== 'object' || warmUp === null) {
    throw new StrategyError(`warmUp: must be a map such as { M15: 200 }, was ${String(warmUp)}`);
  }
  for (const [key, value] of Object.entries(warmUp)) {
    if (typeof value === 'object' && value !== null) {
      for (const [granularity, count] of Object.entries(value)) add(key, granularity, count);
      continue;
    }
    const granularity = granularityNamed('warmUp', key);
    for (const instrument of instrumentsOf(candles, key)) add(instrument, granularity, value);
  }
  return [...needs.values()];
}

/** The instruments of a strategy. @throws StrategyError when it names none. */
function instrumentsOf(candles: readonly CandleInterest[], key: string): ReadonlySet<string> {
  if (candles.length > 0) return new Set(candles.map(({ instrument }) => instrument));
  const example = `warmUp: { EUR_USD: { ${key}: 200 } }`;
  throw new StrategyError(`warmUp: without candles it must name instruments, as in ${example}`);
}

/**
 * A request for candles.
 * @param needs - the kinds that the strategy may ask for.
 * @throws StrategyError when it is not one for a kind that the strategy names.
 */
export function candlesAsked(
  needs: readonly CandleNeed[],
  kind: Readonly<Record<'instrument' | 'granularity', string>>,
  count: number,
  { price = 'mid' }: CandleOptions = {},
): StrategyCandleRequest {
  const { instrument } = kind;
  const what = `candles of ${instrument} ${kind.granularity}`;
  const granularity = granularityNamed(what, kind.granularity);
  if (!Number.isInteger(count) || count < 1 || count > CANDLES_MAX) {
    throw new StrategyError(`${what}: the count must be 1 to ${CANDLES_MAX}, was ${String(count)}`);
  }
  if (!CANDLE_PRICES.includes(price)) {
    throw new StrategyError(`${what}: price must be bid, mid or ask, was ${String(price)}`);
  }
  if (needs.some(each => each.instrument === instrument && each.granularity === granularity)) {
    return { instrument, granularity, count, price };
  }
  const fix = `warmUp: { ${instrument}: { ${granularity}: 200 } }, where 0 waits for none`;
  throw new StrategyError(`${what}: the strategy must name them, in candles or as in ${fix}`);
}
