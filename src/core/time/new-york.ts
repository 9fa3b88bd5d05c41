/**
 * The offsets of New York by the laws that hold there since 1987. Every run needs this zone, and
 * the first question to Intl takes as long as a small run. Invariant: the offsets are those of
 * Intl, which a test asks in these years.
 * Source: Uniform Time Act as amended in 1986 (Public Law 99-359); since 2007 the Energy Policy Act
 * of 2005, section 110.
 */

import { civilFromDays, dayOfWeek, daysFromCivil } from './instant.js';

const SECONDS_PER_DAY = 86_400;
const SECONDS_PER_HOUR = 3600;
const WINTER = -5 * SECONDS_PER_HOUR;
const SUMMER = -4 * SECONDS_PER_HOUR;
/** The first year of the law of 2005. */
const NEW_LAW = 2007;
/** The years that the rules give, in seconds since 1970: from 1987 to 2037. */
const FIRST = daysFromCivil(1987, 1, 1) * SECONDS_PER_DAY;
const LAST = daysFromCivil(2038, 1, 1) * SECONDS_PER_DAY;

/** Seconds to add to UTC at `second`; undefined in years of which the rule does not speak. */
export function offsetOfNewYork(second: number): number | undefined {
  if (second < FIRST || second >= LAST) return undefined;
  const { year } = civilFromDays(Math.floor(second / SECONDS_PER_DAY));
  const { forward, back } = year < NEW_LAW ? oldDays(year) : newDays(year);
  // Clocks change at two o'clock of the time that has been until then.
  const summer = forward * SECONDS_PER_DAY + 2 * SECONDS_PER_HOUR - WINTER;
  const winter = back * SECONDS_PER_DAY + 2 * SECONDS_PER_HOUR - SUMMER;
  return second >= summer && second < winter ? SUMMER : WINTER;
}

/** The days on which clocks are set forward and back, as day numbers. */
interface ChangeDays {
  readonly forward: number;
  readonly back: number;
}

/** Summer time from the first Sunday of April to the last of October. */
function oldDays(year: number): ChangeDays {
  return { forward: sunday(year, 4), back: sunday(year, 11) - 7 };
}

/** Summer time from the second Sunday of March to the first of November. */
function newDays(year: number): ChangeDays {
  return { forward: sunday(year, 3) + 7, back: sunday(year, 11) };
}

/** Day number of the first Sunday of a month. */
function sunday(year: number, month: number): number {
  const first = daysFromCivil(year, month, 1);
  return first + ((7 - dayOfWeek(first)) % 7);
}
