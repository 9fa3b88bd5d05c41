/**
 * Other dates by whole weeks: a shifted instant has the same weekday and time of day, and the same
 * place in the trading week wherever the clocks of the zones stand as they did.
 * Invariant: a shift by weeks and the shift back give the same instant.
 */

import { type Instant, instant, MICROS_PER_DAY } from './instant.js';
import { zone } from './zone.js';

/** Days of a week. */
export const WEEK_DAYS = 7;
/** Microseconds of a week. */
export const MICROS_PER_WEEK = WEEK_DAYS * MICROS_PER_DAY;

/** The zones in which the market lives: the trading day, and the hours at which London and Tokyo trade. */
export const MARKET_ZONES: readonly string[] = ['America/New_York', 'Europe/London', 'Asia/Tokyo'];

/** How far from the wished number of weeks a better one is searched: ten years. */
const SEARCH_WEEKS = 522;
/** The years of the zone tables: 1970 to 2100, as day numbers. */
const LAST_DAY = 47_847;
const HALF_DAYS = [0, MICROS_PER_DAY / 2];

/** A window of time: `from` inclusive, `to` exclusive; microseconds. */
export interface TimeSpan {
  readonly from: Instant;
  readonly to: Instant;
}

/** A number of weeks, and the days on which the clocks of the zones are not the same there. */
export interface WeekShift {
  /** Whole weeks; negative: earlier. */
  readonly weeks: number;
  /** Day numbers of the window, UTC, before the shift; none: the clocks agree on every day. */
  readonly unlike: readonly number[];
}

/** The instant `weeks` weeks later; the one function by which everything dated moves. */
export function shiftedBy(weeks: number, at: Instant): Instant {
  return instant(at + weeks * MICROS_PER_WEEK);
}

/** The window `weeks` weeks later. */
export function shiftedSpan(weeks: number, { from, to }: TimeSpan): TimeSpan {
  return { from: shiftedBy(weeks, from), to: shiftedBy(weeks, to) };
}

/** The shift by `weeks`, with the days on which an offset of `zones` differs there. */
export function weekShift(
  window: TimeSpan,
  weeks: number,
  zones: readonly string[] = MARKET_ZONES,
): WeekShift {
  return { weeks, unlike: [...unlikeDays(window, weeks, zones)] };
}

/**
 * The shift nearest to `wished` weeks for which the zones have the same offsets on every day of the
 * window; of two equally near ones the earlier. Where there is none within ten years: `wished`, with
 * the days on which they differ.
 */
export function nearestWeekShift(
  window: TimeSpan,
  wished: number,
  zones: readonly string[] = MARKET_ZONES,
): WeekShift {
  for (let distance = 0; distance <= SEARCH_WEEKS; distance++) {
    for (const weeks of [wished - distance, wished + distance]) {
      if (!isInTables(window, weeks)) continue;
      if (unlikeDays(window, weeks, zones).next().done === true) return { weeks, unlike: [] };
    }
  }
  return weekShift(window, wished, zones);
}

/** Whether the shifted window lies in the years that zones are known for: 1970 to 2100. */
export function isInTables({ from, to }: TimeSpan, weeks: number): boolean {
  return (
    from + weeks * MICROS_PER_WEEK >= 0 && to + weeks * MICROS_PER_WEEK <= LAST_DAY * MICROS_PER_DAY
  );
}

/** The days of the window on which an offset differs; both halves of a day are compared. */
function* unlikeDays({ from, to }: TimeSpan, weeks: number, zones: readonly string[]) {
  const shift = weeks * MICROS_PER_WEEK;
  const known = zones.map(zone);
  for (let day = Math.floor(from / MICROS_PER_DAY); day * MICROS_PER_DAY < to; day++) {
    const isUnlike = known.some(each =>
      HALF_DAYS.some(half => {
        const at = day * MICROS_PER_DAY + half;
        return each.offsetAt(at) !== each.offsetAt(at + shift);
      }),
    );
    if (isUnlike) yield day;
  }
}
