/**
 * One window of ticks as an Arrow IPC file, which pandas, polars, DuckDB and others open. Columns:
 * `time` (timestamp in microseconds, UTC), `bid` and `ask` (integer points; the metadata give the
 * number of decimals), volumes if the ticks have them, and of ticks that were made from bars `leg` and
 * `prices` (TickColumns). apache-arrow encodes only the
 * description of the columns; of its hundreds of modules only those few are loaded. The values of a
 * column have the same bytes in the file as in memory, so they are written piece by piece and read
 * back without apache-arrow; the layout gives their offsets.
 * Source: Arrow columnar format, IPC file; decision 0013.
 */

import type { DataType } from 'apache-arrow/type';
import { present } from '../../../core/base/present.js';
import type { TickColumns, VolumeColumn } from '../../../core/market/tick.js';

/** Byte offset of each column's values in the file. */
export interface ColumnLayout {
  readonly time: number;
  readonly bid: number;
  readonly ask: number;
  readonly bidVolume?: number;
  readonly askVolume?: number;
  readonly leg?: number;
  readonly prices?: number;
  /** True: volumes and numbers of prices are 32-bit integers; false: doubles. */
  readonly smallVolumes: boolean;
}

/** An Arrow file that is not yet written. */
export interface ArrowFile {
  readonly bytes: number;
  readonly layout: ColumnLayout;
  /** Bytes of the file in order; each piece is valid until the next one is requested. */
  pieces(): Generator<Uint8Array>;
}

/** Metadata for readers of the file; Arrow metadata are texts. */
export type ArrowMetadata = Readonly<Record<string, string>>;

/** A column as stored in the file. */
interface FileColumn {
  readonly name: string;
  readonly type: DataType;
  /** Bytes of one value. */
  readonly width: number;
  /** Values of rows `from` to `to` (exclusive), at most one piece of them. */
  readonly values: (from: number, to: number) => ArrayBufferView;
}

const TWO_32 = 4_294_967_296;
const LARGEST_32 = TWO_32 - 1;
const PIECE_ROWS = 65_536;
const MAGIC = Buffer.from('ARROW1');
const CONTINUATION = 0xffffffff;
/** Every part of the file begins at a multiple of this many bytes. */
const ALIGNMENT = 8;

/** The Arrow file of the ticks. */
export async function arrowFile(columns: TickColumns, metadata: ArrowMetadata): Promise<ArrowFile> {
  const { Field, Schema } = await import('apache-arrow/schema');
  const ipc = await import('apache-arrow/ipc/metadata/message');
  const { FileBlock, Footer } = await import('apache-arrow/ipc/metadata/file');
  const smallVolumes = [columns.bidVolume, columns.askVolume, columns.prices].every(
    each => each === undefined || isSmall(each.subarray(0, columns.length)),
  );
  const fileColumns = await fileColumnsOf(columns, smallVolumes);
  const { length } = columns;
  const regions = fileColumns.map(({ width }, index) => {
    const before = fileColumns.slice(0, index).map(column => padded(column.width * length));
    return { offset: before.reduce((sum, bytes) => sum + bytes, 0), bytes: width * length };
  });
  const bodyBytes = regions.reduce((sum, { bytes }) => sum + padded(bytes), 0);

  const fields = fileColumns.map(({ name, type }) => new Field(name, type, false));
  const schema = new Schema(fields, new Map(Object.entries(metadata)));
  const batch = new ipc.RecordBatch(
    length,
    fields.map(() => new ipc.FieldNode(length, 0)),
    // No value is missing, so the validity buffer of each column is empty.
    regions.flatMap(({ offset, bytes }) => [
      new ipc.BufferRegion(offset, 0),
      new ipc.BufferRegion(offset, bytes),
    ]),
    null,
  );
  const schemaBytes = message(ipc.Message.encode(ipc.Message.from(schema)));
  const batchBytes = message(ipc.Message.encode(ipc.Message.from(batch, bodyBytes)));
  const batchStart = padded(MAGIC.length) + schemaBytes.length;
  const body = batchStart + batchBytes.length;
  const block = new FileBlock(batchBytes.length, bodyBytes, batchStart);
  const footer = Footer.encode(new Footer(schema, undefined, [block], []));
  const footerLength = Buffer.alloc(4);
  footerLength.writeInt32LE(footer.length);
  const head = [paddedBytes(MAGIC), schemaBytes, batchBytes];
  const tail = [message(new Uint8Array(0)), footer, footerLength, MAGIC];
  return {
    bytes: body + bodyBytes + tail.reduce((sum, part) => sum + part.length, 0),
    layout: layoutOf(fileColumns, regions, body, smallVolumes),
    *pieces() {
      yield* head;
      for (const column of fileColumns) yield* valuesOf(column, length);
      yield* tail;
    },
  };
}

