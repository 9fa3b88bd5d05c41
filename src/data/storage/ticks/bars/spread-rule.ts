/**
 * The spread of a tick that is made from a bar with one price and no spread of its own: fixed, or by
 * the hour of the day. Invariant: a spread is a whole number of points.
 */

import { RowFault } from '../../../../core/feed/parse-tick.js';
import { type Instant, MICROS_PER_DAY, MICROS_PER_HOUR } from '../../../../core/time/instant.js';
import { zone } from '../../../../core/time/zone.js';
import { type HourlySpread, SPREAD_CLOCKS, type SpreadChoice } from './bar-options.js';
import { distance, SPREAD_FIELD } from './spread-column.js';

const HOURS = 24;

/** The spread in points of the instrument. @param at - time of the tick. */
export type SpreadRule = (at: Instant) => number;

/**
 * The rule of a spread that does not come from a column.
 * @param precision - of the instrument. @throws RowFault
 */
export function spreadRule(choice: SpreadChoice, precision: number): SpreadRule {
  if (typeof choice !== 'string') return hourly(choice, precision);
  const points = distance(choice, precision);
  return () => points;
}

function hourly({ hours, clock = SPREAD_CLOCKS[0] }: HourlySpread, precision: number): SpreadRule {
  if (hours.length !== HOURS) {
    throw new RowFault(SPREAD_FIELD, `must have ${HOURS} hours, was ${hours.length}`);
  }
  const points = hours.map(text => distance(text, precision));
  const where = zone(clock);
  return at => {
    const local = at + where.offsetAt(at);
    const hour = Math.floor(local / MICROS_PER_HOUR) - Math.floor(local / MICROS_PER_DAY) * HOURS;
    return points[hour] as number;
  };
}
