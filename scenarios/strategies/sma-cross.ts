/**
 * The first example: always in the market, long while the fast simple moving average of bid closes
 * is above the slow one, short while below. Decided when a candle completes.
 */

import type { ParameterSchema, ParameterValues, Strategy } from 'orrery-fx/strategy';

export const parameters = {
  instrument: { type: 'string', default: 'EUR_USD', describe: 'instrument to trade' },
  granularity: { type: 'string', default: 'M1', describe: 'granularity of the candles' },
  fast: { type: 'integer', default: 20, min: 1, describe: 'candles in the fast average' },
  slow: { type: 'integer', default: 50, min: 2, describe: 'candles in the slow average' },
  units: { type: 'integer', default: 1000, min: 1, describe: 'units to hold, long or short' },
} as const satisfies ParameterSchema;

export function strategy(params: ParameterValues<typeof parameters>): Strategy {
  const { instrument, granularity, fast, slow, units } = params;
  if (fast >= slow) throw new Error(`fast must be below slow, was ${fast} / ${slow}`);
  // The last `slow` closes: each new one takes the place of the oldest.
  const closes: number[] = [];
  let count = 0;
  // Sums of the last closes, in points: sums of integers neither drift nor round.
  let fastSum = 0;
  let slowSum = 0;
  let side = 0;

  return {
    candles: [{ instrument, granularity }],
    onCandle(context, candle) {
      const close = candle.points.bid.c;
      const place = count % slow;
      fastSum += close - (closes[(place + slow - fast) % slow] ?? 0);
      slowSum += close - (closes[place] ?? 0);
      closes[place] = close;
      count += 1;
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
