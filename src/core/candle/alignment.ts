/**
 * Candle buckets: to which bucket an instant belongs. Knows granularities and zone rules; not
 * prices, not requests. Aligned buckets start on the wall clock of the zone, so that on the days
 * of a clock change one of them is longer or shorter.
 * Invariant: bucketStart(t) <= t < bucketEnd(bucketStart(t)); buckets tile time.
 * Source: v20 semantics 7.1; decision 0004.
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

export const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export interface Alignment {
  /** Local hour at which days start, 0 to 23. */
  readonly dailyAlignment: number;
  /** IANA zone. */
  readonly alignmentTimezone: string;
  readonly weeklyAlignment: Weekday;
}

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
 * The start of the bucket of `at`.
 * @throws UnknownZoneError when the alignment's zone does not exist.
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

/** The end of the bucket that starts at `start`; exclusive. */
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

/** Numbered bucket starts of one aligned granularity: index -> wall-clock time, and back roughly. */
interface Steps {
  /** An index at most two steps from the bucket of `at`. */
  indexNear(where: Zone, at: Instant, alignment: Alignment): number;
  /** Civil day number and microseconds since local midnight of start `index`. */
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

/** Steps of `hours` wall-clock hours from the daily alignment; 24 must be a multiple of it. */
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

/** Day number of the first aligned weekday on or after the epoch, a Thursday. */
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
