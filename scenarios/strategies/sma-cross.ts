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
  // Sums of the last closes, in points: sums of integers neither drift nor round.
  let fastSum = 0;
  let slowSum = 0;
  let side = 0;

  return {
    candles: [{ instrument, granularity }],
    onCandle(context: StrategyContext, candle: StrategyCandle) {
      const close = Number((candle.bid?.c ?? '0').replace('.', ''));
      const count = closes.push(close);
      fastSum += close - (closes[count - 1 - fast] ?? 0);
      slowSum += close - (closes[count - 1 - slow] ?? 0);
      if (count < slow) return;
      const difference = fastSum * slow - slowSum * fast;
      const wanted = difference > 0 ? 1 : difference < 0 ? -1 : side;
      if (wanted === side) return;
      const size = (wanted - side) * units;
      side = wanted;
      context.createOrder({ type: 'MARKET', instrument, units: String(size) });
    },
  };
}
