/**
 * The trading week and the daily rollover, in New York time unless hours name a zone of their own,
 * whatever the process's zone.
 * One calendar answers for sessions, financing, good-for-day orders and daily candles.
 * Source: v20 semantics 4.3, 4.5, 5.7.
 */

import { type Instant, instant, MICROS_PER_HOUR, MICROS_PER_MINUTE } from './instant.js';
import { zone } from './zone.js';

export const NEW_YORK = 'America/New_York';
const ROLLOVER_HOUR = 17;
/** Days to look ahead for the next change of a week's session. */
const WEEK = 7;
const MINUTES_PER_HOUR = 60;

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

/** When an instrument trades. */
export interface TradingHours {
  readonly weekOpen: TimeOfWeek;
  /** The first one after `weekOpen`, in the same week or the next. */
  readonly weekClose: TimeOfWeek;
  /** Closed every day between these times; `to` is on the next day unless it is after `from`. */
  readonly dailyBreak?: { readonly from: TimeOfDay; readonly to: TimeOfDay };
  /** IANA zone of the times; absent: New York. */
  readonly timeZone?: string;
  readonly alwaysOpen?: true;
  /** A tick outside these hours may be traded at, and opens the market for a while. */
  readonly asRecorded?: true;
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
  const local = zone(hours.timeZone ?? NEW_YORK).toLocal(at);
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

/** Openings and closings of the week that opens in the seven days from the Sunday `sunday` on. */
function weekChanges(hours: TradingHours, sunday: number): Change[] {
  const { weekOpen, weekClose, dailyBreak, timeZone = NEW_YORK } = hours;
  const at = (days: number, { hour, minute }: TimeOfDay) =>
    zone(timeZone).toInstant(days, hour * MICROS_PER_HOUR + minute * MICROS_PER_MINUTE);
  let opens = at(sunday + weekOpen.day, weekOpen);
  const sameWeek = at(sunday + weekClose.day, weekClose);
  const closes = sameWeek > opens ? sameWeek : at(sunday + WEEK + weekClose.day, weekClose);
  const changes: Change[] = [{ at: closes, open: false }];
  if (dailyBreak !== undefined) {
    const { from: begin, to: end } = dailyBreak;
    const night = minuteOf(end) > minuteOf(begin) ? 0 : 1;
    for (let day = weekOpen.day - 1; day <= weekOpen.day + WEEK; day++) {
      const from = at(sunday + day, begin);
      const to = at(sunday + day + night, end);
      if (to <= opens || from >= closes) continue;
      if (to < closes) changes.push({ at: to, open: true });
      if (from > opens) changes.push({ at: from, open: false });
      else opens = to;
    }
  }
  changes.push({ at: opens, open: true });
  return changes;
}

function minuteOf({ hour, minute }: TimeOfDay): number {
  return hour * MINUTES_PER_HOUR + minute;
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
