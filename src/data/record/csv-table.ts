/** Reads the tables of an out folder: CSV with a header, as rows by column name. */

import { InputError } from '../../core/base/input-error.js';

export type CsvRecord<Column extends string> = Readonly<Record<Column, string>>;

/**
 * The rows of `text`.
 * @param file - name for messages.
 * @throws InputError when a column is missing.
 */
export async function parseTable<Column extends string>(
  file: string,
  text: string,
  columns: readonly Column[],
): Promise<CsvRecord<Column>[]> {
  const lines = await cellsOf(file, text);
  const [header = [], ...rows] = lines;
  for (const column of columns) {
    if (!header.includes(column)) {
      throw new InputError('data', { file, line: 1 }, `must have a column ${column}`);
    }
  }
  return rows.map(
    cells =>
      Object.fromEntries(
        header.map((name, index) => [name, cells[index] ?? '']),
      ) as CsvRecord<Column>,
  );
}

async function cellsOf(file: string, text: string): Promise<string[][]> {
  // Loaded when a table is read: most commands read none, and it takes a thirtieth of the start of `exec`.
  const { parseString } = await import('fast-csv');
  const lines: string[][] = [];
  try {
    for await (const cells of parseString<string[], string[]>(text)) lines.push(cells as string[]);
  } catch (error) {
    throw new InputError('data', { file }, `is not CSV: ${(error as Error).message}`);
  }
  return lines;
}
