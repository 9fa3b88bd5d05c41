/**
 * Buys at given times, one trade for each bracket. Each trade has a
 * take profit and a stop loss at whole numbers of points from its price.
 */

import { ensureDefined } from '../../../core/base/assert.js';
import { formatPoints } from '../../../core/market/points.js';
import type { Strategy, StrategyContext } from '../../../core/strategy/strategy.js';

/** Distances from the price of the trade, in points. */
export interface Bracket {
  readonly profit: number;
  readonly loss: number;
}

export interface BracketOptions {
  readonly instrument: string;
  readonly brackets: readonly Bracket[];
  /** When the orders are sent, RFC 3339, in order: after the first tick. */
  readonly times: readonly string[];
}

/** The strategy. */
export function bracketTrades({ instrument, brackets, times }: BracketOptions): Strategy {
  let next = 0;
  const setNext = (context: StrategyContext) => {
    const at = times[next];
    next += 1;
    if (at !== undefined) context.setTimer('open', { at });
  };
  return {
    onStart: setNext,
    onTimer(context) {
      setNext(context);
      const { displayPrecision } = context.instrument(instrument);
      const { ask } = ensureDefined(context.quote(instrument), 'quote of', instrument);
      const price = Number(ask.replace('.', ''));
      const text = (points: number) => formatPoints(points, displayPrecision);
      for (const { profit, loss } of brackets) {
        context.createOrder({
          type: 'MARKET',
          instrument,
          units: '1',
          takeProfitOnFill: { price: text(price + profit) },
          stopLossOnFill: { price: text(price - loss) },
        });
      }
    },
  };
}
