/**
 * The file of dividends (`instrument,exDate,amount`). An amount is in the quote currency of the
 * instrument, per unit: the points by which an index falls. Source: v20 semantics 5.10;
 * docs/concepts/financing.md.
 */

import { formatUnits } from '../../../../core/base/decimal.js';
import type { Dividend } from '../../../../core/market/instrument.js';
import { csvRows } from '../../files/csv-rows.js';
import { amountIn, byName, dateIn, INSTRUMENT_NAME, nameIn } from './dated-rows.js';

const DIVIDENDS = ['instrument', 'exDate', 'amount'] as const;

/** The dividends of each instrument, in the order of their ex-days. @param file - name for messages.  @throws InputError */
export async function readDividends(
  file: string,
  text: string,
): Promise<ReadonlyMap<string, readonly Dividend[]>> {
  const rows = (await csvRows(file, text, DIVIDENDS)).map(row => ({
    name: nameIn(row, 'instrument', INSTRUMENT_NAME),
    entry: { exDate: dateIn(row, 'exDate'), amount: formatUnits(amountIn(row, 'amount')) },
    twice: () => row.fault('exDate', 'a date that the instrument has once'),
  }));
  return byName(rows, ({ exDate }) => exDate);
}
