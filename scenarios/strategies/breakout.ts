/**
 * Breakout with brackets: when a candle closes beyond the highest or lowest price of the candles
 * before it, go with it, with a stop loss and a take profit in multiples of the average true range.
 * One trade at a time; its bracket is what closes it.
 */

import type { ParameterSchema, ParameterValues, Strategy } from 'orrery-fx/strategy';
import { ATR, DonchianChannels } from 'trading-signals';

export const parameters = {
  instrument: { type: 'string', default: 'EUR_USD', describe: 'instrument to trade' },
  granularity: { type: 'string', default: 'M15', describe: 'granularity of the candles' },
  channel: { type: 'integer', default: 20, min: 2, describe: 'candles in the channel' },
  range: { type: 'integer', default: 14, min: 2, describe: 'candles in the average true range' },
  stop: { type: 'number', default: 1.5, min: 0.1, describe: 'stop loss, in average true ranges' },
  target: { type: 'number', default: 3, min: 0.1, describe: 'take profit, in average true ranges' },
  units: { type: 'integer', default: 10_000, min: 1, describe: 'units of each trade' },
} as const satisfies ParameterSchema;

export function strategy(params: ParameterValues<typeof parameters>): Strategy {
  const { instrument, granularity, stop, target, units } = params;
  const channel = new DonchianChannels(params.channel);
  const trueRange = new ATR(params.range);

  return {
    candles: [{ instrument, granularity }],
    onCandle(context, { mid }) {
      if (mid === undefined) return;
      const [high, low, close] = [Number(mid.h), Number(mid.l), Number(mid.c)];
      // The channel as it was before this candle, which is to break out of it.
      const before = channel.getResult();
      channel.add({ high, low });
      const range = trueRange.add({ high, low, close });
      if (before === null || range === null || context.account.unitsOf(instrument) !== 0) return;
      const side = close > before.upper ? 1 : close < before.lower ? -1 : 0;
      if (side === 0) return;
      const { displayPrecision } = context.instrument(instrument);
      const price = (offset: number) => (close + side * offset).toFixed(displayPrecision);
      context.createOrder({
        type: 'MARKET',
        instrument,
        units: String(side * units),
        takeProfitOnFill: { price: price(target * range) },
        stopLossOnFill: { price: price(-stop * range) },
      });
    },
  };
}
