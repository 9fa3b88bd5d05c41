/**
 * The trading week and the daily rollover. Times are New York time unless the trading hours name
 * another zone; the zone of the process does not matter. One calendar serves sessions, financing,
 * good-for-day orders and daily candles. Source: v20 semantics 4.3, 4.5, 5.7.
 */

import { dayOfWeek, type Instant, MICROS_PER_HOUR, MICROS_PER_MINUTE } from './instant.js';
import { zone } from './zone.js';

/** The IANA zone of the rollover and of trading hours that name no zone. */
export const NEW_YORK = 'America/New_York';
const ROLLOVER_HOUR = 17;
/** Days in a week; also how far to look ahead for the next change of the session. */
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

/** A wall-clock time: hour 0 to 23, minute 0 to 59. */
export interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
}

/** A wall-clock time on a day of the week. */
export interface TimeOfWeek extends TimeOfDay {
  /** 0 is Sunday, 6 is Saturday. */
  readonly day: number;
}

const TIME_OF_WEEK = /^([A-Z][a-z]+) ([01]\d|2[0-3]):([0-5]\d)$/;

const TIME_OF_DAY = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** Reads a wall-clock time such as `08:00`; undefined when the text is none. */
export function parseTimeOfDay(text: string): TimeOfDay | undefined {
  const [, hour, minute] = TIME_OF_DAY.exec(text) ?? [];
  return hour === undefined ? undefined : { hour: Number(hour), minute: Number(minute) };
}

/** Reads a weekday and a time, such as `Sunday 17:00`; undefined when the text is neither. */
export function parseTimeOfWeek(text: string): TimeOfWeek | undefined {
  const [, name = '', hour, minute] = TIME_OF_WEEK.exec(text) ?? [];
  const day = (WEEKDAYS as readonly string[]).indexOf(name.toUpperCase());
  return day < 0 ? undefined : { day, hour: Number(hour), minute: Number(minute) };
}

/** When an instrument trades. All times are wall-clock times in `timeZone`. */
export interface TradingHours {
  /** When the market opens for the week. */
  readonly weekOpen: TimeOfWeek;
  /**
   * When the market closes for the week: the first such time after `weekOpen`, in the same week or
   * the next.
   */
  readonly weekClose: TimeOfWeek;
  /**
   * The market is closed every day between these times. `to` is on the next day unless it is later
   * than `from`.
   */
  readonly dailyBreak?: { readonly from: TimeOfDay; readonly to: TimeOfDay };
  /** The IANA zone of the times; default New York. */
  readonly timeZone?: string;
  /** The market never closes; the other hours are not used. */
  readonly alwaysOpen?: true;
  /** A tick outside these hours can be traded on. It opens the market for a short time. */
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
/** The same hours as metals. */
export const INDEX_HOURS: TradingHours = METAL_HOURS;

/** Whether the market is open, and how long that stays so. */
export interface OpenState {
  /** Whether the market is open at the instant asked about. */
  readonly open: boolean;
  /**
   * Microseconds of the next change, strictly after the instant asked about; Infinity when there is
   * none.
   */
  readonly until: number;
}

/** Whether the market is open at `at`. It opens and closes exactly at the instants of its hours. */
export function sessionAt(hours: TradingHours, at: Instant): OpenState {
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

/**
 * The openings and closings of the trading week that opens in the seven days from the Sunday
 * `sunday` on.
 * @param sunday - day number since the epoch.
 */
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

/** The next instant strictly after `at` at which the wall clock of the zone shows hour:minute. */
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

/** The weekdays in their order, Sunday first. */
export const WEEKDAYS: readonly DayOfWeek[] = [
  'SUNDAY',
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
];

/**
 * The day of trading of `at`, as days since 1970: the New York date of the first rollover at or
 * after it.
 */
export function tradingDate(at: Instant): number {
  const { days, microsOfDay } = zone(NEW_YORK).toLocal(at);
  return microsOfDay > ROLLOVER_HOUR * MICROS_PER_HOUR ? days + 1 : days;
}

/** The same once the events of `at` are over: a rollover then belongs to the day that it begins. */
export function tradingDateAfter(at: Instant): number {
  const { days, microsOfDay } = zone(NEW_YORK).toLocal(at);
  return microsOfDay >= ROLLOVER_HOUR * MICROS_PER_HOUR ? days + 1 : days;
}

/** The weekday of a date, which is counted in days since 1970. */
export function weekdayOf(date: number): DayOfWeek {
  return WEEKDAYS[dayOfWeek(date)] as DayOfWeek;
}

/**
 * The New York weekday of the first rollover at or after `at`. That rollover ends the trading day
 * of `at`.
 */
export function tradingDay(at: Instant): DayOfWeek {
  return weekdayOf(tradingDate(at));
}
