/**
 * Candle buckets: which bucket an instant belongs to. The rules use the granularity and the time
 * zone, not prices. Aligned buckets start at wall-clock times of the zone, so one of them is longer
 * or shorter on the day of a clock change. Invariant: bucketStart(t) <= t <
 * bucketEnd(bucketStart(t)); buckets cover all time without gaps. Source: v20 semantics 7.1;
 * decision 0004.
 */

import {
  civilFromDays,
  daysFromCivil,
  type Instant,
  instant,
  MICROS_PER_DAY,
  MICROS_PER_HOUR,
  MICROS_PER_MINUTE,
  MICROS_PER_SECOND,
} from '../time/instant.js';
import { type Zone, zone } from '../time/zone.js';
import { GRANULARITIES, type Granularity } from './granularity.js';

/** Weekdays as v20 spells them in `weeklyAlignment`. */
export const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;
/** One of the weekdays. */
export type Weekday = (typeof WEEKDAYS)[number];

/** Where aligned buckets start. */
export interface Alignment {
  /** Hour of the wall clock at which days start, 0 to 23. */
  readonly dailyAlignment: number;
  /** IANA zone of the wall clock. */
  readonly alignmentTimezone: string;
  /** The weekday on which weeks start. */
  readonly weeklyAlignment: Weekday;
}

/** The default of v20: days start at 17:00 New York, weeks on Friday. */
export const DEFAULT_ALIGNMENT: Alignment = {
  dailyAlignment: 17,
  alignmentTimezone: 'America/New_York',
  weeklyAlignment: 'Friday',
};

const UTC_UNIT = {
  second: MICROS_PER_SECOND,
  minute: MICROS_PER_MINUTE,
  hour: MICROS_PER_HOUR,
} as const;
const MONTHS_PER_YEAR = 12;

/**
 * The start of the bucket that holds `at`.
 * @throws UnknownZoneError when the zone of the alignment does not exist.
 */
export function bucketStart(at: Instant, granularity: Granularity, alignment: Alignment): Instant {
  const grid = utcGrid(granularity);
  if (grid !== undefined) return instant(Math.floor(at / grid) * grid);
  const where = zone(alignment.alignmentTimezone);
  const guess = steps(granularity).indexNear(where, at, alignment);
  let start = startOf(granularity, where, alignment, guess + 1);
  for (let index = guess; start > at; index--) {
    start = startOf(granularity, where, alignment, index);
  }
  return start;
}

/** The end (exclusive) of the bucket that starts at `start`. */
export function bucketEnd(start: Instant, granularity: Granularity, alignment: Alignment): Instant {
  const grid = utcGrid(granularity);
  if (grid !== undefined) return instant(start + grid);
  const where = zone(alignment.alignmentTimezone);
  let index = steps(granularity).indexNear(where, start, alignment) - 1;
  for (;;) {
    const next = startOf(granularity, where, alignment, index);
    if (next > start) return next;
    index++;
  }
}

/** Length of a bucket on the UTC grid in microseconds; undefined for aligned granularities. */
export function utcGrid(granularity: Granularity): number | undefined {
  const rule = GRANULARITIES[granularity];
  if (rule.alignedTo !== 'utc') return undefined;
  return UTC_UNIT[rule.unit] * rule.length;
}

/**
 * The bucket starts of one aligned granularity, numbered. Gives the wall-clock time of an index,
 * and roughly the index of an instant.
 */
interface Steps {
  /** An index at most two steps from the bucket of `at`. */
  indexNear(where: Zone, at: Instant, alignment: Alignment): number;
  /** The start of bucket `index`: day number, and microseconds since local midnight. */
  local(index: number, alignment: Alignment): { readonly days: number; readonly micros: number };
}

function startOf(
  granularity: Granularity,
  where: Zone,
  alignment: Alignment,
  index: number,
): Instant {
  const { days, micros } = steps(granularity).local(index, alignment);
  return where.toInstant(days, micros);
}

function steps(granularity: Granularity): Steps {
  const rule = GRANULARITIES[granularity];
  switch (rule.alignedTo) {
    case 'day':
      return rule.unit === 'day' ? dayParts(24) : dayParts(rule.length);
    case 'week':
      return WEEKS;
    default:
      return MONTHS;
  }
}

/** Buckets of `hours` wall-clock hours, counted from the daily alignment. `hours` divides 24. */
function dayParts(hours: number): Steps {
  const perDay = 24 / hours;
  return {
    indexNear(where, at, { dailyAlignment }) {
      const local = at + where.offsetAt(at) - dailyAlignment * MICROS_PER_HOUR;
      return Math.floor(local / (hours * MICROS_PER_HOUR));
    },
    local(index, { dailyAlignment }) {
      const day = Math.floor(index / perDay);
      const hour = dailyAlignment + (index - day * perDay) * hours;
      const over = Math.floor(hour / 24);
      return { days: day + over, micros: (hour - over * 24) * MICROS_PER_HOUR };
    },
  };
}

const WEEKS: Steps = {
  indexNear(where, at, alignment) {
    const day = Math.floor((at + where.offsetAt(at)) / MICROS_PER_DAY);
    return Math.floor((day - firstWeekday(alignment)) / 7);
  },
  local(index, alignment) {
    return {
      days: firstWeekday(alignment) + index * 7,
      micros: alignment.dailyAlignment * MICROS_PER_HOUR,
    };
  },
};

/** The day number of the first `weeklyAlignment` day on or after the epoch, a Thursday. */
function firstWeekday({ weeklyAlignment }: Alignment): number {
  return (WEEKDAYS.indexOf(weeklyAlignment) + 3) % 7;
}

const MONTHS: Steps = {
  indexNear(where, at) {
    const { year, month } = civilFromDays(Math.floor((at + where.offsetAt(at)) / MICROS_PER_DAY));
    return year * MONTHS_PER_YEAR + month - 1;
  },
  local(index, { dailyAlignment }) {
    const year = Math.floor(index / MONTHS_PER_YEAR);
    const days = daysFromCivil(year, index - year * MONTHS_PER_YEAR + 1, 1);
    return { days, micros: dailyAlignment * MICROS_PER_HOUR };
  },
};
