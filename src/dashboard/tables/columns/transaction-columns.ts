/** The columns of the table of transactions. */

import { grouped } from '../../parts/format.js';
import type { Transaction } from '../../wire/types.js';
import {
  idColumn,
  instrumentColumn,
  linkColumn,
  nameColumn,
  numberColumn,
  resultColumn,
  timeColumn,
  unitsColumn,
} from './cells.js';
import { onlySaved, type TextColumn, textColumn } from './text-column.js';

/** The columns; the reason is that of a refusal where there is one. */
export const TRANSACTION_COLUMNS: readonly TextColumn<Transaction>[] = [
  idColumn('Id'),
  timeColumn('time', 'Time', ({ time }) => time),
  nameColumn('type', 'Type', 9, ({ type }) => type),
  nameColumn('reason', 'Reason', 8.8, ({ rejectReason, reason }) => rejectReason ?? reason ?? ''),
  instrumentColumn(({ instrument }) => instrument ?? ''),
  unitsColumn('units', 'Units', ({ units }) => units ?? ''),
  numberColumn('price', 'Price', ({ price }) => price ?? ''),
  resultColumn('pl', 'P/L', ({ pl }) => pl ?? ''),
  textColumn({
    id: 'balance',
    title: 'Balance',
    width: '5.6rem',
    isNumber: true,
    text: ({ accountBalance }) => accountBalance ?? '',
    cell: ({ accountBalance }) => grouped(accountBalance ?? ''),
  }),
  linkColumn('order', 'Order', ({ orderID }) => orderID ?? ''),
  linkColumn('trade', 'Trade', ({ tradeID }) => tradeID ?? ''),
  onlySaved(
    textColumn({
      id: 'request',
      title: 'Request',
      width: '11rem',
      text: ({ requestID }) => requestID ?? '',
    }),
  ),
];
