/**
 * What financing costs on a day of trading: rates, days charged, and whether units or their value are
 * charged. Rates and days change at 17:00 New York only, so that one day has one rate. Days are New York dates, counted in days since 1970. Source:
 * v20 semantics 5.7.
 */

import { countWhile } from '../base/bisect.js';
import { tradingDateAfter, WEEKDAYS, weekdayOf } from '../time/calendar.js';
import type { Instant } from '../time/instant.js';
import {
  baseCurrency,
  type Instrument,
  type InstrumentFinancing,
  quoteCurrency,
} from './instrument.js';

/** Yearly rates as decimal fractions; a negative rate is a charge. */
export type FinancingRates = Pick<InstrumentFinancing, 'longRate' | 'shortRate'>;

/** Metals whose units are charged; of other metals it is their value. */
const CHARGED_METALS: ReadonlySet<string> = new Set(['XAU', 'XAG']);

/**
 * Whether financing is a share of the value of a trade, in quote currency, as for indices. For pairs, gold
 * and silver it is a share of the units, in base currency.
 */
export function isFinancedByValue({ type, name, plain }: Instrument): boolean {
  if (type !== 'METAL') return type === 'CFD';
  return !CHARGED_METALS.has(baseCurrency({ name: plain?.name ?? name }));
}

/** The currency in which financing is charged, before it is turned into home currency. */
export function financingCurrency(instrument: Instrument): string {
  return isFinancedByValue(instrument) ? quoteCurrency(instrument) : baseCurrency(instrument);
}

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
