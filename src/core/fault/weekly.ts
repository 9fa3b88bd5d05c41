/**
 * Spans of a rule that come back each week, in New York time, as maintenance does.
 */

import { sessionAt, type TimeOfWeek, type TradingHours } from '../time/calendar.js';
import { type Instant, instant } from '../time/instant.js';

/** A span of each week: first minute, and end, exclusive; New York time. They differ. */
export interface Weekly {
  readonly from: TimeOfWeek;
  readonly to: TimeOfWeek;
}

/** A span of time: first instant, and end, exclusive. */
interface Span {
  readonly from: Instant;
  readonly to: Instant;
}

/** Whether `at` is in the span of its week. */
export function isInWeekly(weekly: Weekly, at: Instant): boolean {
  return sessionAt(hoursOf(weekly), at).open;
}

/** The parts of `whole` that are in the span of a week. */
export function weeklySpans(weekly: Weekly, whole: Span): Span[] {
  const hours = hoursOf(weekly);
  const spans: Span[] = [];
  for (let { from } = whole; from < whole.to; ) {
    const { open, until } = sessionAt(hours, from);
    const to = instant(Math.min(until, whole.to));
    if (open) spans.push({ from, to });
    from = to;
  }
  return spans;
}

/** The week of a market that is open in the span. */
function hoursOf({ from, to }: Weekly): TradingHours {
  return { weekOpen: from, weekClose: to };
}
