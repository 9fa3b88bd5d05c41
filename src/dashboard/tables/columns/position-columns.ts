/** The columns of the table of positions. */

import { instrumentText } from '../../parts/format.js';
import type { Position } from '../../wire/types.js';
import { numberColumn, resultColumn, unitsColumn } from './cells.js';
import { type TextColumn, textColumn } from './text-column.js';

const shown = (units: string) => (units === '0' ? '' : units);

export const POSITION_COLUMNS: readonly TextColumn<Position>[] = [
  textColumn({
    id: 'instrument',
    title: 'Instrument',
    width: '7rem',
    text: ({ instrument }) => instrument,
    cell: ({ instrument }) => instrumentText(instrument),
  }),
  unitsColumn('long', 'Long', ({ long }) => shown(long.units)),
  numberColumn('longPrice', 'Average', ({ long }) => long.averagePrice ?? ''),
  unitsColumn('short', 'Short', ({ short }) => shown(short.units)),
  numberColumn('shortPrice', 'Average', ({ short }) => short.averagePrice ?? ''),
  resultColumn('open', 'Unrealized', ({ unrealizedPL }) => unrealizedPL ?? ''),
  resultColumn('pl', 'Realized', ({ pl }) => pl ?? ''),
  resultColumn('financing', 'Financing', ({ financing }) => financing ?? ''),
  numberColumn('margin', 'Margin', ({ marginUsed }) => marginUsed ?? ''),
];