async function fileColumnsOf(
  { time, bid, ask, bidVolume, askVolume, leg, prices }: TickColumns,
  smallVolumes: boolean,
): Promise<FileColumn[]> {
  const arrow = await import('apache-arrow/type');
  const words = new Uint32Array(PIECE_ROWS * 2);
  const points = (name: string, column: Int32Array): FileColumn => ({
    name,
    type: new arrow.Int32(),
    width: 4,
    values: (from, to) => column.subarray(from, to),
  });
  const volumes = (name: string, column: VolumeColumn | undefined): FileColumn[] => {
    if (column === undefined) return [];
    const type = smallVolumes ? new arrow.Uint32() : new arrow.Float64();
    const array = smallVolumes ? Uint32Array : Float64Array;
    const values = (from: number, to: number) => array.from(column.subarray(from, to));
    return [{ name, type, width: array.BYTES_PER_ELEMENT, values }];
  };
  const bytes = (name: string, column: Uint8Array): FileColumn => ({
    name,
    type: new arrow.Uint8(),
    width: 1,
    values: (from, to) => column.subarray(from, to),
  });
  return [
    {
      name: 'time',
      type: new arrow.TimestampMicrosecond('UTC'),
      width: 8,
      values: (from, to) => integersOf(time.subarray(from, to), words),
    },
    points('bid', bid),
    points('ask', ask),
    ...volumes('bid_volume', bidVolume),
    ...volumes('ask_volume', askVolume),
    ...(leg === undefined ? [] : [bytes('leg', leg)]),
    ...volumes('prices', prices),
  ];
}

function layoutOf(
  columns: readonly FileColumn[],
  regions: readonly { readonly offset: number }[],
  body: number,
  smallVolumes: boolean,
): ColumnLayout {
  const places = new Map(
    columns.map(({ name }, index) => [name, body + (regions[index]?.offset ?? 0)]),
  );
  return {
    time: places.get('time') ?? 0,
    bid: places.get('bid') ?? 0,
    ask: places.get('ask') ?? 0,
    ...present({
      bidVolume: places.get('bid_volume'),
      askVolume: places.get('ask_volume'),
      leg: places.get('leg'),
      prices: places.get('prices'),
    }),
    smallVolumes,
  };
}

/** The values of a column, then its padding. */
function* valuesOf({ values, width }: FileColumn, length: number) {
  for (let row = 0; row < length; row += PIECE_ROWS) {
    const { buffer, byteOffset, byteLength } = values(row, Math.min(length, row + PIECE_ROWS));
    yield new Uint8Array(buffer, byteOffset, byteLength);
  }
  const bytes = length * width;
  if (bytes < padded(bytes)) yield new Uint8Array(padded(bytes) - bytes);
}

/** An encapsulated message; an empty one marks the end of the stream. */
function message(metadata: Uint8Array): Uint8Array {
  const content = paddedBytes(metadata);
  const prefix = Buffer.alloc(8);
  prefix.writeUInt32LE(CONTINUATION);
  prefix.writeInt32LE(content.length, 4);
  return Buffer.concat([prefix, content]);
}

function padded(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}

function paddedBytes(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([bytes], padded(bytes.length));
}

/**
 * The columns in `buffer`, as views of it. The times are converted from integers to doubles in
 * place, so a buffer can be read only once.
 */
export function columnsIn(
  buffer: SharedArrayBuffer,
  length: number,
  layout: ColumnLayout,
): TickColumns {
  const volumes = (offset: number | undefined) => {
    if (offset === undefined) return undefined;
    return layout.smallVolumes
      ? new Uint32Array(buffer, offset, length)
      : new Float64Array(buffer, offset, length);
  };
  const { bidVolume, askVolume, leg, prices } = layout;
  return {
    length,
    time: doublesIn(buffer, layout.time, length),
    bid: new Int32Array(buffer, layout.bid, length),
    ask: new Int32Array(buffer, layout.ask, length),
    ...present({
      bidVolume: volumes(bidVolume),
      askVolume: volumes(askVolume),
      leg: leg === undefined ? undefined : new Uint8Array(buffer, leg, length),
      prices: volumes(prices),
    }),
  };
}

/**
 * Converts whole microseconds to 64-bit integers without a BigInt for each, at the start of
 * `words`.
 */
function integersOf(times: Float64Array, words: Uint32Array): Uint32Array {
  for (let row = 0; row < times.length; row++) {
    const time = times[row] as number;
    const high = Math.floor(time / TWO_32);
    words[row * 2] = time - high * TWO_32;
    words[row * 2 + 1] = high;
  }
  return words.subarray(0, times.length * 2);
}

function doublesIn(buffer: SharedArrayBuffer, offset: number, length: number): Float64Array {
  const words = new Uint32Array(buffer, offset, length * 2);
  const times = new Float64Array(buffer, offset, length);
  for (let row = 0; row < length; row++) {
    times[row] = (words[row * 2 + 1] as number) * TWO_32 + (words[row * 2] as number);
  }
  return times;
}

function isSmall(volumes: VolumeColumn): boolean {
  return volumes.every(units => Number.isInteger(units) && units >= 0 && units <= LARGEST_32);
}
