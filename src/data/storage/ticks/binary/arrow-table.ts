/**
 * Feather files of version 2, which are Arrow IPC files, and Arrow IPC streams. Their messages are
 * checked first (decision 0066), then apache-arrow reads them; the buffers that pandas and freqtrade
 * compress are unpacked by lz4js and fzstd. Columns of lists, of structs and of bytes are left out.
 * Source: Arrow columnar format, IPC file and buffer compression.
 */

import type { Data, DataType, RecordBatch, Vector } from 'apache-arrow';
import { checkedBytes } from './arrow-messages.js';
import { decimalText } from './decimal-text.js';
import { cutText } from './limits.js';
import { lz4Decoder } from './lz4-frame.js';
import {
  type BinaryTable,
  floatText,
  type StoredColumn,
  TableFault,
  type TablePart,
  timeText,
} from './table.js';
import { type Unpacker, unpackZstd } from './unpack.js';

/** Nanoseconds in a unit of an Arrow timestamp, by the number of the unit. */
const NANOS_PER_UNIT = [1_000_000_000n, 1_000_000n, 1_000n, 1n] as const;
const UNITS = ['s', 'ms', 'us', 'ns'] as const;
const NANOS_PER_MILLI = 1_000_000n;
const NANOS_PER_DAY = 86_400_000_000_000n;
const OLD_FEATHER = 'FEA1';
const WORD = 32n;
const DECIMAL_BITS = 128;
const SINGLE = 1;
const DOUBLE = 2;
const DAYS = 0;
const BITS = 8;
const VIEW_BYTES = 16;
const MOST_VIEWED = 134_217_728;

type Arrow = typeof import('apache-arrow');
type TextOf = (row: number) => string;

/** Opens a file. @param precision - decimals of prices. @throws TableFault */
export async function arrowTable(bytes: Buffer, precision: number): Promise<BinaryTable> {
  if (bytes.toString('latin1', 0, OLD_FEATHER.length) === OLD_FEATHER) {
    throw new TableFault('is a Feather file of version 1; write it again with version 2');
  }
  const checked = sound(() => checkedBytes(bytes));
  const arrow = await import('apache-arrow');
  await addCodecs(arrow);
  const reader = sound(() => arrow.RecordBatchReader.from(checked).open());
  const fields = (reader.schema?.fields ?? []).filter(({ type }) => isFlat(arrow, type));
  return {
    names: fields.map(field => field.name ?? ''),
    *parts(wanted) {
      for (;;) {
        const next = sound(() => reader.next());
        if (next.done === true) return;
        yield sound(() => partOf(arrow, next.value, wanted, precision));
      }
    },
  };
}

/** Whether the values of a column are numbers, times, truths or texts. */
function isFlat(arrow: Arrow, type: DataType): boolean {
  const { DataType: types } = arrow;
  if (types.isDictionary(type)) return isFlat(arrow, type.dictionary);
  const isNumber = types.isInt(type) || types.isFloat(type) || types.isDecimal(type);
  const isTime = types.isTimestamp(type) || types.isDate(type) || types.isTime(type);
  return isNumber || isTime || types.isBool(type) || isText(arrow, type);
}

function isText({ DataType: types }: Arrow, type: DataType): boolean {
  return types.isUtf8(type) || types.isLargeUtf8(type) || types.isUtf8View(type);
}

async function addCodecs({ CompressionType, compressionRegistry }: Arrow): Promise<void> {
  if (compressionRegistry.get(CompressionType.ZSTD) !== null) return;
  const { decompressZstd } = await import('hyparquet-compressors');
  const unpackLz4 = await lz4Decoder();
  const zstd: Unpacker = (packed, length) => unpackZstd(decompressZstd, packed, length);
  const lz4: Unpacker = (packed, length) => unpackLz4(packed, length);
  compressionRegistry.set(CompressionType.LZ4_FRAME, { decode: data => unpackBuffer(lz4, data) });
  compressionRegistry.set(CompressionType.ZSTD, { decode: data => unpackBuffer(zstd, data) });
}

const STATED_LENGTH = 8;

/**
 * Unpacks a buffer to the length that Arrow writes before it, which arrow-messages.ts has limited.
 * The copy begins at an address that suits every type of column.
 */
function unpackBuffer(unpack: Unpacker, data: Uint8Array): Uint8Array {
  const stated = Buffer.from(data.buffer, data.byteOffset - STATED_LENGTH, STATED_LENGTH);
  const length = Number(stated.readBigInt64LE());
  const packed = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const read = unpack(packed, length);
  if (read.length !== length) throw new Error('a buffer of another length');
  return read.slice();
}

/** @throws TableFault for any error of the library, which states none of its own. */
function sound<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof TableFault) throw error;
    throw new TableFault('is not a sound Feather (Arrow IPC) file');
  }
}

