/**
 * Markets of daily prices in which nothing can be known, or in which one set of parameters has an edge
 * of stated size, and what 100 moving-average rules earn in them.
 */

import type { Prng } from '../../core/base/prng.js';
import { normalDraw } from '../../study/luck/normal-draw.js';
import type { ReturnMatrix } from '../../study/luck/return-matrix.js';

export const DAYS = 1_000;
/** Standard deviation of a day's change: that of a major pair. */
export const VOLATILITY = 0.006;
const FAST = [2, 4, 6, 8, 10, 14, 18, 22, 26, 30];
const SLOW = [35, 45, 55, 65, 75, 90, 110, 130, 150, 190];
/** Days before the first decision: the longest average. */
const WARM_UP = 200;
/** The set that has the edge: fast 10, slow 75. */
const EDGED = 44;

/** How a market is made. */
export interface MarketWish {
  /** Sharpe ratio of a year that the edged set has before costs; 0 for none. */
  readonly edge: number;
  /** What a change of the position by 1 costs, as a fraction of the price. */
  readonly cost: number;
}

/** The daily returns of 100 rules, always long or short, in one made market. */
export function madeMarket({ edge, cost }: MarketWish, prng: Prng): ReturnMatrix {
  const pairs = FAST.flatMap(fast => SLOW.map(slow => [fast, slow] as const));
  const sums = new Float64Array(WARM_UP + DAYS + 2);
  const rows = pairs.map(() => new Float64Array(DAYS));
  const positions = new Int8Array(pairs.length);
  const drift = (edge / Math.sqrt(252)) * VOLATILITY;
  const average = (day: number, length: number) =>
    ((sums[day + 1] as number) - (sums[day + 1 - length] as number)) / length;
  let price = 0;
  for (let day = 0; day < WARM_UP + DAYS; day++) {
    sums[day + 1] = (sums[day] as number) + price;
    const at = day - WARM_UP;
    const before = positions.slice();
    if (at >= 0) {
      pairs.forEach(([fast, slow], pair) => {
        positions[pair] = average(day, fast) > average(day, slow) ? 1 : -1;
      });
    }
    const change = VOLATILITY * normalDraw(prng) + drift * (positions[EDGED] as number);
    price += change;
    if (at < 0) continue;
    rows.forEach((row, pair) => {
      const position = positions[pair] as number;
      row[at] = position * change - cost * Math.abs(position - (before[pair] as number));
    });
  }
  return { days: Array.from({ length: DAYS }, (_, day) => day), rows };
}
