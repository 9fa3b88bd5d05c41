/**
 * The footer of a Parquet file: its columns, and where the pages of each lie.
 * Knows no values. Source: Apache Parquet format, metadata.
 */

import { checkRows } from '../binary/limits.js';
import { TableFault } from '../binary/table.js';
import { structAt, structsAt, ThriftReader, type ThriftStruct, textAt, wholeAt } from './thrift.js';

/** A column that is neither a list nor in a group. */
export interface ParquetColumn {
  readonly name: string;
  /** Number of its physical type: 0 BOOLEAN, 1 INT32, 2 INT64, 3 INT96, 4 FLOAT, 5 DOUBLE,
   * 6 BYTE_ARRAY, 7 FIXED_LEN_BYTE_ARRAY. */
  readonly type: number;
  /** Bytes of a value of type 7. */
  readonly width: number;
  readonly isOptional: boolean;
  readonly kind: ValueKind;
}

/** What the values of a column stand for. */
export type ValueKind =
  | { readonly is: 'plain' | 'date' | 'half' }
  | { readonly is: 'whole'; readonly bits: number; readonly isSigned: boolean }
  | { readonly is: 'decimal'; readonly scale: number }
  | { readonly is: 'time'; readonly nanos: bigint; readonly isUtc: boolean };

/** The pages of a column in a group of rows. */
export interface ColumnChunk {
  /** Number of the compression: 0 none, 1 SNAPPY, 2 GZIP, 4 BROTLI, 5 LZ4, 6 ZSTD, 7 LZ4_RAW. */
  readonly codec: number;
  /** First byte, and the first byte after. */
  readonly start: number;
  readonly end: number;
  readonly rows: number;
}

export interface ParquetFooter {
  readonly columns: readonly ParquetColumn[];
  /** Chunks by name of column, for each group of rows. */
  readonly groups: readonly ReadonlyMap<string, ColumnChunk>[];
}

const MAGIC = 'PAR1';
const TAIL = 8;
const MOST_VALUES = 2_000_000;
const REPEATED = 2;
const BYTE_ARRAY_WIDTH = 7;

/** Reads the footer. @throws TableFault when it claims what the file cannot hold. */
export function readFooter(bytes: Buffer): ParquetFooter {
  const length = bytes.length < TAIL ? 0 : bytes.readUInt32LE(bytes.length - TAIL);
  const hasMagic = bytes.toString('latin1', Math.max(0, bytes.length - 4)) === MAGIC;
  if (!hasMagic || length === 0 || length > bytes.length - TAIL) {
    throw new TableFault(
      'is not a sound Parquet file: its last bytes are no footer; it may be cut',
    );
  }
  const tail = bytes.subarray(0, bytes.length - TAIL);
  const footer = new ThriftReader(tail, tail.length - length, MOST_VALUES).struct();
  const columns = leavesOf(structsAt(footer, 2));
  const groups = structsAt(footer, 4);
  checkRows(
    groups.reduce((sum, group) => sum + rowsOf(group), 0),
    bytes.length,
  );
  return { columns, groups: groups.map(group => chunksOf(group, bytes.length)) };
}

function rowsOf(group: ThriftStruct): number {
  const rows = wholeAt(group, 3) ?? -1;
  if (rows < 0) throw new TableFault(`is not a sound Parquet file: a group of ${rows} rows`);
  return rows;
}

/** The top columns of a schema, which is a tree in its order of reading. */
function leavesOf(schema: readonly ThriftStruct[]): ParquetColumn[] {
  const leaves: ParquetColumn[] = [];
  let below = 0;
  for (const element of schema.slice(1)) {
    const children = wholeAt(element, 5) ?? 0;
    const isTop = below === 0;
    below = Math.max(0, below - 1) + children;
    if (isTop && children === 0 && wholeAt(element, 3) !== REPEATED) leaves.push(columnOf(element));
  }
  return leaves;
}

function columnOf(element: ThriftStruct): ParquetColumn {
  const type = wholeAt(element, 1) ?? -1;
  const width = wholeAt(element, 2) ?? 0;
  if (type === BYTE_ARRAY_WIDTH && width <= 0) throw new Error('values without a width');
  const isOptional = wholeAt(element, 3) === 1;
  return { name: textAt(element, 4) ?? '', type, width, isOptional, kind: kindOf(element, type) };
}

const NANOS_PER_UNIT = [0n, 1_000_000n, 1_000n, 1n];
const INT96 = 3;
/** UINT_8, the first of eight converted types: UINT_8 to UINT_64, INT_8 to INT_64. */
const FIRST_WHOLE = 11;

/** What values stand for, by the logical type, or by the converted type of older files. */
function kindOf(element: ThriftStruct, type: number): ValueKind {
  const logical = structAt(element, 10);
  const converted = wholeAt(element, 6);
  const stamp = logical && structAt(logical, 8);
  if (stamp !== undefined) {
    const unit = [...(structAt(stamp, 2) ?? new Map()).keys()][0] ?? 0;
    return { is: 'time', nanos: NANOS_PER_UNIT[unit] ?? 0n, isUtc: stamp.get(1) === true };
  }
  if (type === INT96) return { is: 'time', nanos: 1n, isUtc: false };
  if (converted === 9 || converted === 10) {
    return { is: 'time', nanos: converted === 9 ? 1_000_000n : 1_000n, isUtc: true };
  }
  if (logical?.has(6) === true || converted === 6) return { is: 'date' };
  if (logical?.has(15) === true) return { is: 'half' };
  const decimal = logical && structAt(logical, 5);
  if (decimal !== undefined || converted === 5) {
    const scale = wholeAt(decimal, 1) ?? wholeAt(element, 7) ?? 0;
    return { is: 'decimal', scale: Math.min(Math.max(scale, 0), 100) };
  }
  return wholeKindOf(logical && structAt(logical, 10), converted) ?? { is: 'plain' };
}

/** Whole numbers of fewer bits than their physical type has, or without a sign. */
function wholeKindOf(
  logical: ThriftStruct | undefined,
  converted: number | undefined,
): ValueKind | undefined {
  if (logical !== undefined) {
    const bits = wholeAt(logical, 1) ?? 0;
    if (![8, 16, 32, 64].includes(bits)) throw new Error('whole numbers of other bits');
    return { is: 'whole', bits, isSigned: logical.get(2) === true };
  }
  const place = (converted ?? 0) - FIRST_WHOLE;
  if (place < 0 || place >= 8) return undefined;
  return { is: 'whole', bits: 8 << (place % 4), isSigned: place >= 4 };
}

function chunksOf(group: ThriftStruct, size: number): ReadonlyMap<string, ColumnChunk> {
  const rows = rowsOf(group);
  const chunks = new Map<string, ColumnChunk>();
  for (const chunk of structsAt(group, 1)) {
    const meta = structAt(chunk, 3);
    const path = meta?.get(3);
    if (meta === undefined || !Array.isArray(path) || path.length !== 1) continue;
    const pages = wholeAt(meta, 9) ?? -1;
    const dictionary = wholeAt(meta, 11) ?? 0;
    const start = dictionary > 0 && dictionary < pages ? dictionary : pages;
    const end = start + (wholeAt(meta, 7) ?? -1);
    const name = String(path[0]);
    if (start < 0 || end <= start || end > size || chunk.has(1)) {
      throw new TableFault(
        `is not a sound Parquet file: the pages of column ${name} lie at ${start} to ${end}, the file has ${size} bytes`,
      );
    }
    chunks.set(name, { codec: wholeAt(meta, 4) ?? 0, start, end, rows });
  }
  return chunks;
}
