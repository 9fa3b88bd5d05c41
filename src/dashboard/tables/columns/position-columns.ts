/** The columns of the table of positions. */

import type { Position } from '../../wire/types.js';
import { instrumentColumn, valueColumn } from './cells.js';
import { ranked, type TextColumn } from './text-column.js';

const shown = (units: string) => (units === '0' ? '' : units);

export const POSITION_COLUMNS: readonly TextColumn<Position>[] = [
  { ...instrumentColumn<Position>(({ instrument }) => instrument), width: 7 },
  valueColumn('units', 'long', 'Long', ({ long }) => shown(long.units)),
  ranked(
    1,
    valueColumn('number', 'longPrice', 'Average', ({ long }) => long.averagePrice ?? ''),
  ),
  valueColumn('units', 'short', 'Short', ({ short }) => shown(short.units)),
  ranked(
    1,
    valueColumn('number', 'shortPrice', 'Average', ({ short }) => short.averagePrice ?? ''),
  ),
  valueColumn('result', 'open', 'Unrealized', ({ unrealizedPL }) => unrealizedPL ?? ''),
  valueColumn('result', 'realized', 'Realized', ({ pl }) => pl ?? ''),
  ranked(
    2,
    valueColumn('result', 'financing', 'Financing', ({ financing }) => financing ?? ''),
  ),
  valueColumn('amount', 'margin', 'Margin', ({ marginUsed }) => marginUsed ?? ''),
];
