/**
 * Trading days that are missing, thin or copied, holes within days, and ticks while the market is
 * closed. A trading day ends at 17:00 New York and has the name of the weekday on which it ends.
 */

import { countWhile } from '../../../../core/base/bisect.js';
import type { TickColumns } from '../../../../core/market/tick.js';
import { NEW_YORK, sessionAt, type TradingHours } from '../../../../core/time/calendar.js';
import {
  formatRfc3339,
  type Instant,
  instant,
  MICROS_PER_DAY,
  MICROS_PER_HOUR,
} from '../../../../core/time/instant.js';
import { zone } from '../../../../core/time/zone.js';
import type { Gap } from '../columns/tick-books.js';
import { counted, type DoctorFinding, listed, percent, shortTime } from './finding.js';

const NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const ENDS_AT = 17 * MICROS_PER_HOUR;
const MONDAY = 1;
const FRIDAY = 5;
/** A day with less than this share of the median number of ticks is thin. */
const THIN = 0.15;
const HOLIDAY = /-(12-25|01-01)$/;
const SHORTEST_HOLE = MICROS_PER_HOUR;
const LONGEST_HOLE = 20 * MICROS_PER_HOUR;
/** Share of ticks in closed hours from which the file is not of this market. */
const MANY_CLOSED = 0.02;

/** A trading day, its ticks from row `from` to `to` (exclusive). */
export interface Day {
  /** `2024-03-05`. */
  readonly date: string;
  /** 0 is Sunday. */
  readonly weekday: number;
  readonly from: number;
  readonly to: number;
}

/** The trading days from that of the first tick to that of the last, Monday to Friday. */
export function tradingDays({ length, time }: TickColumns): Day[] {
  const where = zone(NEW_YORK);
  const first = where.toLocal(time[0] as Instant);
  const days: Day[] = [];
  let from = 0;
  for (let day = first.days; from < length; day++) {
    const end = where.toInstant(day, ENDS_AT);
    const start = from;
    const to = start + countWhile(length - start, row => (time[start + row] as number) < end);
    const { dayOfWeek } = where.toLocal(end);
    const date = formatRfc3339(instant(day * MICROS_PER_DAY)).slice(0, 10);
    const isTraded = dayOfWeek >= MONDAY && dayOfWeek <= FRIDAY;
    if (isTraded && to > 0) days.push({ date, weekday: dayOfWeek, from: start, to });
    from = to;
  }
  return days;
}

/** Days that are missing or have few ticks, and weekdays of which every day is such a day. */
export function dayFindings(days: readonly Day[]): DoctorFinding[] {
  const least = THIN * medianTicks(days);
  const ordinary = days.filter(({ date }) => !HOLIDAY.test(date));
  const poor = ordinary.filter(({ from, to }) => to - from < least);
  const findings: DoctorFinding[] = [];
  const weekdays = new Set<number>();
  for (let weekday = MONDAY; weekday <= FRIDAY; weekday++) {
    const all = ordinary.filter(day => day.weekday === weekday);
    const gone = poor.filter(day => day.weekday === weekday);
    if (gone.length < 2 || gone.length < all.length) continue;
    weekdays.add(weekday);
    const says = `Every ${NAMES[weekday]} is missing: ${counted(gone.length, 'trading day')} without ticks, or with less than ${THIN * 100} % of the usual ones.`;
    findings.push({ kind: 'missing-weekday', severity: 'fault', says, count: gone.length });
  }
  const others = poor.filter(({ weekday }) => !weekdays.has(weekday));
  return [...findings, ...missingDays(others), ...thinDays(others, days)];
}

function medianTicks(days: readonly Day[]): number {
  const counts = days.map(({ from, to }) => to - from).filter(count => count > 0);
  return counts.sort((a, b) => a - b)[counts.length >> 1] ?? 0;
}

function missingDays(poor: readonly Day[]): DoctorFinding[] {
  const missing = poor.filter(({ from, to }) => from === to);
  if (missing.length === 0) return [];
  const says = `${counted(missing.length, 'trading day')} without a tick: ${listed(named(missing))}.`;
  return [{ kind: 'missing-days', severity: 'fault', says, count: missing.length }];
}

/** @param days - all days; the first and the last may rightly be cut. */
function thinDays(poor: readonly Day[], days: readonly Day[]): DoctorFinding[] {
  const thin = poor.filter(
    day => day.to > day.from && day !== days[0] && day !== days[days.length - 1],
  );
  if (thin.length === 0) return [];
  const says = `${counted(thin.length, 'trading day')} with less than ${THIN * 100} % of the usual ticks: ${listed(named(thin))}.`;
  return [{ kind: 'thin-days', severity: 'warning', says, count: thin.length }];
}

function named(days: readonly Day[]): string[] {
  return days
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
    .map(({ date, weekday }) => `${NAMES[weekday]?.slice(0, 3)} ${date}`);
}

/** Holes of an hour or more while the market was open; whole days are reported by `dayFindings`. */
export function holeFinding(gaps: readonly Gap[], hours: TradingHours): DoctorFinding | undefined {
  const holes = gaps
    .map(gap => ({ gap, open: openTime(gap, hours) }))
    .filter(({ open }) => open >= SHORTEST_HOLE && open < LONGEST_HOLE);
  if (holes.length === 0) return undefined;
  const text = holes.map(
    ({ gap, open }) => `${shortTime(gap.from)} (${(open / MICROS_PER_HOUR).toFixed(1)} h)`,
  );
  const says = `${counted(holes.length, 'hole')} of an hour or more while the market was open: ${listed(text)} UTC.`;
  return { kind: 'holes', severity: 'warning', says, count: holes.length };
}

/** How long of a gap the market was open, in microseconds. */
function openTime({ from, to }: Gap, hours: TradingHours): number {
  let open = 0;
  for (let at: number = from; at < to; ) {
    const session = sessionAt(hours, instant(at));
    const until = Math.min(session.until, to);
    if (session.open) open += until - at;
    at = until;
  }
  return open;
}

/** Ticks while the market was closed. */
export function closedFinding(
  columns: TickColumns,
  hours: TradingHours,
): DoctorFinding | undefined {
  const { length, time } = columns;
  let count = 0;
  let first: number | undefined;
  let session = { open: true, until: Number.NEGATIVE_INFINITY };
  for (let row = 0; row < length; row++) {
    const at = time[row] as number;
    if (at >= session.until) session = sessionAt(hours, instant(at));
    if (session.open) continue;
    count += 1;
    first ??= at;
  }
  if (first === undefined) return undefined;
  const severity = count > length * MANY_CLOSED ? 'warning' : 'note';
  const says = `${counted(count, 'tick')} (${percent(count, length)}) while the market is closed, the first at ${shortTime(first)} UTC. They make candles, and no order fills on them.`;
  return { kind: 'closed-hours', severity, says, count };
}
