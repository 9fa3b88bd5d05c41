/** The orders of the pivot strategy. */

import type { StrategyContext, TaggedOrder } from 'orrery-fx/strategy';
import type { Levels } from './levels.js';

/** Which order to make. */
export interface Fade {
  readonly instrument: string;
  /** As `unitsFor` takes it. */
  readonly risk: string;
  readonly side: 'buy' | 'sell';
}

/** A limit order at a level, for the day: its target is the pivot, its stop is as far away. */
export function limitAt(
  context: StrategyContext,
  { instrument, risk, side }: Fade,
  { pivot, support, resistance }: Levels,
): TaggedOrder {
  const level = side === 'buy' ? support : resistance;
  const distance = context.price(instrument, Math.abs(pivot - level));
  const units = context.unitsFor({ instrument, risk, stopDistance: distance });
  return {
    type: 'LIMIT',
    instrument,
    units: side === 'buy' ? units : `-${units}`,
    price: context.price(instrument, level),
    timeInForce: 'GFD',
    takeProfitOnFill: { price: context.price(instrument, pivot) },
    stopLossOnFill: { distance },
    tag: side === 'buy' ? 'support' : 'resistance',
  };
}
