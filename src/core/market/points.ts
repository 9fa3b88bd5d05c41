/**
 * Converts prices between integer points, exact decimals and wire text. One point is
 * 10^-displayPrecision.
 */

import { assert } from '../base/assert.js';
import { type Decimal, roundNearest, scaled } from '../base/decimal.js';
import { powerOf } from '../base/exact/coefficient.js';

const MOST_PRECISION = 8;
const MAXIMUM_POINTS = 2_147_483_647;

/** The mid price (bid + ask) / 2 in points; half a point rounds to even (v20 semantics 5.8). */
export function midPoints(bid: number, ask: number): number {
  return midOfSum(bid + ask);
}

/** The mid price in points. @param sum - of bid and ask. It never falls when the sum rises. */
export function midOfSum(sum: number): number {
  const half = Math.floor(sum / 2);
  return half + (sum & half & 1);
}

/** The exact price of `points` points. @param precision - displayPrecision, 0 to 8. */
export function priceOf(points: number, precision: number): Decimal {
  assert(isPrecision(precision), 'Invariant: displayPrecision is 0 to 8', precision);
  return scaled(points, precision);
}

/** The float nearest to the price of `points` points, for bounds; never for an amount. */
export function priceFloat(points: number, precision: number): number {
  return points / powerOf(precision);
}

/** The size of one point: 0.00001 for precision 5. */
function pointSize(precision: number): Decimal {
  return priceOf(1, precision);
}

function isPrecision(precision: number): boolean {
  return Number.isInteger(precision) && precision >= 0 && precision <= MOST_PRECISION;
}

/** The text of `points` with `precision` decimals: 108520 at 5 is "1.08520". */
export function formatPoints(points: number, precision: number): string {
  if (precision === 0) return String(points);
  const digits = String(points < 0 ? -points : points).padStart(precision + 1, '0');
  const cut = digits.length - precision;
  return `${points < 0 ? '-' : ''}${digits.slice(0, cut)}.${digits.slice(cut)}`;
}

/**
 * The points of a decimal price; undefined when the price is not a whole number of points.
 * @throws InvariantError when the points do not fit 32 bits.
 */
export function pointsOf(price: Decimal, precision: number): number | undefined {
  const points = price.div(pointSize(precision));
  if (!points.isInteger()) return undefined;
  assert(points.abs().lte(MAXIMUM_POINTS), 'Invariant: a price fits 32 bits of points');
  return points.toNumber();
}

/** The points of a price, rounded to the nearest point, ties away from zero. */
export function nearestPoints(price: Decimal, precision: number): number {
  return roundNearest(price.div(pointSize(precision)), 0).toNumber();
}

/** Whether a quote can hold this price: its points must fit 32 bits. */
export function fitsPoints(price: Decimal, precision: number): boolean {
  return price.div(pointSize(precision)).abs().lte(MAXIMUM_POINTS);
}
