/** A series of prices as ticks: one tick at each fixing, with a spread around its price. */

import type { TickColumns } from '../../../core/market/tick.js';
import { fixingOn, type PriceSeries } from '../series/price-series.js';

/**
 * The ticks.
 * @param half - half of the spread at a price, both in points; a whole number of at least 0.
 */
export function fixingTicks(
  { days, points }: Pick<PriceSeries, 'days' | 'points'>,
  half: (points: number) => number,
): TickColumns {
  return {
    length: days.length,
    time: Float64Array.from(days, fixingOn),
    bid: Int32Array.from(points, price => price - half(price)),
    ask: Int32Array.from(points, price => price + half(price)),
  };
}
