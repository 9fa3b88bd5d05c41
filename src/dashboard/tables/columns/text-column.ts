/** Columns of which every cell has an exact text, which CSV takes, and something that is shown. */

import type { Column } from '../../parts/table-column.js';

export interface TextColumn<Row> extends Column<Row> {
  /** As v20 has it; empty when the row has no such value. */
  readonly text: (row: Row) => string;
  /** Whether it is a column of CSV alone, because a screen has no room for it. */
  readonly isOnlySaved?: true;
}

type Given<Row> = Omit<TextColumn<Row>, 'cell'> & Partial<Pick<TextColumn<Row>, 'cell'>>;

/** A column that shows its text, unless it is given something else to show. */
export function textColumn<Row>(given: Given<Row>): TextColumn<Row> {
  return { cell: given.text, ...given };
}

/** The column for CSV alone. */
export function onlySaved<Row>(column: TextColumn<Row>): TextColumn<Row> {
  return { ...column, isOnlySaved: true };
}

/** The column with a rank: the higher it is, the earlier a narrow table leaves the column out. */
export function ranked<Row>(rank: number, column: TextColumn<Row>): TextColumn<Row> {
  return { ...column, rank };
}

/** The line of CSV of a row. */
export function textsOf<Row>(columns: readonly TextColumn<Row>[], row: Row): readonly string[] {
  return columns.map(({ text }) => text(row));
}
