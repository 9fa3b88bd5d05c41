/**
 * Two moving averages without an engine: the side of each day, the daily returns, and the profit of a
 * fixed number of units. The side of a day is held from its price to the next one.
 */

/** Numbers of prices of the two averages. */
export interface AverageRule {
  readonly short: number;
  readonly long: number;
}

/** What equal averages mean: a short position, or the position as it is. */
export type AtEqual = 'short' | 'as before';

/** The side (1 or -1) from each price on, from the first that has all prices of the long average. */
export function averageSides(
  points: readonly number[],
  { short, long }: AverageRule,
  atEqual: AtEqual,
): Int8Array {
  const sums = new Float64Array(points.length + 1);
  points.forEach((price, at) => {
    sums[at + 1] = (sums[at] as number) + price;
  });
  const sumTo = (end: number, count: number) =>
    (sums[end] as number) - (sums[end - count] as number);
  const sides = new Int8Array(Math.max(0, points.length - long + 1));
  for (let at = 0; at < sides.length; at++) {
    const difference = sumTo(at + long, short) * long - sumTo(at + long, long) * short;
    const still = atEqual === 'short' ? -1 : (sides[at - 1] ?? 0);
    sides[at] = difference > 0 ? 1 : difference < 0 ? -1 : still;
  }
  return sides;
}

/**
 * The logarithmic returns of a rule by day, from the day after its first side on.
 * @param cost - of a change of the position by 1, as a fraction of the price.
 */
export function averageReturns(
  points: readonly number[],
  rule: AverageRule,
  cost: number,
): Float64Array {
  const sides = averageSides(points, rule, 'short');
  const first = rule.long - 1;
  return Float64Array.from({ length: Math.max(0, sides.length - 1) }, (_, at) => {
    const side = sides[at] as number;
    const change = Math.abs(side - (sides[at - 1] ?? 0));
    const from = points[first + at] as number;
    return side * Math.log((points[first + at + 1] as number) / from) - cost * change;
  });
}

/** What one unit comes to, in points, whole numbers. */
export interface AverageProfit {
  /** Sum of the price changes that the position has had, less half the spread for each change by 1. */
  readonly profit: number;
  /** Half the spread of the position that is open at the end, which a valuation takes off. */
  readonly openCost: number;
  /** How often the side changed, the first one included. */
  readonly changes: number;
}

/**
 * The profit of one unit. A change after the last but one price counts as a change, and has no return.
 * @param half - half of the spread at a price, both in points.
 */
export function averageProfit(
  points: readonly number[],
  rule: AverageRule,
  { half, atEqual }: { readonly half: (points: number) => number; readonly atEqual: AtEqual },
): AverageProfit {
  const sides = averageSides(points, rule, atEqual);
  const first = rule.long - 1;
  let [profit, changes, before] = [0, 0, 0];
  sides.forEach((side, at) => {
    const price = points[first + at] as number;
    if (at > 0) profit += before * (price - (points[first + at - 1] as number));
    profit -= half(price) * Math.abs(side - before);
    if (side !== before) changes += 1;
    before = side;
  });
  const last = points.at(-1) ?? 0;
  return { profit, openCost: half(last) * Math.abs(before), changes };
}
