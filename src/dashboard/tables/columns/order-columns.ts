/** The columns of the table of orders. */

import type { Order } from '../../wire/types.js';
import {
  idColumn,
  instrumentColumn,
  linkColumn,
  nameColumn,
  numberColumn,
  timeColumn,
  unitsColumn,
} from './cells.js';
import { type TextColumn, textColumn } from './text-column.js';

/** @param ofTrade - the instrument of a trade, for orders that name only their trade. */
export function orderColumns(
  ofTrade: (tradeID: string) => string | undefined,
): readonly TextColumn<Order>[] {
  return [
    idColumn('Order'),
    timeColumn('time', 'Made', ({ createTime }) => createTime),
    nameColumn('type', 'Type', 8.6, ({ type }) => type),
    instrumentColumn(
      ({ instrument, tradeID }) =>
        instrument ?? (tradeID === undefined ? undefined : ofTrade(tradeID)) ?? '',
    ),
    unitsColumn('units', 'Units', ({ units }) => units ?? ''),
    numberColumn('price', 'Price', order => order.trailingStopValue ?? order.price ?? ''),
    numberColumn('distance', 'Distance', ({ distance }) => distance ?? ''),
    linkColumn('trade', 'Trade', ({ tradeID }) => tradeID ?? ''),
    nameColumn('state', 'State', 5.2, ({ state }) => state),
    textColumn({
      id: 'lifetime',
      title: 'Good till',
      width: '8rem',
      text: ({ timeInForce = '', gtdTime }) => gtdTime ?? timeInForce,
      cell: ({ timeInForce = '', gtdTime }) =>
        gtdTime === undefined ? timeInForce : gtdTime.slice(0, 16).replace('T', ' '),
    }),
    textColumn({
      id: 'client',
      title: 'Client id',
      width: '5rem',
      text: ({ clientExtensions }) => clientExtensions?.['id'] ?? '',
    }),
  ];
}
