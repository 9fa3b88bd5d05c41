/** The columns of the table of trades. */

import type { Trade } from '../../wire/trades.js';
import {
  dayTimeColumn,
  idColumn,
  instrumentColumn,
  nameColumn,
  numberColumn,
  resultColumn,
  unitsColumn,
} from './cells.js';
import { onlySaved, type TextColumn } from './text-column.js';

/** The columns; an open trade has its result so far as unrealized. */
export const TRADE_COLUMNS: readonly TextColumn<Trade>[] = [
  idColumn('Trade'),
  dayTimeColumn('time', 'Opened', ({ openTime }) => openTime),
  instrumentColumn(({ instrument }) => instrument),
  onlySaved(nameColumn('type', 'State', 5, ({ state }) => state)),
  unitsColumn('units', 'Units', ({ initialUnits }) => initialUnits),
  numberColumn('left', 'Left', ({ currentUnits }) => currentUnits),
  numberColumn('price', 'Price', ({ price }) => price),
  resultColumn('pl', 'Realized', ({ realizedPL }) => realizedPL),
  resultColumn('open', 'Unrealized', ({ unrealizedPL }) => unrealizedPL ?? ''),
  numberColumn(
    'stop',
    'Stop',
    ({ stopLossOrder, guaranteedStopLossOrder }) =>
      (stopLossOrder ?? guaranteedStopLossOrder)?.price ?? '',
  ),
  numberColumn('trail', 'Trailing', order => order.trailingStopLossOrder?.trailingStopValue ?? ''),
  numberColumn('profit', 'Profit', ({ takeProfitOrder }) => takeProfitOrder?.price ?? ''),
  numberColumn('close', 'Closed at', ({ averageClosePrice }) => averageClosePrice ?? ''),
  dayTimeColumn('closed', 'Closed', ({ closeTime }) => closeTime ?? ''),
];
