/**
 * The example strategy: always in the market, long while the fast simple moving average of M1 bid
 * closes is above the slow one, short while below. Decided when a candle completes.
 */

import type { Strategy, StrategyCandle, StrategyContext } from '../../src/core/engine/strategy.js';

interface Params {
  readonly instrument?: string;
  readonly granularity?: string;
  readonly fast?: number;
  readonly slow?: number;
  readonly units?: number;
}

export function strategy(params: Params): Strategy {
  const { instrument = 'EUR_USD', granularity = 'M1', fast = 20, slow = 50, units = 1000 } = params;
  if (!(fast >= 1 && fast < slow))
    throw new Error(`fast must be below slow, was ${fast} / ${slow}`);
  const closes: number[] = [];
  let side = 0;

  /** Mean of the last `length` closes, in points x length: sums of integers compare exactly. */
  const sumOfLast = (length: number) =>
    closes.slice(-length).reduce((sum, close) => sum + close, 0);

  return {
    candles: [{ instrument, granularity }],
    onCandle(context: StrategyContext, candle: StrategyCandle) {
      closes.push(Number((candle.bid?.c ?? '0').replace('.', '')));
      if (closes.length > slow) closes.shift();
      if (closes.length < slow) return;
      const difference = sumOfLast(fast) * slow - sumOfLast(slow) * fast;
      const wanted = difference > 0 ? 1 : difference < 0 ? -1 : side;
      if (wanted === side) return;
      const size = (wanted - side) * units;
      side = wanted;
      context.createOrder({ type: 'MARKET', instrument, units: String(size) });
    },
  };
}
