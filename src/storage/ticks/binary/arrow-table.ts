/**
 * Feather files of version 2, which are Arrow IPC files, and Arrow IPC streams. apache-arrow reads
 * them; the buffers that pandas and freqtrade compress are unpacked by lz4js and fzstd.
 * Source: Arrow columnar format, IPC file and buffer compression.
 */

import type { DataType, RecordBatch, Vector } from 'apache-arrow';
import { lz4Decoder } from './lz4-frame.js';
import { floatText, type Table, TableFault, type TablePart, timeText } from './table.js';

/** Nanoseconds in a unit of an Arrow timestamp, by the number of the unit. */
const NANOS_PER_UNIT = [1_000_000_000n, 1_000_000n, 1_000n, 1n] as const;
const NANOS_PER_MILLI = 1_000_000n;
const NANOS_PER_DAY = 86_400_000_000_000n;
const OLD_FEATHER = 'FEA1';
const WORD = 32n;
const DECIMAL_BITS = 128;
const SINGLE = 1;
const DAYS = 0;

type Arrow = typeof import('apache-arrow');
type TextOf = (row: number) => string;

/** Opens a file. @param precision - decimals of prices. @throws TableFault */
export async function arrowTable(bytes: Buffer, precision: number): Promise<Table> {
  if (bytes.toString('latin1', 0, OLD_FEATHER.length) === OLD_FEATHER) {
    throw new TableFault('is a Feather file of version 1; write it again with version 2');
  }
  const arrow = await import('apache-arrow');
  await addCodecs(arrow);
  const reader = sound(() => arrow.RecordBatchReader.from(bytes).open());
  const fields = reader.schema?.fields ?? [];
  return {
    names: fields.map(field => field.name),
    *parts(wanted) {
      for (;;) {
        const next = sound(() => reader.next());
        if (next.done === true) return;
        yield partOf(arrow, next.value, wanted, precision);
      }
    },
  };
}

async function addCodecs({ CompressionType, compressionRegistry }: Arrow): Promise<void> {
  if (compressionRegistry.get(CompressionType.ZSTD) !== null) return;
  const { decompressZstd } = await import('hyparquet-compressors');
  // A copy begins at an address that suits every type of column.
  const copying = (unpack: (data: Uint8Array) => Uint8Array) => ({
    decode: (data: Uint8Array) => unpack(data).slice(),
  });
  compressionRegistry.set(CompressionType.LZ4_FRAME, copying(await lz4Decoder()));
  compressionRegistry.set(CompressionType.ZSTD, copying(decompressZstd));
}

/** @throws TableFault for any error of the library, which states none of its own. */
function sound<Result>(read: () => Result): Result {
  try {
    return read();
  } catch {
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
  batch.schema.fields.forEach((field, index) => {
    const vector = batch.getChildAt(index);
    if (!wanted.has(field.name) || vector === null) return;
    const textOf = valueText(arrow, vector, field.type, precision);
    columns.set(field.name, row => (vector.isValid(row) ? sound(() => textOf(row)) : ''));
  });
  return { length: batch.numRows, columns };
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
    const hasZone = timezone !== null && timezone !== undefined && timezone !== '';
    return row => timeText((stored[row] as bigint) * NANOS_PER_UNIT[unit], hasZone);
  }
  if (types.isDate(type)) {
    const unit = type.unit === DAYS ? NANOS_PER_DAY : NANOS_PER_MILLI;
    return row => timeText(BigInt(stored[row] as bigint | number) * unit, false);
  }
  if (types.isDecimal(type)) {
    return row => decimalText(vector.get(row) as Uint32Array, type.scale);
  }
  if (types.isFloat(type)) {
    const isSingle = type.precision <= SINGLE;
    return row => floatText(vector.get(row) as number, precision, isSingle);
  }
  return row => String(vector.get(row));
}

/** The text of a decimal that is stored as an integer in words, lowest first. */
function decimalText(words: Uint32Array, scale: number): string {
  const unsigned = words.reduceRight((sum, word) => (sum << WORD) | BigInt(word), 0n);
  const value = BigInt.asIntN(Math.max(DECIMAL_BITS, words.length * Number(WORD)), unsigned);
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  const cut = digits.length - scale;
  const point = scale === 0 ? '' : `.${digits.slice(cut)}`;
  return `${value < 0n ? '-' : ''}${digits.slice(0, cut)}${point}`;
}
