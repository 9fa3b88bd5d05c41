/**
 * How many days of financing a rollover charges. A pair is delivered on its value date, some business
 * days after the day of trading. A position held over a rollover is delivered later, by the days between
 * the value dates of this day and of the next. Over a weekend these are three, on the Wednesday of a pair
 * that settles in two days and on the Thursday of one that settles in one. Days are New York dates,
 * counted in days since 1970. Source: v20 semantics 5.7.
 */

import { type DayOfWeek, WEEKDAYS } from '../time/calendar.js';
import { dayOfWeek } from '../time/instant.js';
import type { InstrumentFinancing, MovedDay } from './instrument.js';

/** Number of business days from a day of trading to its value date: 2 (T+2), or 1 (T+1) as for USD_CAD. */
export type SettlementLag = 1 | 2;

const SATURDAY = 6;
/** No holiday reaches further back, even with those of a week before it. */
const REACH = 14;
/** A week without holidays, which begins on a Sunday. */
const PLAIN_SUNDAY = 3;

/** The days charged in a week without holidays, Monday first as v20 lists them. */
export function weekOf(lag: SettlementLag): InstrumentFinancing['financingDaysOfWeek'] {
  const [sunday, ...others] = WEEKDAYS;
  return [...others, sunday as DayOfWeek].map(name => ({
    dayOfWeek: name,
    daysCharged: daysOver(PLAIN_SUNDAY + WEEKDAYS.indexOf(name), lag, new Set()),
  }));
}

/**
 * The days that holidays move, ascending: those for which another number counts than in other weeks.
 * @param holidays - dates on which a bank of one of the two currencies is closed.
 */
export function movedDays(lag: SettlementLag, holidays: ReadonlySet<number>): MovedDay[] {
  const near = new Set<number>();
  for (const holiday of holidays) {
    for (let day = holiday - REACH; day <= holiday; day++) near.add(day);
  }
  return [...near]
    .sort((a, b) => a - b)
    .flatMap(day => {
      const daysCharged = daysOver(day, lag, holidays);
      return daysCharged === daysOver(day, lag, new Set()) ? [] : [{ day, daysCharged }];
    });
}

/** Days between the value dates of `day` and of the next weekday; 0 at the weekend, when the market is closed. */
function daysOver(day: number, lag: SettlementLag, holidays: ReadonlySet<number>): number {
  if (isWeekend(day)) return 0;
  let next = day + 1;
  while (isWeekend(next)) next += 1;
  return valueDate(next, lag, holidays) - valueDate(day, lag, holidays);
}

function valueDate(day: number, lag: SettlementLag, holidays: ReadonlySet<number>): number {
  let date = day;
  for (let left: number = lag; left > 0; ) {
    date += 1;
    if (!isWeekend(date) && !holidays.has(date)) left -= 1;
  }
  return date;
}

function isWeekend(day: number): boolean {
  return dayOfWeek(day) % SATURDAY === 0;
}
