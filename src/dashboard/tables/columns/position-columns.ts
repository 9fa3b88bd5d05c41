/** The columns of the table of positions. */

import type { Position } from '../../wire/types.js';
import { instrumentColumn, valueColumn } from './cells.js';
import { ranked, type TextColumn } from './text-column.js';

const shown = (units: string) => (units === '0' ? '' : units);

export const POSITION_COLUMNS: readonly TextColumn<Position>[] = ranked(
  { longPrice: 1, shortPrice: 1, financing: 2 },
  [
    { ...instrumentColumn<Position>(({ instrument }) => instrument), width: 7 },
    valueColumn('units', 'long', 'Long', ({ long }) => shown(long.units)),
    valueColumn('number', 'longPrice', 'Average', ({ long }) => long.averagePrice ?? ''),
    valueColumn('units', 'short', 'Short', ({ short }) => shown(short.units)),
    valueColumn('number', 'shortPrice', 'Average', ({ short }) => short.averagePrice ?? ''),
    valueColumn('result', 'open', 'Unrealized', ({ unrealizedPL }) => unrealizedPL ?? ''),
    valueColumn('result', 'realized', 'Realized', ({ pl }) => pl ?? ''),
    valueColumn('result', 'financing', 'Financing', ({ financing }) => financing ?? ''),
    valueColumn('amount', 'margin', 'Margin', ({ marginUsed }) => marginUsed ?? ''),
  ],
);
