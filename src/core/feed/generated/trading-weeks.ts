/**
 * The time of generated prices: trading weeks, hours and slots. A week has 128 hours: 120 from
 * Sunday 17:00 New York to Friday 17:00, and 8 hidden ones, in which the price moves over the
 * weekend. An hour has 1,024 slots of 3.515625 s. Clocks change while the market is closed, so an
 * hour of the week is always the same hour in New York.
 */

import { FX_HOURS, NEW_YORK, sessionAt, type TradingHours } from '../../time/calendar.js';
import {
  daysFromCivil,
  type Instant,
  instant,
  MICROS_PER_DAY,
  MICROS_PER_HOUR,
} from '../../time/instant.js';
import { zone } from '../../time/zone.js';

/** Hours of a week, and those of them in which the market is open. */
export const HOURS_PER_WEEK = 128;
export const OPEN_HOURS = 120;
export const SLOTS_PER_HOUR = 1_024;
export const SLOT_MICROS = MICROS_PER_HOUR / SLOTS_PER_HOUR;
/** Weeks from January 2000 on; a power of 2. */
export const WEEKS = 2_048;
/** The first week with prices, in January 2005. Earlier weeks only shape the path. */
export const FIRST_WEEK = 261;
/**
 * The first instant of which there are generated prices, and the end, exclusive, in summer. Written
 * out, because to ask Intl about 2039 takes a tenth of a small run.
 */
export const GENERATED_FROM = instant(
  daysFromCivil(2005, 1, 2) * MICROS_PER_DAY + 22 * MICROS_PER_HOUR,
);
export const GENERATED_TO = instant(
  daysFromCivil(2039, 3, 27) * MICROS_PER_DAY + 21 * MICROS_PER_HOUR,
);

const FIRST_SUNDAY = daysFromCivil(2000, 1, 2);
const DAYS_PER_WEEK = 7;
const HOURS_PER_DAY = 24;
const MICROS_PER_WEEK = DAYS_PER_WEEK * HOURS_PER_DAY * MICROS_PER_HOUR;
const OPENING = FX_HOURS.weekOpen.hour;
/** Week 0 opens at 22:00 UTC: it is winter. */
const FIRST_OPENING = FIRST_SUNDAY * MICROS_PER_DAY + 22 * MICROS_PER_HOUR;

/** The instant at which week `week` opens. */
export function weekOpen(week: number): Instant {
  const days = FIRST_SUNDAY + week * DAYS_PER_WEEK;
  return zone(NEW_YORK).toInstant(days, OPENING * MICROS_PER_HOUR);
}

/** The week of `at`: the last one that opens at or before it. */
export function weekAt(at: number): number {
  const guess = Math.floor((at - FIRST_OPENING) / MICROS_PER_WEEK);
  if (weekOpen(guess + 1) <= at) return guess + 1;
  return weekOpen(guess) > at ? guess - 1 : guess;
}

/** The place of `at` in its week, as a number of slots since January 2000; over the weekend, the last slot of the week. */
export function slotAt(at: number): number {
  const week = weekAt(at);
  const open = OPEN_HOURS * SLOTS_PER_HOUR - 1;
  const slot = Math.min(Math.floor((at - weekOpen(week)) / SLOT_MICROS), open);
  return week * HOURS_PER_WEEK * SLOTS_PER_HOUR + slot;
}

const OPEN = new Map<TradingHours, readonly boolean[]>();

/**
 * For each hour of the week, whether an instrument with such hours trades. They begin and end at
 * full hours.
 */
export function openHours(hours: TradingHours): readonly boolean[] {
  const known = OPEN.get(hours);
  if (known !== undefined) return known;
  const from = weekOpen(FIRST_WEEK);
  let session = sessionAt(hours, from);
  const found = Array.from({ length: OPEN_HOURS }, (_, hour) => {
    const at = instant(from + hour * MICROS_PER_HOUR);
    if (at >= session.until) session = sessionAt(hours, at);
    return session.open;
  });
  OPEN.set(hours, found);
  return found;
}

/** Busy hours of the financial centres on the clock of New York, and how busy they are. */
const CENTRES = [
  { name: 'Tokyo', from: 19, to: 27, weight: 0.7 },
  { name: 'London', from: 3, to: 12, weight: 1.5 },
  { name: 'New York', from: 8, to: 17, weight: 1.5 },
] as const;
const QUIET = 0.25;

/**
 * For each hour of the week, the activity of the market: 0.25 in a quiet hour, 3.25 in the busiest.
 */
export const ACTIVITY: readonly number[] = Array.from({ length: HOURS_PER_WEEK }, (_, hour) => {
  const local = (OPENING + hour) % HOURS_PER_DAY;
  return CENTRES.filter(({ from, to }) => isWithin(local, from, to)).reduce(
    (sum, { weight }) => sum + weight,
    QUIET,
  );
});

/** Whether a clock shows an hour from `from` to `to` (exclusive); beyond 24 is the day after. */
function isWithin(local: number, from: number, to: number): boolean {
  return (
    (local >= from && local < to) || (local + HOURS_PER_DAY >= from && local + HOURS_PER_DAY < to)
  );
}
