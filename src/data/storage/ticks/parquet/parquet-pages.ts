/**
 * The pages of a column, one after the other: each is read by its header, refused when the header
 * claims more than a page may hold, and unpacked on its own.
 * Invariant: one page of each column is unpacked at a time.
 */

import { crc32 } from 'node:zlib';
import type { UnpackBudget } from '../binary/limits.js';
import { TableFault } from '../binary/table.js';
import type { Unpacker } from '../binary/unpack.js';
import type { ColumnChunk, ParquetColumn } from './parquet-footer.js';
import { readRuns } from './parquet-runs.js';
import { type ParquetValue, plainValues, readValues, type Values } from './parquet-values.js';
import { structAt, ThriftReader, type ThriftStruct, wholeAt } from './thrift.js';

/** Consecutive rows of a column. */
export interface ColumnRows {
  readonly length: number;
  /** The value of a row of these; undefined where it is missing. */
  readonly at: (row: number) => ParquetValue | undefined;
}

export interface PageSource {
  readonly bytes: Buffer;
  readonly column: ParquetColumn;
  readonly unpackers: ReadonlyMap<number, Unpacker>;
  readonly budget: UnpackBudget;
}

const MOST_VALUES = 8_388_608;
const MOST_BYTES = 67_108_864;
const MOST_HEADER_VALUES = 1_000;
const DATA = 0;
const DICTIONARY = 2;
const DATA_2 = 3;
const LEVELS_LENGTH = 4;

/** Yields the rows of one chunk. @throws TableFault or Error for damaged pages. */
export function* pagesOf(source: PageSource, chunk: ColumnChunk): Generator<ColumnRows> {
  let dictionary: Values | undefined;
  let at = chunk.start;
  let rows = 0;
  while (rows < chunk.rows) {
    if (at >= chunk.end) throw new Error('pages end too early');
    const reader = new ThriftReader(source.bytes.subarray(0, chunk.end), at, MOST_HEADER_VALUES);
    const header = reader.struct();
    const { packed, unpacked } = sizesOf(header, source.column.name);
    const page = source.bytes.subarray(reader.at, reader.at + packed);
    at = reader.at + packed;
    if (page.length < packed || at > chunk.end) throw new Error('a page beyond its column');
    checkSum(page, header, source.column.name);
    const unpack = (bytes: Buffer, length: number) => unpackPart(source, chunk, bytes, length);
    if (wholeAt(header, 1) === DICTIONARY) {
      const count = countOf(structAt(header, 7), source.column.name);
      dictionary = plainValues(unpack(page, unpacked), count, physicalOf(source.column));
    } else if (wholeAt(header, 1) === DATA || wholeAt(header, 1) === DATA_2) {
      const read = readPage(source.column, { header, page, unpacked, unpack }, dictionary);
      rows += read.length;
      if (rows > chunk.rows) throw new Error('more values than rows');
      yield read;
    }
  }
}

function sizesOf(header: ThriftStruct, name: string): { packed: number; unpacked: number } {
  const unpacked = wholeAt(header, 2) ?? -1;
  const packed = wholeAt(header, 3) ?? -1;
  if (packed < 0 || unpacked < 0) throw new Error('a page without a size');
  if (unpacked > MOST_BYTES) {
    throw new TableFault(
      `column ${name}: a page must unpack to at most ${MOST_BYTES} bytes, was ${unpacked}; write the file with smaller pages (data_page_size of pyarrow)`,
    );
  }
  return { packed, unpacked };
}

/** Checks the CRC-32 of a page, where its header has one. */
function checkSum(page: Buffer, header: ThriftStruct, name: string): void {
  const stated = wholeAt(header, 4);
  if (stated !== undefined && crc32(page) !== stated >>> 0) {
    throw new TableFault(
      `is damaged: the bytes of column ${name} do not match their checksum; get the file again`,
    );
  }
}

function countOf(header: ThriftStruct | undefined, name: string): number {
  const count = wholeAt(header, 1) ?? -1;
  if (count < 0) throw new Error('a page without a number of values');
  if (count > MOST_VALUES) {
    throw new TableFault(
      `column ${name}: a page must hold at most ${MOST_VALUES} values, was ${count}; write the file with smaller groups of rows (row_group_size of pyarrow)`,
    );
  }
  return count;
}

function physicalOf({ type, width }: ParquetColumn) {
  return { type, width };
}

function unpackPart(
  { unpackers, column, budget }: PageSource,
  { codec }: ColumnChunk,
  bytes: Buffer,
  length: number,
): Buffer {
  const unpack = unpackers.get(codec);
  if (unpack === undefined) {
    throw new TableFault(
      `column ${column.name}: compression ${codec} is not known; write the file with snappy, gzip, brotli, lz4 or zstd`,
    );
  }
  budget.take(length);
  const read = length === 0 ? Buffer.alloc(0) : unpack(bytes, length);
  if (read.length !== length) throw new Error('a page of another size');
  return Buffer.from(read.buffer, read.byteOffset, read.length);
}

/** A page of values as its header describes it. */
interface Page {
  readonly header: ThriftStruct;
  readonly page: Buffer;
  readonly unpacked: number;
  readonly unpack: (bytes: Buffer, length: number) => Buffer;
}

function readPage(column: ParquetColumn, page: Page, dictionary: Values | undefined): ColumnRows {
  const second = structAt(page.header, 8);
  const header = second ?? structAt(page.header, 5);
  const count = countOf(header, column.name);
  const encoding = wholeAt(header, second === undefined ? 2 : 4) ?? -1;
  const { levels, body } =
    second === undefined
      ? firstParts(column, page, count)
      : secondParts(column, page, second, count);
  const present = levels === undefined ? count : levels.reduce((sum, level) => sum + level, 0);
  const values = readValues(encoding, body, present, { physical: physicalOf(column), dictionary });
  if (levels === undefined || present === count) return values;
  return withMissing(values, levels);
}

/** The levels and the values of a page of version 1, which are packed together. */
function firstParts({ isOptional }: ParquetColumn, page: Page, count: number) {
  const bytes = page.unpack(page.page, page.unpacked);
  if (!isOptional) return { levels: undefined, body: bytes };
  const end = LEVELS_LENGTH + bytes.readUInt32LE(0);
  const levels = new Uint8Array(count);
  readRuns(bytes.subarray(LEVELS_LENGTH, end), 1, levels);
  return { levels, body: bytes.subarray(end) };
}

/** The same for a page of version 2, whose levels are not packed. */
function secondParts(
  { isOptional }: ParquetColumn,
  page: Page,
  header: ThriftStruct,
  count: number,
) {
  const definition = wholeAt(header, 5) ?? 0;
  const repetition = wholeAt(header, 6) ?? 0;
  const start = definition + repetition;
  if (definition < 0 || repetition < 0 || start > page.page.length) {
    throw new Error('levels beyond the page');
  }
  const levels = isOptional ? new Uint8Array(count) : undefined;
  if (levels !== undefined) readRuns(page.page.subarray(repetition, start), 1, levels);
  const rest = page.page.subarray(start);
  const isPacked = header.get(7) !== false && rest.length > 0;
  return { levels, body: isPacked ? page.unpack(rest, page.unpacked - start) : rest };
}

/** Values at the rows whose level is 1. */
function withMissing(values: Values, levels: Uint8Array): ColumnRows {
  const places = new Uint32Array(levels.length);
  let place = 0;
  levels.forEach((level, row) => {
    places[row] = place;
    place += level;
  });
  return {
    length: levels.length,
    at: row => (levels[row] === 1 ? values.at(places[row] as number) : undefined),
  };
}
