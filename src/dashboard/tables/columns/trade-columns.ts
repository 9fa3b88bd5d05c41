/** The columns of the table of trades. */

import type { Trade } from '../../wire/trades.js';
import { idColumn, instrumentColumn, nameColumn, timeColumn, valueColumn } from './cells.js';
import { onlySaved, ranked, type TextColumn } from './text-column.js';

/** The columns; an open trade has its result so far as unrealized. */
export const TRADE_COLUMNS: readonly TextColumn<Trade>[] = [
  idColumn('Trade'),
  ranked(
    1,
    timeColumn('time', 'Opened', ({ openTime }) => openTime),
  ),
  instrumentColumn(({ instrument }) => instrument),
  onlySaved(nameColumn('type', 'State', 5, ({ state }) => state)),
  valueColumn('units', 'units', 'Units', ({ initialUnits }) => initialUnits),
  ranked(
    3,
    valueColumn('number', 'left', 'Left', ({ currentUnits }) => currentUnits),
  ),
  valueColumn('number', 'price', 'Price', ({ price }) => price),
  valueColumn('result', 'pl', 'Realized', ({ realizedPL }) => realizedPL),
  valueColumn('result', 'open', 'Unrealized', ({ unrealizedPL }) => unrealizedPL ?? ''),
  ranked(
    1,
    valueColumn(
      'number',
      'stop',
      'Stop',
      ({ stopLossOrder, guaranteedStopLossOrder }) =>
        (stopLossOrder ?? guaranteedStopLossOrder)?.price ?? '',
    ),
  ),
  ranked(
    2,
    valueColumn(
      'number',
      'trail',
      'Trailing',
      order => order.trailingStopLossOrder?.trailingStopValue ?? '',
    ),
  ),
  ranked(
    1,
    valueColumn(
      'number',
      'profit',
      'Profit',
      ({ takeProfitOrder }) => takeProfitOrder?.price ?? '',
    ),
  ),
  ranked(
    3,
    valueColumn('number', 'close', 'Closed at', ({ averageClosePrice }) => averageClosePrice ?? ''),
  ),
  ranked(
    4,
    timeColumn('closed', 'Closed', ({ closeTime }) => closeTime ?? ''),
  ),
];
