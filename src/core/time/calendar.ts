/**
 * The trading week and the daily rollover, in New York time, whatever the process's zone.
 * One calendar answers for sessions, financing, good-for-day orders and daily candles.
 * Source: design section 3; v20 semantics 4.3, 4.5, 5.7.
 */

import { type Instant, instant, MICROS_PER_HOUR, MICROS_PER_MINUTE } from './instant.js';
import { zone } from './zone.js';

export const NEW_YORK = 'America/New_York';
const ROLLOVER_HOUR = 17;
/** Days to look ahead for the next change of a week's session. */
const WEEK = 7;

/** Weekdays as v20 spells them in financing tables. */
export type DayOfWeek =
  | 'SUNDAY'
  | 'MONDAY'
  | 'TUESDAY'
  | 'WEDNESDAY'
  | 'THURSDAY'
  | 'FRIDAY'
  | 'SATURDAY';

export interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
}

export interface TimeOfWeek extends TimeOfDay {
  /** 0 = Sunday. */
  readonly day: number;
}

/** When an instrument trades, New York time. */
export interface TradingHours {
  readonly weekOpen: TimeOfWeek;
  readonly weekClose: TimeOfWeek;
  /** Closed every day of the week between these times. */
  readonly dailyBreak?: { readonly from: TimeOfDay; readonly to: TimeOfDay };
  readonly alwaysOpen?: true;
}

/** Sunday 17:00 to Friday 17:00. */
export const FX_HOURS: TradingHours = {
  weekOpen: { day: 0, hour: 17, minute: 0 },
  weekClose: { day: 5, hour: 17, minute: 0 },
};
/** Sunday 18:00 to Friday 17:00, with an hour's break from 17:00 each day. */
export const METAL_HOURS: TradingHours = {
  weekOpen: { day: 0, hour: 18, minute: 0 },
  weekClose: { day: 5, hour: 17, minute: 0 },
  dailyBreak: { from: { hour: 17, minute: 0 }, to: { hour: 18, minute: 0 } },
};
export const INDEX_HOURS: TradingHours = METAL_HOURS;

export interface Session {
  readonly open: boolean;
  /** The next change, strictly after the instant asked about; Infinity when there is none. */
  readonly until: number;
}

/** Whether the market is open at `at`; it opens and closes exactly on the instants of its hours. */
export function sessionAt(hours: TradingHours, at: Instant): Session {
  if (hours.alwaysOpen) return { open: true, until: Number.POSITIVE_INFINITY };
  const local = zone(NEW_YORK).toLocal(at);
  const sunday = local.days - local.dayOfWeek;
  const changes = weekChanges(hours, sunday - WEEK)
    .concat(weekChanges(hours, sunday), weekChanges(hours, sunday + WEEK))
    .sort((a, b) => a.at - b.at);
  let open = false;
  for (const change of changes) {
    if (change.at > at) return { open, until: change.at };
    open = change.open;
  }
  return { open, until: Number.POSITIVE_INFINITY };
}

interface Change {
  readonly at: number;
  readonly open: boolean;
}

/** Openings and closings of the week that starts on the Sunday `sunday`. */
function weekChanges(hours: TradingHours, sunday: number): Change[] {
  const at = (days: number, { hour, minute }: TimeOfDay) =>
    zone(NEW_YORK).toInstant(days, hour * MICROS_PER_HOUR + minute * MICROS_PER_MINUTE);
  const { weekOpen, weekClose, dailyBreak } = hours;
  const opens = at(sunday + weekOpen.day, weekOpen);
  const closes = at(sunday + weekClose.day, weekClose);
  const changes: Change[] = [
    { at: opens, open: true },
    { at: closes, open: false },
  ];
  if (dailyBreak === undefined) return changes;
  for (let day = weekOpen.day; day <= weekClose.day; day++) {
    const from = at(sunday + day, dailyBreak.from);
    const to = at(sunday + day, dailyBreak.to);
    if (from <= opens || from >= closes) continue;
    changes.push({ at: from, open: false });
    if (to < closes) changes.push({ at: to, open: true });
  }
  return changes;
}

/** The next 17:00 New York strictly after `at`. */
export function rolloverAfter(at: Instant): Instant {
  return nextLocalTime(NEW_YORK, at, ROLLOVER_HOUR, 0);
}

/** The next instant strictly after `at` at which the zone's wall clock shows hour:minute. */
export function nextLocalTime(
  zoneName: string,
  at: Instant,
  hour: number,
  minute: number,
): Instant {
  const where = zone(zoneName);
  const { days } = where.toLocal(at);
  const time = hour * MICROS_PER_HOUR + minute * MICROS_PER_MINUTE;
  for (let ahead = 0; ; ahead++) {
    const next = where.toInstant(days + ahead, time);
    if (next > at) return next;
  }
}

const DAYS: readonly DayOfWeek[] = [
  'SUNDAY',
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
];

/** The New York weekday that ends, for financing, at the rollover `at`. */
export function rolloverDay(at: Instant): DayOfWeek {
  return DAYS[zone(NEW_YORK).toLocal(instant(at)).dayOfWeek] as DayOfWeek;
}

/** The New York weekday of the first rollover from `at` on: the one that ends the trading day of `at`. */
export function tradingDay(at: Instant): DayOfWeek {
  const { dayOfWeek, microsOfDay } = zone(NEW_YORK).toLocal(at);
  const ahead = microsOfDay > ROLLOVER_HOUR * MICROS_PER_HOUR ? 1 : 0;
  return DAYS[(dayOfWeek + ahead) % WEEK] as DayOfWeek;
}
