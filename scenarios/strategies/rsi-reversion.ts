/**
 * Mean reversion by the relative strength index in several instruments: buy what is oversold, sell
 * what is overbought, with a stop loss at a multiple of the average true range. Each trade risks the
 * same part of the balance, whatever its instrument and its stop. A trade is closed when the index
 * is back at its middle.
 */

import type { ParameterSchema, ParameterValues, Strategy } from 'orrery-fx/strategy';
import { ATR, RSI } from 'trading-signals';

export const parameters = {
  instruments: {
    type: 'string',
    default: 'EUR_USD,USD_JPY',
    describe: 'instruments to trade, separated by commas',
  },
  granularity: { type: 'string', default: 'M15', describe: 'granularity of the candles' },
  length: { type: 'integer', default: 14, min: 2, describe: 'candles of the index and the range' },
  oversold: { type: 'number', default: 28, min: 1, max: 49, describe: 'index at which to buy' },
  stop: { type: 'number', default: 2, min: 0.1, describe: 'stop loss, in average true ranges' },
  risk: { type: 'string', default: '1%', describe: 'what a stop costs, of the balance' },
} as const satisfies ParameterSchema;

const MIDDLE = 50;

export function strategy(params: ParameterValues<typeof parameters>): Strategy {
  const { granularity, length, oversold, stop, risk } = params;
  const overbought = 2 * MIDDLE - oversold;
  const watched = new Map(
    params.instruments
      .split(',')
      .map(name => [name, { rsi: new RSI(length), atr: new ATR(length) }]),
  );

  return {
    candles: [...watched.keys()].map(instrument => ({ instrument, granularity })),
    onCandle(context, { instrument, mid }) {
      const indicators = watched.get(instrument);
      if (mid === undefined || indicators === undefined) return;
      const [high, low, close] = [Number(mid.h), Number(mid.l), Number(mid.c)];
      const range = indicators.atr.add({ high, low, close });
      const index = indicators.rsi.add(close);
      if (range === null || index === null) return;
      context.plot('RSI', index, { pane: 'RSI' });
      context.plot('oversold', oversold, { pane: 'RSI' });
      context.plot('overbought', overbought, { pane: 'RSI' });

      const held = context.account.unitsOf(instrument);
      if (held !== 0) {
        const isBack = held > 0 ? index >= MIDDLE : index <= MIDDLE;
        if (!isBack) return;
        const units =
          held > 0
            ? { longUnits: 'ALL', shortUnits: 'NONE' }
            : { longUnits: 'NONE', shortUnits: 'ALL' };
        context.submit({ type: 'ClosePosition', instrument, ...units });
        return;
      }
      const side = index <= oversold ? 1 : index >= overbought ? -1 : 0;
      if (side === 0) return;
      const distance = context.price(instrument, stop * range);
      const units = context.unitsFor({ instrument, risk, stopDistance: distance });
      if (units === '0') return;
      context.createOrder({
        type: 'MARKET',
        instrument,
        units: side > 0 ? units : `-${units}`,
        stopLossOnFill: { distance },
        tag: side > 0 ? 'oversold' : 'overbought',
      });
      context.mark(`RSI ${index.toFixed(0)}`);
    },
  };
}
