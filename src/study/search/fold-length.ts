/**
 * Lengths of the windows of a walk forward. Whole days are trading days: a window of five days has
 * five ends of days (17:00 New York, Monday to Friday) and so five daily returns, whatever weekends
 * lie in it. All other lengths are elapsed time.
 */

import { rolloverAfter, tradingDay } from '../../core/time/calendar.js';
import { type Instant, instant, MICROS_PER_HOUR } from '../../core/time/instant.js';
import type { FoldLength } from '../../data/storage/study/study-file.js';

/** More than two days, of which one may be longer by an hour. */
const TWO_DAYS = 50 * MICROS_PER_HOUR;

/** The instant `length` after `at`; Infinity when it is after `limit`. */
export function endAfter(at: Instant, length: FoldLength, limit: Instant): number {
  if ('micros' in length) {
    const end = at + length.micros;
    return end > limit ? Number.POSITIVE_INFINITY : end;
  }
  let end = at;
  for (let left = length.tradingDays; left > 0; ) {
    end = rolloverAfter(end);
    if (end > limit) return Number.POSITIVE_INFINITY;
    if (isDayEnd(end)) left -= 1;
  }
  return end;
}

/** The instant `length` before `at`. */
export function startBefore(at: Instant, length: FoldLength): Instant {
  if ('micros' in length) return instant(at - length.micros);
  let start = at;
  for (let left = length.tradingDays; left > 0; ) {
    start = rolloverBefore(start);
    if (isDayEnd(start)) left -= 1;
  }
  return start;
}

/** The end of the trading day in which `at` lies. */
export function endOfDay(at: Instant): Instant {
  let end = rolloverAfter(instant(at - 1));
  while (!isDayEnd(end)) end = rolloverAfter(end);
  return end;
}

function rolloverBefore(at: Instant): Instant {
  let last = rolloverAfter(instant(at - TWO_DAYS));
  for (let next = last; next < at; next = rolloverAfter(next)) last = next;
  return last;
}

/** Whether the rollover ends a trading day, which those of Saturday and Sunday do not. */
function isDayEnd(rollover: Instant): boolean {
  const day = tradingDay(rollover);
  return day !== 'SATURDAY' && day !== 'SUNDAY';
}
