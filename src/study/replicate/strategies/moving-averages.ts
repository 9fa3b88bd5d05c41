/**
 * Always long or short by two moving averages of the middle of the quotes, one price a tick: long while
 * the short average is above the long one. The order of a tick fills at the quote of that tick.
 */

import type { Strategy, StrategyTick } from '../../../core/strategy/strategy.js';
import type { AtEqual, AverageRule } from '../arithmetic/average-rule.js';

export interface AverageOptions extends AverageRule {
  readonly instrument: string;
  /** Units of a position. */
  readonly units: number;
  readonly atEqual: AtEqual;
  /** Receives at each tick, before it is acted on, the net value of the account in home currency. */
  readonly onValue?: (NAV: number) => void;
}

/** The strategy. Its sums are those of whole points, so that no rounding decides a position. */
export function movingAverages(options: AverageOptions): Strategy {
  const { instrument, short, long, units, atEqual, onValue } = options;
  const middles: number[] = [];
  let shortSum = 0;
  let longSum = 0;
  let side = 0;
  return {
    onTick(context, tick) {
      onValue?.(Number(context.account.NAV));
      const middle = twiceMiddle(tick);
      middles.push(middle);
      const before = (count: number) => middles[middles.length - 1 - count] ?? 0;
      shortSum += middle - before(short);
      longSum += middle - before(long);
      if (middles.length < long) return;
      const difference = shortSum * long - longSum * short;
      const still = atEqual === 'short' ? -1 : side;
      const wanted = difference > 0 ? 1 : difference < 0 ? -1 : still;
      if (wanted === side) return;
      const change = String((wanted - side) * units);
      context.createOrder({ type: 'MARKET', instrument, units: change });
      side = wanted;
    },
  };
}

/** Bid and ask together in points: twice the middle, as a whole number. */
export function twiceMiddle({ bid, ask }: StrategyTick): number {
  return Number(bid.replace('.', '')) + Number(ask.replace('.', ''));
}
