/** Holds a position whose side may change at each tick, and is set before the first. */

import type { Strategy } from '../../../core/strategy/strategy.js';

export interface MonthlySideOptions {
  readonly instrument: string;
  /** Units of a position. */
  readonly units: number;
  /** The side from each tick on: 1 is long, -1 short. */
  readonly sides: readonly (1 | -1)[];
  /** Receives at each tick, before it is acted on, the net value of the account in home currency. */
  readonly onValue?: (NAV: number) => void;
}

/** The strategy; after the last side it keeps its position. */
export function monthlySide(options: MonthlySideOptions): Strategy {
  const { instrument, units, sides, onValue } = options;
  let tick = 0;
  let side = 0;
  return {
    onTick(context) {
      onValue?.(Number(context.account.NAV));
      const wanted = sides[tick] ?? side;
      tick += 1;
      if (wanted === side) return;
      const change = String((wanted - side) * units);
      context.createOrder({ type: 'MARKET', instrument, units: change });
      side = wanted;
    },
  };
}
