/** Trades nothing: it counts the turns of the middle of every quote that a strategy is shown. */

import type { Strategy } from '../../../core/strategy/strategy.js';
import type { TurnMeter } from '../arithmetic/turn-meter.js';
import { twiceMiddle } from './moving-averages.js';

/** The strategy. Its meters get twice the middle in points: ratios are the same. */
export function turnCounter(meters: readonly TurnMeter[]): Strategy {
  return {
    onTick(_context, tick) {
      const middle = twiceMiddle(tick);
      for (const meter of meters) meter.take(middle);
    },
  };
}
