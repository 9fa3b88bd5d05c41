/** The days that a rollover counts: by settlement or by weekday, and what holidays move. */

import {
  baseCurrency,
  type Instrument,
  quoteCurrency,
} from '../../../../core/market/instrument.js';
import { settlementLag } from '../../../../core/market/instrument-table.js';
import { movedDays, weekOf } from '../../../../core/market/value-dates.js';
import { csvRows } from '../../files/csv-rows.js';
import type { RawDays } from '../given/raw.js';
import { CURRENCY_NAME, dateIn, nameIn } from './dated-rows.js';

/** The dates of each currency on which no payment is made, in days since 1970. */
export type Holidays = ReadonlyMap<string, ReadonlySet<number>>;

/** The holidays of each currency; a row may stand twice. @throws InputError */
export async function readHolidays(file: string, text: string): Promise<Holidays> {
  const found = new Map<string, Set<number>>();
  for (const row of await csvRows(file, text, ['currency', 'date'])) {
    const currency = nameIn(row, 'currency', CURRENCY_NAME);
    found.set(currency, (found.get(currency) ?? new Set()).add(dateIn(row, 'date')));
  }
  return found;
}

/**
 * The days charged for an instrument. Holidays move those of a pair or a metal that follow from its
 * settlement; a table by weekday holds as it is, and an index is not delivered.
 */
export function chargedDays(
  instrument: Instrument,
  given: RawDays | undefined,
  holidays: Holidays,
): Pick<Instrument, 'financing' | 'movedDays'> {
  const { financing, name, type } = instrument;
  if (typeof given === 'object') {
    const days = financing.financingDaysOfWeek.map(({ dayOfWeek }) => ({
      dayOfWeek,
      daysCharged: given[dayOfWeek] ?? 0,
    }));
    return { financing: { ...financing, financingDaysOfWeek: days } };
  }
  const lag = given === undefined ? settlementLag(name) : given === 'T+1' ? 1 : 2;
  const own = new Set(
    [baseCurrency(instrument), quoteCurrency(instrument)].flatMap(currency => [
      ...(holidays.get(currency) ?? []),
    ]),
  );
  const days = { financing: { ...financing, financingDaysOfWeek: weekOf(lag) } };
  return own.size === 0 || type === 'CFD' ? days : { ...days, movedDays: movedDays(lag, own) };
}
