/**
 * A table that fits the terminal, or 80 columns where there is none: columns that people need least
 * are left out, and at last the texts of one column are wrapped.
 */

import { printsToTerminal } from './print.js';
import { failing, tableStyle } from './table-style.js';

/** Width of a table where the results go to no terminal. */
const USUAL_WIDTH = 80;
/** Space and border of a cell. */
const CELL_EXTRA = 3;
/** The narrowest column that is wrapped. */
const NARROWEST = 12;

export interface FittedColumn {
  /** May have several lines, as a cell may. */
  readonly head: string;
  readonly align: 'left' | 'right';
  /** The text of each row. */
  readonly cells: readonly string[];
  /** Whether the text of a row is marked as a failure. */
  readonly fails?: readonly boolean[];
  /** Columns with a higher number are left out first; without a number it always stays. */
  readonly leftOut?: number;
  /**
   * Whether texts are wrapped when no other column can be left out, at any character or between words;
   * of one column at most.
   */
  readonly isWrapped?: true | 'words';
}

/** The table, with a line end. */
export async function fittedTable(all: readonly FittedColumn[]): Promise<string> {
  const { default: Table } = await import('cli-table3');
  const width = (printsToTerminal() && process.stdout.columns) || USUAL_WIDTH;
  const columns = fitting(all, width);
  const free = width - total(columns.filter(({ isWrapped }) => isWrapped === undefined));
  const table = new Table({
    head: columns.map(({ head }) => head),
    style: tableStyle(),
    colAligns: columns.map(({ align }) => align),
    colWidths: columns.map(column =>
      column.isWrapped !== undefined
        ? Math.max(Math.min(widthOf(column), free) - 1, NARROWEST)
        : null,
    ),
    wordWrap: true,
    wrapOnWordBoundary: columns.some(({ isWrapped }) => isWrapped === 'words'),
  });
  const rows = columns[0]?.cells.length ?? 0;
  for (let row = 0; row < rows; row++) {
    table.push(
      columns.map(({ cells, fails }) => {
        const text = cells[row] ?? '';
        return fails?.[row] === true ? failing(text) : text;
      }),
    );
  }
  return `${table.toString()}\n`;
}

/** The columns that fit into `width`, and those that always stay. */
function fitting(all: readonly FittedColumn[], width: number): readonly FittedColumn[] {
  let columns = all;
  const leaving = all
    .filter(({ leftOut }) => leftOut !== undefined)
    .toSorted((a, b) => (b.leftOut ?? 0) - (a.leftOut ?? 0));
  for (const column of leaving) {
    if (total(columns) <= width) break;
    columns = columns.filter(each => each !== column);
  }
  return columns;
}

/** Width of a table of these columns, with its left border. */
function total(columns: readonly FittedColumn[]): number {
  return columns.reduce((sum, column) => sum + widthOf(column), 1);
}

function widthOf({ head, cells }: FittedColumn): number {
  const lines = [head, ...cells].flatMap(text => text.split('\n'));
  return Math.max(...lines.map(line => line.length)) + CELL_EXTRA;
}
