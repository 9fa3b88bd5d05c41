/**
 * Daily or monthly prices of one currency in another, as whole points. A series has one price a day, in
 * order of the days.
 */

import { decimal } from '../../../core/base/decimal.js';
import { nearestPoints } from '../../../core/market/points.js';
import { type Instant, MICROS_PER_HOUR } from '../../../core/time/instant.js';
import { zone } from '../../../core/time/zone.js';

/** Prices of `base` in `quote`, each three letters. */
export interface PriceSeries {
  readonly base: string;
  readonly quote: string;
  /** Decimals of a price: one point is 10^-precision. */
  readonly precision: number;
  /** Days since 1970, ascending. */
  readonly days: readonly number[];
  /** A price for each day, in points. */
  readonly points: readonly number[];
}

/** Decimals of a price in dollars: one yen costs less than a cent, so five would be too few. */
export const DOLLAR_PRECISION = 8;

/** When the reference rates of the European Central Bank are taken: 14:15 in Frankfurt. */
const FIXING = 14.25 * MICROS_PER_HOUR;
const FRANKFURT = 'Europe/Berlin';

/** The instant at which the price of a day is known; also used where a source names no time of day. */
export function fixingOn(day: number): Instant {
  return zone(FRANKFURT).toInstant(day, FIXING);
}

/**
 * A price in points: `quote` over `base`, each a decimal text above 0, such as the prices of one unit
 * of both in a third currency; or `quote` alone.
 */
export function inPoints(precision: number, quote: string, base = '1'): number {
  return nearestPoints(decimal(quote).div(decimal(base)), precision);
}

/** The days and prices of a series from the first day on, up to the last, both included. */
export function between(series: PriceSeries, first: number, last: number): PriceSeries {
  const kept = series.days.flatMap((day, at) => (day >= first && day <= last ? [at] : []));
  const of = (values: readonly number[]) => kept.map(at => values[at] as number);
  return { ...series, days: of(series.days), points: of(series.points) };
}
