/**
 * Rows of the files of financing: a name, a date, and decimals. Rows may stand in any order; those
 * of a name are brought into the order of their dates.
 */

import { type Decimal, decimal } from '../../../../core/base/decimal.js';
import { isDecimalText } from '../../../../core/engine/request/read-order.js';
import { daysFromCivil, isCivilDate } from '../../../../core/time/instant.js';
import type { CsvRow } from '../../files/csv-rows.js';

/** The names of instruments and of currencies. */
export const INSTRUMENT_NAME = {
  pattern: /^[A-Z0-9]{3,6}_[A-Z]{3}$/,
  rule: 'the name of an instrument, such as EUR_USD',
};
export const CURRENCY_NAME = { pattern: /^[A-Z]{3}$/, rule: 'three letters, such as EUR' };

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The name in a cell, in capitals. @throws InputError */
export function nameIn<Column extends string>(
  { cell, fault }: CsvRow<Column>,
  column: Column,
  { pattern, rule }: typeof INSTRUMENT_NAME,
): string {
  const name = cell(column).toUpperCase();
  if (!pattern.test(name)) throw fault(column, rule);
  return name;
}

/** The date in a cell, in days since 1970. @throws InputError */
export function dateIn<Column extends string>(
  { cell, fault }: CsvRow<Column>,
  column: Column,
): number {
  const [, ...parts] = DATE.exec(cell(column)) ?? [];
  const [year = 0, month = 0, day = 0] = parts.map(Number);
  if (!isCivilDate(year, month, day)) throw fault(column, 'a date, such as 2016-03-01');
  return daysFromCivil(year, month, day);
}

/** The yearly rate in a cell. @throws InputError unless it is a fraction from -1 to 1. */
export function rateIn<Column extends string>(row: CsvRow<Column>, column: Column): Decimal {
  const rule = 'a yearly rate as a fraction from -1 to 1, such as 0.025 for 2.5 %';
  const rate = decimalIn(row, column, rule);
  if (rate.abs().gt(1)) throw row.fault(column, rule);
  return rate;
}

/** The positive decimal in a cell. @throws InputError */
export function amountIn<Column extends string>(row: CsvRow<Column>, column: Column): Decimal {
  const rule = 'a decimal above 0, such as 5.25';
  const amount = decimalIn(row, column, rule);
  if (!amount.gt(0)) throw row.fault(column, rule);
  return amount;
}

/** The decimal in a cell. @throws InputError with `rule` when it is none. */
function decimalIn<Column extends string>(
  { cell, fault }: CsvRow<Column>,
  column: Column,
  rule: string,
): Decimal {
  const text = cell(column);
  if (!isDecimalText(text)) throw fault(column, rule);
  return decimal(text);
}

/** A row of a CSV file, and its place in the file. */
export interface ReadRow<Entry> {
  readonly name: string;
  readonly entry: Entry;
  /** The error for a second row of this name and date. */
  readonly twice: () => Error;
}

/** The entries of each name, in the order of their dates. @throws InputError when a date is twice. */
export function byName<Entry>(
  rows: readonly ReadRow<Entry>[],
  dateOf: (entry: Entry) => number,
): ReadonlyMap<string, readonly Entry[]> {
  const found = new Map<string, Map<number, Entry>>();
  for (const { name, entry, twice } of rows) {
    const own = found.get(name) ?? new Map<number, Entry>();
    found.set(name, own);
    if (own.has(dateOf(entry))) throw twice();
    own.set(dateOf(entry), entry);
  }
  const inOrder = (own: ReadonlyMap<number, Entry>) =>
    [...own].sort(([a], [b]) => a - b).map(([, entry]) => entry);
  return new Map([...found].map(([name, own]) => [name, inOrder(own)]));
}
