/**
 * Feeds the rows of a Feather or Parquet file to the reader of rows, with the names of the columns
 * as header. Without a mapping the columns are found by their usual names.
 */

import { InputError } from '../../../../core/base/input-error.js';
import { arrowTable } from '../binary/arrow-table.js';
import { type BinaryTable, type StoredColumn, TableFault } from '../binary/table.js';
import type { ColumnMapping, MappedColumn } from '../layouts/mapped.js';
import { parquetTable } from '../parquet/parquet-table.js';
import type { RowSink } from './text-rows.js';

/** Names of the layouts of tables, by the endings of their files. */
const FORMATS = [
  { name: 'feather', ending: /\.(feather|arrow)$/i, open: arrowTable },
  { name: 'parquet', ending: /\.(parquet|pq)$/i, open: parquetTable },
] as const;

export const TABLE_LAYOUTS: readonly string[] = FORMATS.map(format => format.name);

/** A sink of rows that can read values as they are stored. */
export interface TableSink extends RowSink {
  /**
   * Takes rows as long as it is certain that `accept` would take them too.
   * @param stored - by position; undefined for a column that has to be read as text.
   * @param from - the first row of the part. @param end - the row after the last.
   * @returns the first row that it did not take.
   */
  readonly takeStored?: (stored: StoredCells, from: number, end: number) => number;
}

/** The columns of a part by their positions. */
export type StoredCells = readonly (StoredColumn | undefined)[];

/** What a table is read as; a sink gets the names of the columns as its first row. */
export interface TableReading {
  /** Decimals of prices. */
  readonly precision: number;
  /** The mapping that a person gave. */
  readonly mapping: ColumnMapping | undefined;
  /** The sink for the rows of a mapping. */
  readonly mapped: (mapping: ColumnMapping) => TableSink;
  /** The sink for bars with these columns; undefined when they are none. */
  readonly named: (names: readonly string[]) => TableSink | undefined;
}

/** The layout of a file of that name, when it is a table. */
export function tableLayout(path: string): string | undefined {
  return FORMATS.find(format => format.ending.test(path))?.name;
}

/** Reads the rows of a table. @throws InputError */
export async function readTable(path: string, bytes: Buffer, reading: TableReading): Promise<void> {
  const format = FORMATS.find(each => each.ending.test(path));
  try {
    const table = await (format ?? FORMATS[0]).open(bytes, reading.precision);
    await feedRows(table, path, reading);
  } catch (error) {
    if (!(error instanceof TableFault)) throw error;
    throw new InputError('data', { file: path }, error.message);
  }
}

async function feedRows(table: BinaryTable, path: string, reading: TableReading): Promise<void> {
  const { names } = table;
  const { sink, wanted } = rowsOf(names, path, reading);
  sink.accept(names, 0);
  let before = 0;
  for await (const { length, columns, stored } of table.parts(wanted)) {
    const texts = names.map(name => columns.get(name));
    const cells = names.map(name => stored?.get(name));
    for (let row = 0; row < length; row++) {
      row = sink.takeStored?.(cells, row, length) ?? row;
      if (row === length) break;
      const line = before + row + 1;
      sink.accept(
        texts.map(text => (text === undefined ? '' : text(row))),
        line,
      );
    }
    before += length;
  }
}

/** The sink of a table, and the columns that it needs. @throws InputError */
function rowsOf(names: readonly string[], file: string, reading: TableReading) {
  const mapping = reading.mapping ?? usualMapping(names);
  if (mapping !== undefined) {
    const headed = { ...mapping, header: true };
    return { sink: reading.mapped(headed), wanted: columnsOf(headed, names) };
  }
  const sink = reading.named(names);
  if (sink !== undefined) return { sink, wanted: new Set(names) };
  const rule = `must have columns of time, bid and ask, or of time, open, high, low and close, or a mapping of columns (--columns time=...,bid=...,ask=...), was ${names.join(',')}`;
  throw new InputError('data', { file, field: 'columns' }, rule);
}

/** The columns that a mapping reads: those that it names, and those that have their own names. */
function columnsOf({ columns }: ColumnMapping, names: readonly string[]): ReadonlySet<string> {
  const own = Object.keys(columns).length === 0 ? [] : ['time'];
  const named = [...Object.keys(columns), ...own, ...Object.values(columns)].map(column =>
    typeof column === 'number' ? names[column] : column.toLowerCase(),
  );
  const wanted = new Set([...named, 'leg', 'prices', 'bars']);
  return new Set(names.filter(name => wanted.has(name) || wanted.has(name.toLowerCase())));
}

/** Usual names of columns, in lower case and without underscores; the first that is there counts. */
const USUAL: Readonly<Partial<Record<MappedColumn, readonly string[]>>> = {
  time: ['time', 'timestamp', 'datetime', 'date', 'gmttime', 'indexlevel0', 'index'],
  bid: ['bid', 'bidprice'],
  ask: ['ask', 'askprice'],
  bidVolume: ['bidvolume', 'bidsize'],
  askVolume: ['askvolume', 'asksize'],
};

function usualMapping(names: readonly string[]): ColumnMapping | undefined {
  const columns: Partial<Record<MappedColumn, string>> = {};
  for (const [column, usual] of Object.entries(USUAL)) {
    const found = usual
      .map(wanted => names.find(name => plainName(name) === wanted))
      .find(name => name !== undefined);
    if (found !== undefined) columns[column as MappedColumn] = found;
  }
  const { time, bid, ask } = columns;
  return time === undefined || bid === undefined || ask === undefined ? undefined : { columns };
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
