/**
 * Ticks that worker threads share. The columns of every window lie in shared memory, so that a
 * thread gets them without a copy. Columns of a store are there already; others are copied once.
 * Each thread builds the bounds itself, which is quicker than passing them.
 */

import { present } from '../../../core/base/present.js';
import { residentWindows, type TickColumns, type VolumeColumn } from '../../../core/market/tick.js';
import type { OpenedTicks } from './opened-ticks.js';

/** Plain data that can be posted to a thread. */
export interface SharedTicks {
  readonly ticks: Omit<OpenedTicks, 'windows'>;
  readonly windows: readonly TickColumns[];
}

type Column = Float64Array | Int32Array | Uint8Array | VolumeColumn;

/**
 * Prepares the ticks for other threads.
 * @returns undefined when they take more than `mostBytes`; then each thread opens the store itself.
 */
export function shareTicks(
  { windows, ...ticks }: OpenedTicks,
  mostBytes: number,
): SharedTicks | undefined {
  const rows = windows.reduce((total, { length }) => total + length, 0);
  const first = windows[0]?.columns();
  if (first === undefined) return { ticks, windows: [] };
  if (rows * bytesOfRow(first) > mostBytes) return undefined;
  return { ticks, windows: windows.map(window => sharedColumns(window.columns())) };
}

/** Opens the ticks in the thread that received them. */
export function openShared({ ticks, windows }: SharedTicks): OpenedTicks {
  return { ...ticks, windows: windows.flatMap(residentWindows) };
}

function bytesOfRow({ time, bid, ask, bidVolume, askVolume, leg, prices }: TickColumns): number {
  return [time, bid, ask, bidVolume, askVolume, leg, prices].reduce(
    (total, column) => total + (column?.BYTES_PER_ELEMENT ?? 0),
    0,
  );
}

function sharedColumns(columns: TickColumns): TickColumns {
  const { length, time, bid, ask, bidVolume, askVolume, leg, prices } = columns;
  return {
    length,
    time: shared(time, length),
    bid: shared(bid, length),
    ask: shared(ask, length),
    ...present({
      bidVolume: bidVolume && shared(bidVolume, length),
      askVolume: askVolume && shared(askVolume, length),
      leg: leg && shared(leg, length),
      prices: prices && shared(prices, length),
    }),
  };
}

function shared<Kind extends Column>(column: Kind, length: number): Kind {
  if (column.buffer instanceof SharedArrayBuffer) return column;
  const buffer = new SharedArrayBuffer(length * column.BYTES_PER_ELEMENT);
  const make = column.constructor as new (buffer: SharedArrayBuffer) => Kind;
  const copy = new make(buffer);
  copy.set(column.subarray(0, length));
  return copy;
}
