/**
 * Parquet files: the rows of all columns side by side, page by page, and the text of each value.
 * A file is refused by what its footer and the headers of its pages claim, before anything is
 * unpacked (decision 0066). Source: Apache Parquet format, logical types.
 */

import { decimalText } from '../binary/decimal-text.js';
import { cutBytes, UnpackBudget } from '../binary/limits.js';
import {
  type BinaryTable,
  floatText,
  halfFloat,
  TableFault,
  type TablePart,
  timeText,
} from '../binary/table.js';
import { unpackers } from '../binary/unpack.js';
import { type ColumnChunk, type ParquetColumn, readFooter } from './parquet-footer.js';
import { type ColumnRows, pagesOf } from './parquet-pages.js';
import type { ParquetValue } from './parquet-values.js';

type TextOf = (value: ParquetValue) => string;

const NANOS_PER_DAY = 86_400_000_000_000n;
const FLOAT = 4;
const INT96_BYTES = 12;
/** The Julian day of 1970-01-01, from which INT96 counts. */
const JULIAN_EPOCH = 2_440_588n;

/** Opens a file. @param precision - decimals of prices. @throws TableFault */
export async function parquetTable(bytes: Buffer, precision: number): Promise<BinaryTable> {
  const { columns, groups } = sound(() => readFooter(bytes));
  const known = await unpackers();
  const budget = new UnpackBudget(bytes.length);
  const rowsOf = (column: ParquetColumn, chunk: ColumnChunk) =>
    pagesOf({ bytes, column, unpackers: known, budget }, chunk);
  return {
    names: columns.map(column => column.name),
    *parts(wanted) {
      const read = columns.filter(column => wanted.has(column.name));
      for (const group of groups) {
        const cursors = read.map(column => {
          const chunk = sound(() => chunkOf(group, column));
          return new PageCursor(rowsOf(column, chunk), chunk.rows, textOf(column, precision));
        });
        yield* partsOf(read, cursors);
      }
    },
  };
}

function chunkOf(group: ReadonlyMap<string, ColumnChunk>, { name }: ParquetColumn): ColumnChunk {
  const chunk = group.get(name);
  if (chunk === undefined) throw new Error(`no pages of ${name}`);
  return chunk;
}

/** @throws TableFault for any error of damaged bytes. */
function sound<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof TableFault) throw error;
    throw new TableFault('is not a sound Parquet file');
  }
}

/**
 * Owns the place in a column of a group of rows: its page, and the row in it. `take` moves it on.
 */
class PageCursor {
  readonly #pages: Generator<ColumnRows>;
  readonly #text: TextOf;
  #page: ColumnRows = { length: 0, at: () => undefined };
  #from = 0;
  #rows: number;

  constructor(pages: Generator<ColumnRows>, rows: number, text: TextOf) {
    this.#pages = pages;
    this.#rows = rows;
    this.#text = text;
  }

  /** Rows that can be read now; 0 at the end. @throws TableFault */
  ready(): number {
    while (this.#rows > 0 && this.#from === this.#page.length) {
      const next = sound(() => this.#pages.next());
      this.#page = next.value as ColumnRows;
      this.#from = 0;
    }
    return this.#rows === 0 ? 0 : this.#page.length - this.#from;
  }

  /** Passes the next `length` rows. @returns the text of each of them. */
  take(length: number): (row: number) => string {
    const from = this.#from;
    const page = this.#page;
    this.#from += length;
    this.#rows -= length;
    return row =>
      sound(() => {
        const value = page.at(from + row);
        return value === undefined ? '' : this.#text(value);
      });
  }
}

function* partsOf(
  columns: readonly ParquetColumn[],
  cursors: readonly PageCursor[],
): Generator<TablePart> {
  for (;;) {
    const length = Math.min(...cursors.map(cursor => cursor.ready()));
    if (length === 0 || cursors.length === 0) return;
    const texts = cursors.map(cursor => cursor.take(length));
    yield {
      length,
      columns: new Map(columns.map(({ name }, index) => [name, texts[index] as TextOfRow])),
    };
  }
}

type TextOfRow = (row: number) => string;

/** The text of the values of a column. */
function textOf({ type, kind }: ParquetColumn, precision: number): TextOf {
  switch (kind.is) {
    case 'time':
      return value => timeText(nanosOf(value) * kind.nanos, kind.isUtc);
    case 'date':
      return value => timeText(wholeOf(value) * NANOS_PER_DAY, false);
    case 'decimal':
      return value => decimalText(wholeOf(value), kind.scale);
    case 'half':
      return value => floatText(halfFloat((value as Buffer).readUInt16LE(0)), precision, true);
    case 'whole': {
      const cut = kind.isSigned ? BigInt.asIntN : BigInt.asUintN;
      return value => String(cut(kind.bits, wholeOf(value)));
    }
    default:
      return value => {
        if (Buffer.isBuffer(value)) return cutBytes(value).toString();
        const isFloat = typeof value === 'number' && type >= FLOAT;
        return isFloat ? floatText(value, precision, type === FLOAT) : String(value);
      };
  }
}

/** The count of a time stamp; that of INT96 is its nanoseconds since 1970. */
function nanosOf(value: ParquetValue): bigint {
  if (!Buffer.isBuffer(value)) return wholeOf(value);
  if (value.length !== INT96_BYTES) throw new Error('no time stamp');
  const days = BigInt(value.readUInt32LE(8)) - JULIAN_EPOCH;
  return days * NANOS_PER_DAY + value.readBigInt64LE(0);
}

/** A whole number; bytes hold it with the highest first. */
function wholeOf(value: ParquetValue): bigint {
  if (!Buffer.isBuffer(value)) return BigInt(value);
  const bits = value.length * 8;
  return BigInt.asIntN(bits, BigInt(`0x0${value.toString('hex')}`));
}
