/** The columns of the table of transactions. */

import type { Transaction } from '../../wire/types.js';
import { idColumn, instrumentColumn, nameColumn, timeColumn, valueColumn } from './cells.js';
import { onlySaved, ranked, type TextColumn, textColumn } from './text-column.js';

/** The columns; the reason is that of a refusal where there is one. */
export const TRANSACTION_COLUMNS: readonly TextColumn<Transaction>[] = [
  idColumn('Id'),
  timeColumn('time', 'Time', ({ time }) => time),
  nameColumn('type', 'Type', 10, ({ type }) => type),
  ranked(
    2,
    nameColumn('reason', 'Reason', 10.5, ({ rejectReason, reason }) => {
      return rejectReason ?? reason ?? '';
    }),
  ),
  instrumentColumn(({ instrument }) => instrument ?? ''),
  valueColumn('units', 'units', 'Units', ({ units }) => units ?? ''),
  valueColumn('number', 'price', 'Price', ({ price }) => price ?? ''),
  valueColumn('result', 'pl', 'P/L', ({ pl }) => pl ?? ''),
  ranked(
    3,
    valueColumn('amount', 'balance', 'Balance', ({ accountBalance }) => accountBalance ?? ''),
  ),
  ranked(
    4,
    valueColumn('link', 'order', 'Order', ({ orderID }) => orderID ?? ''),
  ),
  ranked(
    4,
    valueColumn('link', 'trade', 'Trade', ({ tradeID }) => tradeID ?? ''),
  ),
  onlySaved(
    textColumn({
      id: 'request',
      title: 'Request',
      width: 11,
      text: ({ requestID }) => requestID ?? '',
    }),
  ),
];
