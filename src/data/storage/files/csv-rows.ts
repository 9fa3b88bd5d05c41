/** Reads small CSV files whose header names their columns. Every fault names file, line and column. */

import { InputError } from '../../../core/base/input-error.js';

/** A row that is not blank. */
export interface CsvRow<Column extends string> {
  /** The text of a column, without spaces around it; empty where the row ends before it. */
  readonly cell: (column: Column) => string;
  /** An error about a cell: `must be` the rule, and what it was. */
  readonly fault: (column: Column, rule: string) => InputError;
}

/** A row with the line on which it begins. */
interface Line {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * The rows of a file. Its header must name `columns`, in any order and any case; other columns are not read.
 * @param file - name for messages.  @throws InputError naming file and line
 */
export async function csvRows<Column extends string>(
  file: string,
  text: string,
  columns: readonly Column[],
): Promise<CsvRow<Column>[]> {
  const [header, ...rows] = await linesOf(file, text);
  const names = (header?.cells ?? []).map(name => name.trim().toLowerCase());
  const placeOf = (column: Column) => names.indexOf(column.toLowerCase());
  const missing = columns.find(column => placeOf(column) < 0);
  if (missing !== undefined) {
    const rule = `must have a column ${missing}: the columns are ${columns.join(', ')}`;
    throw new InputError('data', { file, line: header?.line ?? 1 }, rule);
  }
  return rows.map(({ line, cells }) => {
    const cell = (column: Column) => (cells[placeOf(column)] ?? '').trim();
    const fault = (field: Column, rule: string) =>
      new InputError('data', { file, line, field }, `must be ${rule}, was ${cell(field)}`);
    return { cell, fault };
  });
}

/** The rows that are not blank. A quoted cell may hold line ends. */
async function linesOf(file: string, text: string): Promise<Line[]> {
  const { parseString } = await import('fast-csv');
  const lines: Line[] = [];
  let line = 1;
  try {
    for await (const row of parseString<string[], string[]>(text, { ignoreEmpty: false })) {
      const cells = row as string[];
      if (cells.some(cell => cell.trim() !== '')) lines.push({ line, cells });
      line += 1 + cells.join('').split('\n').length - 1;
    }
  } catch (error) {
    throw new InputError('data', { file, line }, `is not CSV: ${(error as Error).message}`);
  }
  return lines;
}
