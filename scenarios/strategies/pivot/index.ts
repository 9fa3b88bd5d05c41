/**
 * A strategy of several files: it fades the first support and resistance of the day before, with
 * limit orders that wait for one trading day. The levels are computed in levels.ts, the orders are
 * made in orders.ts.
 */

import type { ParameterSchema, ParameterValues, Strategy } from 'orrery-fx/strategy';
import { type Levels, levelsAfter } from './levels.js';
import { limitAt } from './orders.js';

export const parameters = {
  instrument: { type: 'string', default: 'EUR_USD', describe: 'instrument to trade' },
  risk: { type: 'string', default: '0.5%', describe: 'what a stop costs, of the balance' },
} as const satisfies ParameterSchema;

export function strategy({ instrument, risk }: ParameterValues<typeof parameters>): Strategy {
  let levels: Levels | undefined;
  return {
    candles: [
      { instrument, granularity: 'D' },
      { instrument, granularity: 'M15' },
    ],
    onCandle(context, candle) {
      if (candle.granularity === 'D') {
        levels = levelsAfter(candle);
        if (levels === undefined) return;
        context.createOrder(limitAt(context, { instrument, risk, side: 'buy' }, levels));
        context.createOrder(limitAt(context, { instrument, risk, side: 'sell' }, levels));
      } else if (levels !== undefined) {
        for (const name of ['resistance', 'pivot', 'support'] as const) {
          context.plot(name, levels[name], { style: 'steps' });
        }
      }
    },
  };
}
