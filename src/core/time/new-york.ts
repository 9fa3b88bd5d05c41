/**
 * The offsets of New York by the law that holds there since 2007. Every run needs this zone, and
 * the first question to Intl takes as long as a small run. Invariant: the offsets are those of
 * Intl, which a test asks in these years.
 * Source: Energy Policy Act of 2005, section 110.
 */

import { civilFromDays, dayOfWeek, daysFromCivil } from './instant.js';

const SECONDS_PER_DAY = 86_400;
const SECONDS_PER_HOUR = 3600;
const WINTER = -5 * SECONDS_PER_HOUR;
const SUMMER = -4 * SECONDS_PER_HOUR;
/** The years that the rule gives, in seconds since 1970: from 2007 to 2037. */
const FIRST = daysFromCivil(2007, 1, 1) * SECONDS_PER_DAY;
const LAST = daysFromCivil(2038, 1, 1) * SECONDS_PER_DAY;

/** Seconds to add to UTC at `second`; undefined in years of which the rule does not speak. */
export function offsetOfNewYork(second: number): number | undefined {
  if (second < FIRST || second >= LAST) return undefined;
  const { year } = civilFromDays(Math.floor(second / SECONDS_PER_DAY));
  // Clocks change at two o'clock of the time that has been until then.
  const summer = (sunday(year, 3) + 7) * SECONDS_PER_DAY + 2 * SECONDS_PER_HOUR - WINTER;
  const winter = sunday(year, 11) * SECONDS_PER_DAY + 2 * SECONDS_PER_HOUR - SUMMER;
  return second >= summer && second < winter ? SUMMER : WINTER;
}

/** Day number of the first Sunday of a month. */
function sunday(year: number, month: number): number {
  const first = daysFromCivil(year, month, 1);
  return first + ((7 - dayOfWeek(first)) % 7);
}
