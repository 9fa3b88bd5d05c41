/**
 * The windows of a store. Each is read once when the store is opened, to check it, and stays in
 * memory as long as the budget allows; its bounds always stay. Other windows are read again when one
 * of their rows is needed; the least recently used window makes room. Columns lie in shared memory,
 * so that worker threads get them without a copy.
 */

import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { InputError } from '../../../core/base/input-error.js';
import { type TickColumns, type TickWindow, totalPrices } from '../../../core/market/tick.js';
import { TickBounds } from '../../../core/market/tick-bounds.js';
import { columnsIn } from './arrow-file.js';
import { boundsFile, tickFile, type WindowRecord } from './store-record.js';

/**
 * Opens every window of the store in `folder`.
 * @throws InputError when one differs from what was written.
 */
export function openWindows(
  folder: string,
  records: readonly WindowRecord[],
  residentBytes: number,
): readonly TickWindow[] {
  const residents = new Residents(residentBytes);
  const bytes = records.reduce((sum, record) => sum + record.bytes, 0);
  const windows: StoredWindow[] = [];
  try {
    for (const record of records) windows.push(new StoredWindow(folder, record, residents));
  } catch (error) {
    for (const window of windows) window.close();
    throw error;
  }
  // A file that may be read again stays open, so that it stays readable even if it is replaced.
  if (bytes <= residentBytes) for (const window of windows) window.close();
  return windows;
}

/**
 * Owns the windows in memory, least recently used first, within a budget of bytes. `add` adds one
 * and drops the first; `get` makes one the last.
 */
class Residents {
  readonly #budget: number;
  readonly #columns = new Map<StoredWindow, TickColumns>();
  #bytes = 0;
  #latest: StoredWindow | undefined;
  #latestColumns: TickColumns | undefined;

  constructor(budget: number) {
    this.#budget = budget;
  }

  get(window: StoredWindow): TickColumns | undefined {
    if (window === this.#latest) return this.#latestColumns;
    const columns = this.#columns.get(window);
    if (columns === undefined) return undefined;
    this.#columns.delete(window);
    this.#put(window, columns);
    return columns;
  }

  add(window: StoredWindow, columns: TickColumns): void {
    this.#bytes += window.bytes;
    for (const oldest of this.#columns.keys()) {
      if (this.#bytes <= this.#budget) break;
      this.#columns.delete(oldest);
      this.#bytes -= oldest.bytes;
    }
    this.#put(window, columns);
  }

  #put(window: StoredWindow, columns: TickColumns): void {
    this.#columns.set(window, columns);
    this.#latest = window;
    this.#latestColumns = columns;
  }
}

/**
 * One window of a store with its open file. Its columns are in memory or not, as `Residents`
 * decides; what they contain never changes.
 */
class StoredWindow implements TickWindow {
  readonly length: number;
  readonly bytes: number;
  readonly firstTime: number;
  readonly lastTime: number;
  readonly bounds: TickBounds;
  readonly prices?: number;
  readonly #path: string;
  readonly #record: WindowRecord;
  readonly #descriptor: number;
  readonly #residents: Residents;

  /** @throws InputError when the file differs from its record. */
  constructor(folder: string, record: WindowRecord, residents: Residents) {
    this.length = record.rows;
    this.bytes = record.bytes;
    this.#path = join(folder, tickFile(record.file));
    this.#record = record;
    this.#residents = residents;
    this.#descriptor = openFile(this.#path);
    try {
      const columns = this.columns();
      const { time } = columns;
      const prices = totalPrices(columns);
      if (prices !== undefined) this.prices = prices;
      this.firstTime = time[0] as number;
      this.lastTime = time[record.rows - 1] as number;
      this.bounds = readBounds(join(folder, boundsFile(record.file)), record);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Closes the file; ticks in memory stay usable. */
  close(): void {
    closeSync(this.#descriptor);
  }

  /** @throws InputError when the file was damaged since the store was opened. */
  columns(): TickColumns {
    return this.#residents.get(this) ?? this.#read();
  }

  #read(): TickColumns {
    const { bytes, rows, layout } = this.#record;
    const buffer = new SharedArrayBuffer(bytes);
    const isSound = fill(new Uint8Array(buffer), this.#descriptor, this.#record.crc32);
    if (!isSound) throw damaged(this.#path);
    const columns = columnsIn(buffer, rows, layout);
    this.#residents.add(this, columns);
    return columns;
  }
}

/** Bounds are integers as the machine has them in memory. @throws InputError when they differ. */
function readBounds(path: string, { rows, bounds }: WindowRecord): TickBounds {
  const descriptor = openFile(path);
  try {
    const numbers = new Int32Array(TickBounds.sizeOf(rows));
    const isWhole = fstatSync(descriptor).size === numbers.byteLength;
    if (isWhole && fill(new Uint8Array(numbers.buffer), descriptor, bounds)) {
      return TickBounds.from(numbers, rows);
    }
  } finally {
    closeSync(descriptor);
  }
  throw damaged(path);
}

/**
 * Fills `bytes` with the beginning of the file. @param checksum - CRC-32 of what was written.
 * @returns whether that many bytes were there, and are those that were written.
 */
function fill(bytes: Uint8Array, descriptor: number, checksum: number): boolean {
  let read = 0;
  while (read < bytes.length) {
    const count = readSync(descriptor, bytes, read, bytes.length - read, read);
    if (count === 0) return false;
    read += count;
  }
  return crc32(bytes) === checksum;
}

/** Opens a file that is known to be regular; opening a FIFO would wait forever. */
function openFile(path: string): number {
  try {
    if (statSync(path).isFile()) return openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  }
  throw damaged(path);
}

function damaged(file: string): InputError {
  return new InputError('data', { file }, 'is not the window of ticks that was written');
}
