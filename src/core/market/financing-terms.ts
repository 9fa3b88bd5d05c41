/**
 * What financing costs on a day of trading: rates and days charged. Both change at 17:00 New York
 * only, so that one day has one rate. Days are New York dates, counted in days since 1970. Source:
 * v20 semantics 5.7.
 */

import { countWhile } from '../base/bisect.js';
import { tradingDateAfter, WEEKDAYS, weekdayOf } from '../time/calendar.js';
import type { Instant } from '../time/instant.js';
import type { Instrument, InstrumentFinancing } from './instrument.js';

/** Yearly rates as decimal fractions; a negative rate is a charge. */
export type FinancingRates = Pick<InstrumentFinancing, 'longRate' | 'shortRate'>;

/** The rates that are charged for the day of trading `day`. */
export function ratesOn({ financing, datedRates }: Instrument, day: number): FinancingRates {
  if (datedRates === undefined) return financing;
  const known = countWhile(datedRates.length, at => (datedRates[at]?.from ?? day) <= day);
  return datedRates[known - 1] ?? financing;
}

/** How many days are charged at the rollover that ends `day`; 0 for a weekday without an entry. */
export function daysChargedOn({ financing, movedDays = [] }: Instrument, day: number): number {
  const before = countWhile(movedDays.length, at => (movedDays[at]?.day ?? day) < day);
  const moved = movedDays[before];
  if (moved?.day === day) return moved.daysCharged;
  const weekday = weekdayOf(day);
  const entry = financing.financingDaysOfWeek.find(({ dayOfWeek }) => dayOfWeek === weekday);
  return entry?.daysCharged ?? 0;
}

/**
 * The terms as v20 publishes them at `now`: the rates of the day of trading that is under way, and the
 * days of its week.
 */
export function financingAt(instrument: Instrument, now: Instant): InstrumentFinancing {
  const { financing, datedRates, movedDays } = instrument;
  if (datedRates === undefined && movedDays === undefined) return financing;
  const day = tradingDateAfter(now);
  const { longRate, shortRate } = ratesOn(instrument, day);
  const sunday = day - WEEKDAYS.indexOf(weekdayOf(day));
  const financingDaysOfWeek = financing.financingDaysOfWeek.map(({ dayOfWeek }) => ({
    dayOfWeek,
    daysCharged: daysChargedOn(instrument, sunday + WEEKDAYS.indexOf(dayOfWeek)),
  }));
  return { longRate, shortRate, financingDaysOfWeek };
}
