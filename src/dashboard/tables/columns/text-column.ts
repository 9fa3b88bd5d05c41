/** Columns of which every cell has an exact text, which CSV takes, and something that is shown. */

import { present } from '../../../core/base/present.js';
import type { Column } from '../../parts/table-column.js';

export interface TextColumn<Row> extends Column<Row> {
  /** The text as v20 has it; empty when the row has no such value. */
  readonly text: (row: Row) => string;
  /** Whether it is a column of CSV alone, because a screen has no room for it. */
  readonly isOnlySaved?: true;
}

type TextColumnParts<Row> = Omit<TextColumn<Row>, 'cell'> & Partial<Pick<TextColumn<Row>, 'cell'>>;

/** A column that shows its text, unless it is given something else to show. */
export function textColumn<Row>(given: TextColumnParts<Row>): TextColumn<Row> {
  return { cell: given.text, ...given };
}

/** The column for CSV alone. */
export function onlySaved<Row>(column: TextColumn<Row>): TextColumn<Row> {
  return { ...column, isOnlySaved: true };
}

/** The column for cards, too, although a narrow table leaves it out. */
export function onCard<Row>(column: TextColumn<Row>): TextColumn<Row> {
  return { ...column, isOnCard: true };
}

/** The columns with ranks, by their ids: the higher it is, the earlier a narrow table leaves one out. */
export function ranked<Row>(
  ranks: Readonly<Record<string, number>>,
  columns: readonly TextColumn<Row>[],
): readonly TextColumn<Row>[] {
  return columns.map(column => ({ ...column, ...present({ rank: ranks[column.id] }) }));
}

/** The line of CSV of a row. */
export function textsOf<Row>(columns: readonly TextColumn<Row>[], row: Row): readonly string[] {
  return columns.map(({ text }) => text(row));
}
