/** The columns of the table of transactions. */

import type { Transaction } from '../../wire/types.js';
import { idColumn, instrumentColumn, nameColumn, timeColumn, valueColumn } from './cells.js';
import { onlySaved, ranked, type TextColumn, textColumn } from './text-column.js';

/** The columns; the reason is that of a refusal where there is one. */
export const TRANSACTION_COLUMNS: readonly TextColumn<Transaction>[] = ranked(
  { reason: 2, balance: 3, order: 4, trade: 4 },
  [
    idColumn('Id'),
    timeColumn('time', 'Time', ({ time }) => time),
    nameColumn('type', 'Type', 10, ({ type }) => type),
    nameColumn('reason', 'Reason', 10.5, ({ rejectReason, reason }) => {
      return rejectReason ?? reason ?? '';
    }),
    instrumentColumn(({ instrument }) => instrument ?? ''),
    valueColumn('units', 'units', 'Units', ({ units }) => units ?? ''),
    valueColumn('number', 'price', 'Price', ({ price }) => price ?? ''),
    valueColumn('result', 'pl', 'P/L', ({ pl }) => pl ?? ''),
    valueColumn('amount', 'balance', 'Balance', ({ accountBalance }) => accountBalance ?? ''),
    valueColumn('link', 'order', 'Order', ({ orderID }) => orderID ?? ''),
    valueColumn('link', 'trade', 'Trade', ({ tradeID }) => tradeID ?? ''),
    onlySaved(
      textColumn({
        id: 'request',
        title: 'Request',
        width: 11,
        text: ({ requestID }) => requestID ?? '',
      }),
    ),
  ],
);