function partOf(
  arrow: Arrow,
  batch: RecordBatch,
  wanted: ReadonlySet<string>,
  precision: number,
): TablePart {
  const columns = new Map<string, TextOf>();
  const stored = new Map<string, StoredColumn>();
  batch.schema.fields.forEach((field, index) => {
    const vector = batch.getChildAt(index);
    if (!wanted.has(field.name) || vector === null || !isFlat(arrow, field.type)) return;
    for (const data of vector.data) checkData(arrow, data);
    if (vector.length < batch.numRows) throw new Error('a column of fewer rows');
    const textOf = valueText(arrow, vector, field.type, precision);
    columns.set(field.name, row => (vector.isValid(row) ? sound(() => textOf(row)) : ''));
    const values = storedColumn(arrow, vector, field.type);
    if (values !== undefined) stored.set(field.name, values);
  });
  return { length: batch.numRows, columns, stored };
}

/** The values of a column as they are stored; undefined where they need a reader of their own. */
function storedColumn(
  { DataType: types }: Arrow,
  vector: Vector,
  type: DataType,
): StoredColumn | undefined {
  const [data] = vector.data;
  if (vector.nullCount > 0 || vector.data.length > 1 || data === undefined) return undefined;
  if (types.isFloat(type) && type.precision === DOUBLE) {
    return { kind: 'float', values: data.values as Float64Array };
  }
  if (!types.isTimestamp(type) || !isZoned(type.timezone)) return undefined;
  const { buffer, byteOffset, length } = data.values as BigInt64Array;
  return {
    kind: 'instant',
    halves: new Int32Array(buffer, byteOffset, 2 * length),
    unit: UNITS[type.unit],
  };
}

function isZoned(timezone: string | null | undefined): boolean {
  return timezone !== null && timezone !== undefined && timezone !== '';
}

/** Checks that a column holds as many values as it has rows. @throws Error when it does not. */
function checkData(arrow: Arrow, { type, length, values, valueOffsets, dictionary }: Data): void {
  const { DataType: types } = arrow;
  if (types.isDictionary(type)) {
    for (const data of dictionary?.data ?? []) checkData(arrow, data);
  }
  if (types.isUtf8(type) || types.isLargeUtf8(type)) checkTexts(valueOffsets, length);
  else if (types.isBool(type)) checkLength(values.length * BITS, length);
  else checkLength(values.length, length * wordsOf(arrow, type));
  if (types.isUtf8View(type)) checkViews(Buffer.from(values.buffer, values.byteOffset), length);
}

/** Texts that may lie over each other, by their lengths together. */
function checkViews(views: Buffer, length: number): void {
  let sum = 0;
  for (let row = 0; row < length; row++) sum += views.readUInt32LE(row * VIEW_BYTES);
  if (sum > MOST_VIEWED) throw new TableFault(`has ${sum} bytes of text; at most ${MOST_VIEWED}`);
}

/** Elements of the array of values that one value takes. */
function wordsOf({ DataType: types }: Arrow, type: DataType): number {
  if (types.isDecimal(type)) return type.bitWidth / Number(WORD);
  return types.isUtf8View(type) ? VIEW_BYTES : 1;
}

function checkLength(length: number, least: number): void {
  if (length < least) throw new Error('fewer values than rows');
}

/** Texts lie one after the other; the library would read one text for every row otherwise. */
function checkTexts(starts: Int32Array | BigInt64Array, length: number): void {
  checkLength(starts.length, length + 1);
  for (let row = 0; row < length; row++) {
    if ((starts[row + 1] as number) < (starts[row] as number))
      throw new Error('texts that overlap');
  }
}

function valueText(
  { DataType: types }: Arrow,
  vector: Vector,
  type: DataType,
  precision: number,
): TextOf {
  // The values of a timestamp are read as stored: `get` would give milliseconds.
  const stored = vector.data[0]?.values as BigInt64Array;
  if (types.isTimestamp(type)) {
    const { unit, timezone } = type;
    const hasZone = isZoned(timezone);
    return row => timeText((stored[row] as bigint) * NANOS_PER_UNIT[unit], hasZone);
  }
  if (types.isDate(type)) {
    const unit = type.unit === DAYS ? NANOS_PER_DAY : NANOS_PER_MILLI;
    return row => timeText(BigInt(stored[row] as bigint | number) * unit, false);
  }
  if (types.isDecimal(type)) {
    return row => decimalText(wholeOf(vector.get(row) as Uint32Array), type.scale);
  }
  if (types.isFloat(type)) {
    const isSingle = type.precision <= SINGLE;
    return row => floatText(vector.get(row) as number, precision, isSingle);
  }
  return row => cutText(String(vector.get(row)));
}

/** The whole number that is stored in words, lowest first. */
function wholeOf(words: Uint32Array): bigint {
  const unsigned = words.reduceRight((sum, word) => (sum << WORD) | BigInt(word), 0n);
  return BigInt.asIntN(Math.max(DECIMAL_BITS, words.length * Number(WORD)), unsigned);
}
