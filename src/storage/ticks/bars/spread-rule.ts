/**
 * The spread of a tick that is made from a bar with one price: fixed, by the hour of the day, or
 * from the bar's own column. Invariant: a spread is a whole number of points.
 */

import { parsePrice, RowFault, shown } from '../../../core/feed/parse-tick.js';
import { type Instant, MICROS_PER_DAY, MICROS_PER_HOUR } from '../../../core/time/instant.js';
import { zone } from '../../../core/time/zone.js';
import { FROM_COLUMN, type HourlySpread, SPREAD_CLOCKS, type SpreadChoice } from './bar-options.js';

const FIELD = 'spread';
const HOURS = 24;
const WHOLE = /^\d{1,7}$/;
const ZERO = /^0*(?:\.0*)?$/;

/** The spread of a bar as its column has it, and a price of the same bar. */
export interface SpreadCell {
  /** With a decimal point: in units of the price. Without: in points of the bar's own prices. */
  readonly spread: string | undefined;
  /** A price as written; the number of its decimals tells what a point is. */
  readonly price: string;
}

/** The spread in points of the instrument. @param at - time of the tick. @throws RowFault */
export type SpreadRule = (at: Instant, cell: SpreadCell) => number;

/** The rule of a choice. @param precision - of the instrument. @throws RowFault */
export function spreadRule(choice: SpreadChoice, precision: number): SpreadRule {
  if (typeof choice !== 'string') return hourly(choice, precision);
  if (choice === FROM_COLUMN) return (_, cell) => fromCell(cell, precision);
  const points = distance(choice, precision);
  return () => points;
}

function hourly({ hours, clock = SPREAD_CLOCKS[0] }: HourlySpread, precision: number): SpreadRule {
  if (hours.length !== HOURS) {
    throw new RowFault(FIELD, `must have ${HOURS} hours, was ${hours.length}`);
  }
  const points = hours.map(text => distance(text, precision));
  const where = zone(clock);
  return at => {
    const local = at + where.offsetAt(at);
    const hour = Math.floor(local / MICROS_PER_HOUR) - Math.floor(local / MICROS_PER_DAY) * HOURS;
    return points[hour] as number;
  };
}

function fromCell({ spread, price }: SpreadCell, precision: number): number {
  if (spread === undefined || spread === '') throw new RowFault(FIELD, 'must be given, was empty');
  if (spread.includes('.')) return distance(spread, precision);
  if (!WHOLE.test(spread)) {
    throw new RowFault(FIELD, `must be whole points or a decimal, was ${shown(spread)}`);
  }
  const dot = price.indexOf('.');
  const decimals = dot < 0 ? 0 : price.length - dot - 1;
  const points = Number(spread) * 10 ** (precision - decimals);
  if (Number.isSafeInteger(points)) return points;
  throw new RowFault(FIELD, `is finer than the instrument's prices, was ${spread} at ${price}`);
}

/** A distance in units of the price, in points; it may be zero. */
function distance(text: string, precision: number): number {
  return ZERO.test(text) && text !== '' && text !== '.' ? 0 : parsePrice(text, precision, FIELD);
}
