/**
 * One window of ticks as an Arrow IPC file, which pandas, polars, DuckDB and others open: `time`
 * (timestamp of microseconds, UTC), `bid` and `ask` (integer points; the metadata says how many
 * decimals), and volumes where there are any. Written through apache-arrow; read back without it,
 * since a column's values stand in the file as they stand in memory: the layout says where.
 * Source: Arrow columnar format, IPC file; decision 0013.
 */

import type { TickColumns, VolumeColumn } from '../../core/market/tick.js';

/** Byte offset of each column's values in the file. */
export interface ColumnLayout {
  readonly time: number;
  readonly bid: number;
  readonly ask: number;
  readonly bidVolume?: number;
  readonly askVolume?: number;
  /** Whether volumes are 32-bit integers; else doubles. */
  readonly smallVolumes: boolean;
}

export interface ArrowFile {
  readonly bytes: Uint8Array;
  readonly layout: ColumnLayout;
}

/** What a reader of the file may want to know; Arrow metadata are texts. */
export type ArrowMetadata = Readonly<Record<string, string>>;

const TWO_32 = 4_294_967_296;
const LARGEST_32 = TWO_32 - 1;

/** The Arrow file of rows `from` to `to` (exclusive). */
export async function arrowFile(
  columns: TickColumns,
  from: number,
  to: number,
  metadata: ArrowMetadata,
): Promise<ArrowFile> {
  const arrow = await import('apache-arrow');
  const { bidVolume, askVolume } = columns;
  const smallVolumes = [bidVolume, askVolume].every(
    each => each === undefined || isSmall(each.subarray(from, to)),
  );
  const micros = new arrow.TimestampMicrosecond('UTC');
  const volume = (values: VolumeColumn) => {
    const rows = values.subarray(from, to);
    return smallVolumes
      ? arrow.makeData({ type: new arrow.Uint32(), data: Uint32Array.from(rows) })
      : arrow.makeData({ type: new arrow.Float64(), data: Float64Array.from(rows) });
  };
  const data = {
    time: arrow.makeData({ type: micros, data: integersOf(columns.time.subarray(from, to)) }),
    bid: arrow.makeData({ type: new arrow.Int32(), data: columns.bid.subarray(from, to) }),
    ask: arrow.makeData({ type: new arrow.Int32(), data: columns.ask.subarray(from, to) }),
    ...(bidVolume === undefined ? {} : { bid_volume: volume(bidVolume) }),
    ...(askVolume === undefined ? {} : { ask_volume: volume(askVolume) }),
  };
  const fields = Object.entries(data).map(([name, { type }]) => new arrow.Field(name, type, false));
  const schema = new arrow.Schema(fields, new Map(Object.entries(metadata)));
  const struct = arrow.makeData({
    type: new arrow.Struct(fields),
    length: to - from,
    nullCount: 0,
    children: Object.values(data) as never,
  });
  const batch = new arrow.RecordBatch(schema, struct as never);
  const bytes = arrow.tableToIPC(new arrow.Table([batch]), 'file');
  // Read back, a column is a view of the file's own bytes, and so says where its values are.
  const back = arrow.tableFromIPC(bytes);
  const offset = (name: string) => {
    const values = back.getChild(name)?.data[0]?.values as Uint8Array;
    return values.byteOffset - bytes.byteOffset;
  };
  const layout = {
    time: offset('time'),
    bid: offset('bid'),
    ask: offset('ask'),
    ...(bidVolume === undefined ? {} : { bidVolume: offset('bid_volume') }),
    ...(askVolume === undefined ? {} : { askVolume: offset('ask_volume') }),
    smallVolumes,
  };
  return { bytes, layout };
}

/**
 * The columns that stand in `buffer`, as views of it; its times are turned from integers into
 * doubles in place, so it can be read once.
 */
export function columnsIn(
  buffer: SharedArrayBuffer,
  length: number,
  layout: ColumnLayout,
): TickColumns {
  const volumes = (offset: number) =>
    layout.smallVolumes
      ? new Uint32Array(buffer, offset, length)
      : new Float64Array(buffer, offset, length);
  const { bidVolume, askVolume } = layout;
  return {
    length,
    time: doublesIn(buffer, layout.time, length),
    bid: new Int32Array(buffer, layout.bid, length),
    ask: new Int32Array(buffer, layout.ask, length),
    ...(bidVolume === undefined ? {} : { bidVolume: volumes(bidVolume) }),
    ...(askVolume === undefined ? {} : { askVolume: volumes(askVolume) }),
  };
}

/** Whole microseconds as 64-bit integers, without a BigInt each. */
function integersOf(times: Float64Array): BigInt64Array {
  const words = new Uint32Array(times.length * 2);
  for (let row = 0; row < times.length; row++) {
    const time = times[row] as number;
    const high = Math.floor(time / TWO_32);
    words[row * 2] = time - high * TWO_32;
    words[row * 2 + 1] = high;
  }
  return new BigInt64Array(words.buffer);
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
