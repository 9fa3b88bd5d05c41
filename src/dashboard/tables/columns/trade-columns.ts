/** The columns of the table of trades. */

import type { Trade } from '../../wire/trades.js';
import {
  idColumn,
  instrumentColumn,
  nameColumn,
  numberColumn,
  resultColumn,
  timeColumn,
  unitsColumn,
} from './cells.js';
import type { TextColumn } from './text-column.js';

/** The columns; an open trade has its result so far as unrealized. */
export const TRADE_COLUMNS: readonly TextColumn<Trade>[] = [
  idColumn('Trade'),
  timeColumn('time', 'Opened', ({ openTime }) => openTime),
  instrumentColumn(({ instrument }) => instrument),
  nameColumn('type', 'State', 5, ({ state }) => state),
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
  timeColumn('closed', 'Closed', ({ closeTime }) => closeTime ?? ''),
];
