/**
 * The calendar of news: events that are known before they happen, and the spans of time around
 * them. Instants are microseconds; a span begins with `from` and ends before `to`.
 */

import { byCodeUnit } from '../base/by-code-unit.js';
import { type Instant, instant } from '../time/instant.js';
import type { TimeSpan } from '../time/weeks.js';

/** How much an event moves a market, the least first. */
export const IMPACTS = ['none', 'low', 'medium', 'high'] as const;
/** One of those. */
export type Impact = (typeof IMPACTS)[number];

/** One event of the calendar. */
export interface CalendarEvent {
  readonly at: Instant;
  /** Three letters. */
  readonly currency: string;
  readonly impact: Impact;
  readonly name: string;
}

/** Which events count, and how far around them. */
export interface EventFilter {
  /** Microseconds, at least 0. */
  readonly before: number;
  readonly after: number;
  /** Currencies of the events; default: all. */
  readonly currencies?: readonly string[];
  /** The least impact. */
  readonly impact: Impact;
}

/** The events in the order in which they happen; at one instant by currency and name. */
export function inOrder(events: readonly CalendarEvent[]): readonly CalendarEvent[] {
  return [...events].sort(
    (a, b) => a.at - b.at || byCodeUnit(a.currency, b.currency) || byCodeUnit(a.name, b.name),
  );
}

/**
 * The spans around the events that `filter` names, in order; spans that touch are one.
 * @param events - in order.
 */
export function spansAround(events: readonly CalendarEvent[], filter: EventFilter): TimeSpan[] {
  const spans: { from: Instant; to: Instant }[] = [];
  for (const event of events) {
    if (!isNamed(event, filter)) continue;
    const from = instant(event.at - filter.before);
    const to = instant(event.at + filter.after);
    const last = spans.at(-1);
    if (last === undefined || from > last.to) spans.push({ from, to });
    else last.to = instant(Math.max(last.to, to));
  }
  return spans.filter(({ from, to }) => from < to);
}

/** Where an instant stands among spans. */
export interface InSpans {
  readonly isInside: boolean;
  /** Microseconds of the next beginning or end after the instant; Infinity when there is none. */
  readonly until: number;
}

/** Where `at` stands among `spans`, which are in order. */
export function placeIn(spans: readonly TimeSpan[], at: Instant): InSpans {
  const next = spans.find(({ to }) => to > at);
  if (next === undefined) return { isInside: false, until: Number.POSITIVE_INFINITY };
  const isInside = next.from <= at;
  return { isInside, until: isInside ? next.to : next.from };
}

function isNamed({ currency, impact }: CalendarEvent, filter: EventFilter): boolean {
  const { currencies } = filter;
  const isKnown = currencies === undefined || currencies.includes(currency);
  return isKnown && IMPACTS.indexOf(impact) >= IMPACTS.indexOf(filter.impact);
}
