/**
 * Ticks and candles for Python. They cross as columns: a frame of JSON says how many rows there are and
 * which columns, then each piece of rows has a frame of each column, in the same order. Prices are whole
 * numbers of points, times microseconds since 1970; both are little-endian.
 */

import { candleQuery, foundCandles } from '../library/candle-query.js';
import { optionError } from '../library/reading.js';
import { instrumentOf, openTicks, windowsOf } from '../library/ticks.js';
import type { CandleRequest } from '../library/types/candles.js';
import type { TickOptions, Ticks } from '../library/types/ticks.js';
import type { JobOutput } from './job-output.js';

/** A file of ticks. */
export interface TicksJob {
  readonly path: string;
  readonly options: TickOptions;
}

/** Candles of a file of ticks. */
export interface CandlesJob extends TicksJob {
  readonly request: CandleRequest;
}

type Column = Float64Array | Int32Array | Uint32Array | Uint8Array;
const FLOATS = '<f8';
const POINTS = '<i4';

/** Sends ticks. @returns their instrument, and the decimals of its prices. @throws InputError */
export async function sendTicks({ path, options }: TicksJob, { onData }: JobOutput) {
  const ticks = await openTicks(path, options);
  const windows = windowsOf(ticks);
  // All windows of a source have the same columns.
  const hasVolumes = windows[0]?.columns().bidVolume !== undefined;
  const volumes = { bid_volume: FLOATS, ask_volume: FLOATS };
  const columns = { time: FLOATS, bid: POINTS, ask: POINTS, ...(hasVolumes && volumes) };
  onData(head(ticks.length, columns));
  for (const window of windows) {
    const { length } = window;
    const { time, bid, ask, bidVolume, askVolume } = window.columns();
    for (const column of [time, bid, ask]) onData(bytesOf(column.subarray(0, length)));
    if (bidVolume === undefined || askVolume === undefined) continue;
    for (const column of [bidVolume, askVolume]) {
      onData(bytesOf(new Float64Array(column.subarray(0, length))));
    }
  }
  return facts(ticks);
}

/** Sends candles, with a column for each price of each letter. @throws InputError */
export async function sendCandles({ path, options, request }: CandlesJob, { onData }: JobOutput) {
  const query = candleQuery(request, optionError);
  const ticks = await openTicks(path, options);
  const found = foundCandles(windowsOf(ticks), query);
  const sides = (['bid', 'mid', 'ask'] as const).filter(side => query.price.includes(letter(side)));
  const prices = sides.flatMap(side =>
    (['o', 'h', 'l', 'c'] as const).map(at => [side, at] as const),
  );
  onData(
    head(found.length, {
      time: FLOATS,
      volume: FLOATS,
      complete: '<u1',
      ...Object.fromEntries(prices.map(([side, at]) => [`${side}_${at}`, POINTS])),
    }),
  );
  onData(bytesOf(Float64Array.from(found, ({ time }) => time)));
  onData(bytesOf(Float64Array.from(found, ({ volume }) => volume)));
  onData(Uint8Array.from(found, ({ complete }) => (complete ? 1 : 0)));
  for (const [side, at] of prices) {
    onData(bytesOf(Int32Array.from(found, candle => candle[side][at])));
  }
  return facts(ticks);
}

function letter(side: 'bid' | 'mid' | 'ask'): string {
  return side.charAt(0).toUpperCase();
}

function head(rows: number, columns: Readonly<Record<string, string>>): Uint8Array {
  return Buffer.from(JSON.stringify({ rows, columns }));
}

function facts(ticks: Ticks) {
  const { name, displayPrecision } = instrumentOf(ticks);
  return { instrument: name, precision: displayPrecision, skipped: ticks.skipped };
}

function bytesOf({ buffer, byteOffset, byteLength }: Column): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
