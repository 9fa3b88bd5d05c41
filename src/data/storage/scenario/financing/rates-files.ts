/**
 * The two forms of dated rates: those of instruments (`instrument,from,long,short`), and interest
 * rates of currencies (`currency,from,rate`), from which a markup makes those of an instrument.
 * Source: v20 semantics 5.7; docs/concepts/financing.md.
 */

import { formatUnits } from '../../../../core/base/decimal.js';
import type { DatedRates } from '../../../../core/market/instrument.js';
import type { InterestRate } from '../../../../core/market/interest-rates.js';
import { csvRows } from '../../files/csv-rows.js';
import { byName, CURRENCY_NAME, dateIn, INSTRUMENT_NAME, nameIn, rateIn } from './dated-rows.js';

const RATES = ['instrument', 'from', 'long', 'short'] as const;
const INTEREST = ['currency', 'from', 'rate'] as const;

/** The rates of each instrument. @param file - name for messages.  @throws InputError */
export async function readRates(
  file: string,
  text: string,
): Promise<ReadonlyMap<string, readonly DatedRates[]>> {
  const rows = (await csvRows(file, text, RATES)).map(row => ({
    name: nameIn(row, 'instrument', INSTRUMENT_NAME),
    entry: {
      from: dateIn(row, 'from'),
      longRate: formatUnits(rateIn(row, 'long')),
      shortRate: formatUnits(rateIn(row, 'short')),
    },
    twice: () => row.fault('from', 'a date that the instrument has once'),
  }));
  return byName(rows, ({ from }) => from);
}

/** The interest rates of each currency. @param file - name for messages.  @throws InputError */
export async function readInterest(
  file: string,
  text: string,
): Promise<ReadonlyMap<string, readonly InterestRate[]>> {
  const rows = (await csvRows(file, text, INTEREST)).map(row => ({
    name: nameIn(row, 'currency', CURRENCY_NAME),
    entry: { from: dateIn(row, 'from'), rate: rateIn(row, 'rate') },
    twice: () => row.fault('from', 'a date that the currency has once'),
  }));
  return byName(rows, ({ from }) => from);
}
