/**
 * Parquet files, read by hyparquet and its decompressors, one group of rows after the other.
 * Source: Apache Parquet format, logical types.
 */

import type { FileMetaData, SchemaElement } from 'hyparquet';
import { floatText, type Table, TableFault, type TablePart, timeText } from './table.js';

type TextOf = (value: unknown) => string;

const NANOS_PER_MILLI = 1_000_000n;
const NANOS_PER_MICRO = 1_000n;
const NANOS_PER_DAY = 86_400_000_000_000n;

/** Time stamps stay nanoseconds; the library would make dates of milliseconds of them. */
const PARSERS = {
  timestampFromMilliseconds: (millis: bigint) => millis * NANOS_PER_MILLI,
  timestampFromMicroseconds: (micros: bigint) => micros * NANOS_PER_MICRO,
  timestampFromNanoseconds: (nanos: bigint) => nanos,
  dateFromDays: (days: number) => BigInt(days) * NANOS_PER_DAY,
};

/** Opens a file. @param precision - decimals of prices. @throws TableFault */
export async function parquetTable(bytes: Buffer, precision: number): Promise<Table> {
  const { parquetMetadata, parquetRead } = await import('hyparquet');
  const { compressors } = await import('hyparquet-compressors');
  const whole = new Uint8Array(bytes).buffer;
  const metadata = await sound(async () => parquetMetadata(whole));
  const leaves = new Map(leavesOf(metadata).map(leaf => [leaf.name, leaf]));
  return {
    names: [...leaves.keys()],
    async *parts(wanted) {
      const names = [...leaves.keys()].filter(name => wanted.has(name));
      let start = 0;
      for (const group of metadata.row_groups) {
        const end = start + Number(group.num_rows);
        let rows: unknown[][] = [];
        const place = { file: whole, metadata, columns: names, rowStart: start, rowEnd: end };
        const onComplete = (read: unknown[][]) => {
          rows = read;
        };
        await sound(() => parquetRead({ ...place, compressors, parsers: PARSERS, onComplete }));
        yield partOf(rows, names, name => textOf(leaves.get(name) as SchemaElement, precision));
        start = end;
      }
    },
  };
}

/** @throws TableFault for any error of the library. */
async function sound<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch {
    throw new TableFault('is not a sound Parquet file');
  }
}

/** The columns that are neither lists nor groups. */
function leavesOf({ schema }: FileMetaData): SchemaElement[] {
  const leaves: SchemaElement[] = [];
  for (let index = 1; index < schema.length; ) {
    const element = schema[index] as SchemaElement;
    if ((element.num_children ?? 0) === 0) leaves.push(element);
    index = afterGroup(schema, index);
  }
  return leaves;
}

/** Index of the element after `index` and everything below it. */
function afterGroup(schema: readonly SchemaElement[], index: number): number {
  let next = index + 1;
  for (let child = schema[index]?.num_children ?? 0; child > 0; child--) {
    next = afterGroup(schema, next);
  }
  return next;
}

function partOf(
  rows: readonly (readonly unknown[])[],
  names: readonly string[],
  textOfColumn: (name: string) => TextOf,
): TablePart {
  const columns = new Map<string, (row: number) => string>();
  names.forEach((name, index) => {
    const text = textOfColumn(name);
    columns.set(name, row => {
      const value = rows[row]?.[index];
      return value === null || value === undefined ? '' : text(value);
    });
  });
  return { length: rows.length, columns };
}

function textOf(element: SchemaElement, precision: number): TextOf {
  const hasZone = isInUtc(element);
  const isSingle = element.type === 'FLOAT';
  return value => {
    if (typeof value === 'number' && !isWhole(element))
      return floatText(value, precision, isSingle);
    if (typeof value === 'bigint' && !isWhole(element)) return timeText(value, hasZone);
    return String(value);
  };
}

/** Whether a column holds plain whole numbers. */
function isWhole({ type, logical_type: logical, converted_type: converted }: SchemaElement) {
  if (type !== 'INT32' && type !== 'INT64') return false;
  if (logical !== undefined) return logical.type === 'INTEGER';
  return converted === undefined || /^U?INT_/.test(converted);
}

/** Whether the time stamps of a column are instants in UTC, rather than readings of some clock. */
function isInUtc({ logical_type: logical, converted_type: converted }: SchemaElement): boolean {
  if (logical?.type === 'TIMESTAMP') return logical.isAdjustedToUTC === true;
  return converted === 'TIMESTAMP_MILLIS' || converted === 'TIMESTAMP_MICROS';
}
