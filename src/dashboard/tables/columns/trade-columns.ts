/** The columns of the table of trades. */

import type { Trade } from '../../wire/trades.js';
import {
  idColumn,
  instrumentColumn,
  nameColumn,
  timeColumn,
  UnitsOf,
  valueColumn,
} from './cells.js';
import { shownUnits } from './shown-units.js';
import { onCard, onlySaved, ranked, type TextColumn, textColumn } from './text-column.js';

/** The columns; an open trade has its result so far as unrealized. */
export const TRADE_COLUMNS: readonly TextColumn<Trade>[] = ranked(
  { time: 1, stop: 1, trail: 2, profit: 1, close: 3, closed: 4 },
  [
    idColumn('Trade'),
    timeColumn('time', 'Opened', ({ openTime }) => openTime),
    instrumentColumn(({ instrument }) => instrument),
    onlySaved(nameColumn('type', 'State', 5, ({ state }) => state)),
    textColumn<Trade>({
      id: 'units',
      title: 'Units',
      width: 10,
      isSortable: true,
      text: ({ initialUnits }) => initialUnits,
      cell: trade => UnitsOf(shownUnits(trade)),
    }),
    onlySaved(valueColumn('number', 'left', 'Left', ({ currentUnits }) => currentUnits)),
    valueColumn('number', 'price', 'Price', ({ price }) => price),
    valueColumn('result', 'pl', 'Realized', ({ realizedPL }) => realizedPL),
    valueColumn('result', 'open', 'Unrealized', ({ unrealizedPL }) => unrealizedPL ?? ''),
    onCard(
      valueColumn(
        'number',
        'stop',
        'Stop',
        ({ stopLossOrder, guaranteedStopLossOrder }) =>
          (stopLossOrder ?? guaranteedStopLossOrder)?.price ?? '',
      ),
    ),
    valueColumn(
      'number',
      'trail',
      'Trailing',
      order => order.trailingStopLossOrder?.trailingStopValue ?? '',
    ),
    onCard(
      valueColumn(
        'number',
        'profit',
        'Profit',
        ({ takeProfitOrder }) => takeProfitOrder?.price ?? '',
      ),
    ),
    valueColumn('number', 'close', 'Closed at', ({ averageClosePrice }) => averageClosePrice ?? ''),
    timeColumn('closed', 'Closed', ({ closeTime }) => closeTime ?? ''),
  ],
);
