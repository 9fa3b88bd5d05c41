/**
 * Whether times were read on the wrong clock, by the weekends: the market closes on Friday and
 * opens on Sunday at 17:00 New York. Where the last tick of a week and the first of the next are
 * both late or early by the same time, the clock is wrong by that time. Several weekends, before
 * and after the changes of the clocks, show which clock it is.
 */

import type { TickColumns } from '../../../../core/market/tick.js';
import { NEW_YORK } from '../../../../core/time/calendar.js';
import {
  type Instant,
  instant,
  MICROS_PER_DAY,
  MICROS_PER_HOUR,
  MICROS_PER_MINUTE,
} from '../../../../core/time/instant.js';
import { zone } from '../../../../core/time/zone.js';
import { findGaps, type Gap } from '../columns/tick-books.js';
import { fileClock } from '../text/file-clock.js';
import { counted, type DoctorFinding, shortTime } from './finding.js';

/** A clock that a file may have been written by. */
interface Clock {
  /** The zone in the form of `--time-zone`. */
  readonly name: string;
  readonly about: string;
}

const UTC: Clock = { name: 'UTC', about: 'UTC' };
/** The clocks, the likelier ones first where several explain every weekend. */
const CLOCKS: readonly Clock[] = [
  UTC,
  { name: 'Etc/GMT+5', about: 'Eastern Standard Time all year, the clock of HistData' },
  { name: 'America/New_York+7', about: 'the clock of most MetaTrader servers' },
  { name: NEW_YORK, about: 'New York time' },
  { name: 'Europe/London', about: 'London time' },
  { name: 'Europe/Berlin', about: 'Central European Time' },
  { name: 'Europe/Athens', about: 'Eastern European Time' },
  { name: 'Etc/GMT-2', about: 'UTC+2 all year' },
  { name: 'Etc/GMT-3', about: 'UTC+3 all year' },
  { name: 'Asia/Singapore', about: 'Singapore and Hong Kong time' },
  { name: 'Asia/Tokyo', about: 'Tokyo time' },
  { name: 'Australia/Sydney', about: 'Sydney time' },
];

/** The clock by which ticks were really written, and the finding about it. */
export interface ClockVerdict {
  /** Puts a time right. */
  readonly right: (time: number) => number;
  /** Name of the clock; undefined when the times are right or do not show it. */
  readonly clock?: string;
  readonly findings: readonly DoctorFinding[];
}

const SHORTEST_WEEKEND = 30 * MICROS_PER_HOUR;
const LONGEST_WEEKEND = 80 * MICROS_PER_HOUR;
/** How long before the close the last tick may come, and how long after the open the first one. */
const QUIET = 50 * MICROS_PER_MINUTE;
/** How far ticks may lie within a closed market. */
const GRACE = 10 * MICROS_PER_MINUTE;
const HALF_HOUR = 30 * MICROS_PER_MINUTE;
const SUNDAY_TO_FRIDAY = 2;
const WEEK = 7;
const CLOSING_HOUR = 17 * MICROS_PER_HOUR;

/** A weekend of the ticks, and the market's own, in microseconds. */
interface Weekend extends Gap {
  readonly closes: number;
  readonly opens: number;
}

/** @param columns - ticks with their times as they were read. */
export function clockVerdict(columns: TickColumns): ClockVerdict {
  const weekends = findGaps(columns, SHORTEST_WEEKEND)
    .filter(({ from, to }) => to - from <= LONGEST_WEEKEND)
    .map(gap => ({ ...gap, ...nearestWeekend(instant(Math.floor((gap.from + gap.to) / 2))) }));
  const right = (time: number) => time;
  const scores = CLOCKS.map(clock => weekends.filter(each => explains(clock, each)).length);
  const best = Math.max(...scores);
  const [first, ...others] = CLOCKS.filter((_, index) => scores[index] === best);
  if (best * 2 <= weekends.length || first === undefined) {
    const even = weekends.filter(isShifted);
    const isWrong = even.length * 2 > weekends.length;
    return { right, findings: [isWrong ? unknownLag(even) : untold(weekends.length)] };
  }
  if (first === UTC) return { right, findings: [] };
  return {
    right: time => trueTime(first, time),
    clock: first.name,
    findings: [mistake(first, others, weekends)],
  };
}

/** The instant at which a clock showed what was read as UTC. */
function trueTime({ name }: Clock, shown: number): number {
  const days = Math.floor(shown / MICROS_PER_DAY);
  return fileClock(name)(days, shown - days * MICROS_PER_DAY);
}

/** Whether a weekend is the market's when its times were written by that clock. */
function explains(clock: Clock, { from, to, closes, opens }: Weekend): boolean {
  const early = closes - trueTime(clock, from);
  const late = trueTime(clock, to) - opens;
  return early >= -GRACE && early <= QUIET && late >= -GRACE && late <= QUIET;
}

/** Whether both ends of a weekend are late, or early, by the same time. */
function isShifted({ from, to, closes, opens }: Weekend): boolean {
  return Math.abs(to - opens - (from - closes)) <= QUIET;
}

/** The delay of the times at the opening of the week, in whole half hours. */
function lagOf({ to, opens }: Weekend): number {
  return Math.round((to - opens) / HALF_HOUR) * HALF_HOUR;
}

/** The weekend whose middle is nearest: Friday to Sunday, 17:00 New York. */
function nearestWeekend(middle: Instant): { opens: number; closes: number } {
  const where = zone(NEW_YORK);
  const { days, dayOfWeek } = where.toLocal(middle);
  const sunday = days - dayOfWeek + (dayOfWeek > WEEK / 2 ? WEEK : 0);
  return {
    opens: where.toInstant(sunday, CLOSING_HOUR),
    closes: where.toInstant(sunday - SUNDAY_TO_FRIDAY, CLOSING_HOUR),
  };
}

function untold(weekends: number): DoctorFinding {
  const why =
    weekends === 0
      ? 'the file has no whole weekend'
      : 'ticks lie in every weekend, so that its ends do not agree';
  const says = `The ticks do not show whether the clock is right: ${why}.`;
  return { kind: 'clock-untold', severity: 'note', says, count: weekends };
}

function unknownLag(weekends: readonly Weekend[]): DoctorFinding {
  const lags = [...new Set(weekends.map(each => lagText(lagOf(each))))];
  const says = `The clock is wrong: at weekends the times are ${lags.join(', then ')}. No clock in Orrery's list explains it.`;
  return { kind: 'clock-unknown', severity: 'fault', says, count: weekends.length };
}

function mistake(
  { name, about }: Clock,
  others: readonly Clock[],
  weekends: readonly Weekend[],
): DoctorFinding {
  const lags = [...new Set(weekends.map(each => lagText(lagOf(each))))];
  const { opens = 0, to = 0 } = weekends[0] ?? {};
  const also = others.map(other => `${other.name} (${other.about})`);
  const or =
    also.length === 0
      ? ''
      : ` Because there are few weekends, it may also be ${also.join(' or ')}.`;
  const says = `The clock is wrong: every time is ${lags.join(' or ')}. The week begins at ${shortTime(to)} UTC by the file, and the market opened at ${shortTime(opens)} UTC, Sunday 17:00 New York; ${counted(weekends.length, 'weekend')} looked at. They were written by ${about}, and read as UTC. Read the original with --time-zone ${name}.${or}`;
  return { kind: 'clock', severity: 'fault', says, count: weekends.length };
}

function lagText(lag: number): string {
  const hours = Math.abs(lag) / MICROS_PER_HOUR;
  if (lag === 0) return 'right';
  return `${hours} h too ${lag < 0 ? 'early' : 'late'}`;
}
