/**
 * The hours of a market over a span of time: when nothing trades, and the sessions of the dealing
 * centres.
 */

import { type TradingEntry, tradingAt } from '../../../core/engine/state/sessions.js';
import { type Instant, instant } from '../../../core/time/instant.js';
import { SESSIONS, type SessionPlace, sessionPlace } from '../../../core/time/session-clock.js';
import type { TimeSpan } from '../../../core/time/weeks.js';

/** A session of a dealing centre, cut to the span that was asked about. */
export interface NamedSpan extends TimeSpan {
  readonly name: string;
}

/**
 * The spans in which no instrument trades by hours and halts, in order.
 * @param most - of them; what comes later is left out.
 */
export function closedSpans(
  market: readonly TradingEntry[],
  { from, to }: TimeSpan,
  most: number,
): readonly TimeSpan[] {
  const spans: TimeSpan[] = [];
  const rules = withRules(market);
  let closedAt: Instant | undefined;
  for (let at = from; at < to && spans.length < most; ) {
    // A tick opens a market as recorded only while it is there, so hours are asked without one.
    const now = rules.map(entry => tradingAt(entry, at, Number.NEGATIVE_INFINITY));
    const isOpen = now.some(each => each.isOpen);
    if (!isOpen) closedAt ??= at;
    if (isOpen && closedAt !== undefined) spans.push({ from: closedAt, to: at });
    if (isOpen) closedAt = undefined;
    at = instant(Math.min(to, ...now.map(({ until }) => until)));
  }
  return closedAt === undefined ? spans : [...spans, { from: closedAt, to }];
}

/** One entry for each set of hours and halts. */
function withRules(market: readonly TradingEntry[]): readonly TradingEntry[] {
  const byRules = market.map(entry => {
    const { instrument, halts, faultHalts } = entry;
    return [JSON.stringify([instrument.tradingHours, halts, faultHalts]), entry] as const;
  });
  return [...new Map(byRules).values()];
}

/** The sessions that touch the span, by centre; none when they are more than `most`. */
export function sessionsIn({ from, to }: TimeSpan, most: number): readonly NamedSpan[] {
  const found: NamedSpan[] = [];
  for (const [name, hours] of Object.entries(SESSIONS)) {
    for (let at = from; at < to; ) {
      const { openedAt, opensAt, closesAt } = sessionPlace(hours, at) as SessionPlace;
      const end = instant(Math.min(to, closesAt));
      if (openedAt !== undefined) found.push({ name, from: at, to: end });
      if (found.length > most) return [];
      at = openedAt === undefined ? opensAt : closesAt;
    }
  }
  return found;
}
