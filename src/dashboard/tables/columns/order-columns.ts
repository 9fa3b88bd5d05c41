/** The columns of the table of orders. */

import type { Order } from '../../wire/types.js';
import { idColumn, instrumentColumn, nameColumn, timeColumn, valueColumn } from './cells.js';
import { ranked, type TextColumn, textColumn } from './text-column.js';

export const ORDER_COLUMNS: readonly TextColumn<Order>[] = ranked(
  { time: 1, distance: 2, trade: 1, lifetime: 3, client: 4 },
  [
    idColumn('Order'),
    timeColumn('time', 'Made', ({ createTime }) => createTime),
    nameColumn('type', 'Type', 8.8, ({ type }) => type),
    instrumentColumn(({ instrument }) => instrument ?? ''),
    valueColumn('units', 'units', 'Units', ({ units }) => units ?? ''),
    valueColumn('number', 'price', 'Price', order => order.trailingStopValue ?? order.price ?? ''),
    valueColumn('number', 'distance', 'Distance', ({ distance }) => distance ?? ''),
    valueColumn('link', 'trade', 'Trade', ({ tradeID }) => tradeID ?? ''),
    nameColumn('state', 'State', 5.4, ({ state }) => state),
    textColumn({
      id: 'lifetime',
      title: 'Good till',
      width: 8,
      text: ({ timeInForce = '', gtdTime }) => gtdTime ?? timeInForce,
      cell: ({ timeInForce = '', gtdTime }) =>
        gtdTime === undefined ? timeInForce : gtdTime.slice(0, 16).replace('T', ' '),
    }),
    textColumn({
      id: 'client',
      title: 'Client id',
      width: 5,
      text: ({ clientExtensions }) => clientExtensions?.['id'] ?? '',
    }),
  ],
);
