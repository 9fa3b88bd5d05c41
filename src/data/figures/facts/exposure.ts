/**
 * Fraction of market-open time in which an account held a position. The market is open while any
 * instrument of the run that has ticks is in its trading hours; halts are not subtracted.
 */

import { type OpenState, sessionAt, type TradingHours } from '../../../core/time/calendar.js';
import { type Instant, instant } from '../../../core/time/instant.js';
import type { AccountRun } from '../account/account-run.js';
import { instantOf } from '../account/daily.js';

interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Fraction of market-open time with a position, 0 to 1; undefined when the market was never open.
 */
export function exposure({ market, tradeRecords, from, to }: AccountRun): number | undefined {
  const priced = market.filter(({ prices }) => prices.length > 0);
  const hours = [...new Set(priced.map(({ instrument }) => instrument.tradingHours))];
  const open = union(hours.flatMap(each => openSpans(each, from, to)));
  const held = union(
    tradeRecords.map(({ openTime, closeTime }) => ({
      from: instantOf(openTime),
      to: closeTime === undefined ? to : instantOf(closeTime),
    })),
  );
  const total = length(open);
  return total === 0 ? undefined : overlap(open, held) / total;
}

function openSpans(hours: TradingHours, from: Instant, to: Instant): Span[] {
  const spans: Span[] = [];
  for (let at = from; at < to; ) {
    const session: OpenState = sessionAt(hours, at);
    const until = Math.min(session.until, to);
    if (session.open) spans.push({ from: at, to: until });
    at = instant(until);
  }
  return spans;
}

/** The same time as sorted spans that do not overlap or touch. */
function union(spans: readonly Span[]): Span[] {
  const merged: { from: number; to: number }[] = [];
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}

/** Time covered by both of two sorted lists of spans, in microseconds. */
function overlap(a: readonly Span[], b: readonly Span[]): number {
  let total = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const one = a[i] as Span;
    const other = b[j] as Span;
    total += Math.max(0, Math.min(one.to, other.to) - Math.max(one.from, other.from));
    if (one.to < other.to) i += 1;
    else j += 1;
  }
  return total;
}

function length(spans: readonly Span[]): number {
  return spans.reduce((total, { from, to }) => total + to - from, 0);
}
