/**
 * Opens the ticks of a source for replay. They come from the store if the store is sound and the
 * source has not changed since; otherwise from the source itself, and then the store is written. A
 * store is optional, and one that does not fit is rebuilt. It is checked for damage, not for
 * forgery.
 * Source: docs/reference/tick-files.md 7; decision 0013.
 */

import { createReadStream } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { InputError } from '../../../core/base/input-error.js';
import { present } from '../../../core/base/present.js';
import {
  residentWindows,
  rowsWithin,
  type TickColumns,
  type TickWindow,
} from '../../../core/market/tick.js';
import { runningSha256, sha256 } from '../files/sha256.js';
import { type ReadOptions, wayOfReading } from '../ticks/read/read-options.js';
import type { TickFile } from '../ticks/read/read-ticks.js';
import { type SourceFile, sourceFiles } from '../ticks/text/source-file.js';
import type { OpenedTicks } from './opened-ticks.js';
import { stampOf } from './stamp.js';
import {
  readRecord,
  TICK_STORE_VERSION,
  type TickStoreRecord,
  writeRecord,
} from './store-record.js';
import { openWindows } from './stored-windows.js';
import { type StoreContent, WINDOW_ROWS, writeStore } from './write-store.js';

/** Where and how stores are kept. */
export interface CacheOptions {
  /** Folder of the stores; default: `.orrery-cache` beside each source. */
  readonly folder?: string;
  /**
   * Sources below this size in bytes have no store, because reading them is as quick; default 256
   * KiB.
   */
  readonly minimumBytes?: number;
  /** Bytes of ticks per source that stay in memory; default 512 MiB. */
  readonly residentBytes?: number;
  /** Rows per window of a new store. */
  readonly windowRows?: number;
  /**
   * Receives the writing of a store whose ticks stay in memory, to be done when there is time;
   * default: it is written before its ticks are returned.
   */
  readonly later?: (write: () => Promise<void>) => void;
  /** Called with the reason when a store cannot be written. */
  readonly onFault?: (folder: string, reason: string) => void;
}

export interface OpenOptions extends ReadOptions {
  /** When absent, no store is read or written. */
  readonly cache?: CacheOptions;
}

/** Name of the folder of stores beside a source. */
export const STORES_BESIDE = '.orrery-cache';
const MINIMUM_BYTES = 262_144;
const RESIDENT_BYTES = 536_870_912;

/** Opens what is at `path`. @throws InputError */
export async function openTicks(path: string, options: OpenOptions): Promise<OpenedTicks> {
  const { cache } = options;
  if (cache === undefined) return resident(await read(path, options));
  const files = await sourceFiles(path);
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size < (cache.minimumBytes ?? MINIMUM_BYTES)) return resident(await read(path, options));
  const folder = await storeFolder(path, options, cache);
  return (
    (await fromStore(folder, files, cache)) ?? (await fromSource(path, folder, files, options))
  );
}

/**
 * Reads the source. The readers of all layouts are loaded only then: a store, or ticks that are open
 * already, need none.
 */
async function read(path: string, options: ReadOptions): Promise<TickFile> {
  const { readTicks } = await import('../ticks/read/read-ticks.js');
  return readTicks(path, options);
}

function resident({ columns, ...ticks }: TickFile): OpenedTicks {
  return { ...ticks, windows: residentWindows(columns) };
}

/** The folder of the store; there is one store per source and way of reading it. */
async function storeFolder(
  path: string,
  options: ReadOptions,
  { folder }: CacheOptions,
): Promise<string> {
  const reading = {
    version: TICK_STORE_VERSION,
    // A store beside its source moves with it. In a common folder, sources of the same name must
    // not share a store.
    ...present({ path: folder === undefined ? undefined : await realpath(path) }),
    ...wayOfReading(options),
  };
  const key = sha256(JSON.stringify(reading)).slice(0, 16);
  return join(folder ?? join(dirname(path), STORES_BESIDE), `${basename(path)}-${key}`);
}

async function fromStore(
  folder: string,
  files: readonly SourceFile[],
  { residentBytes = RESIDENT_BYTES }: CacheOptions,
): Promise<OpenedTicks | undefined> {
  const record = await readRecord(folder);
  if (record === undefined) return undefined;
  const stamp = await stampOf(files);
  const isUntouched = stamp !== undefined && stamp === record.stamp;
  if (!isUntouched && (await digestOf(files)) !== record.ticks.digest) return undefined;
  try {
    const windows = openWindows(folder, record.windows, residentBytes);
    if (!isUntouched && stamp !== undefined) await restamp(folder, { ...record, stamp });
    return { ...record.ticks, windows };
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

async function fromSource(
  path: string,
  folder: string,
  files: readonly SourceFile[],
  options: OpenOptions,
): Promise<OpenedTicks> {
  const { cache = {}, instrument } = options;
  const before = await stampOf(files);
  const { columns, ...ticks } = await read(path, options);
  const isSteady = before !== undefined && before === (await stampOf(files));
  const stamp = isSteady ? { stamp: before } : {};
  const metadata = {
    instrument: instrument.name,
    displayPrecision: String(instrument.displayPrecision),
    sourceSHA256: ticks.digest,
  };
  const windowRows = cache.windowRows ?? WINDOW_ROWS;
  const record = { version: TICK_STORE_VERSION, ...stamp, ticks };
  const store = (windows: Iterable<TickWindow>) =>
    storing(folder, { windows, record, metadata }, cache);
  if (columns.length > windowRows) {
    const isStored = await store(windowsOf(columns, windowRows));
    const stored = isStored ? await fromStore(folder, files, cache) : undefined;
    return stored ?? resident({ ...ticks, columns });
  }
  const opened = resident({ ...ticks, columns });
  if (cache.later === undefined) await store(opened.windows);
  else cache.later(async () => void (await store(opened.windows)));
  return opened;
}

/** The ticks as windows of `most` rows, each of them made when it is its turn. */
function* windowsOf(columns: TickColumns, most: number): Generator<TickWindow> {
  for (let from = 0; from < columns.length; from += most) {
    yield* residentWindows(rowsWithin(columns, from, Math.min(columns.length, from + most)));
  }
}

/** Writes a store. @returns false when the system refused, which is reported. */
async function storing(
  folder: string,
  content: StoreContent,
  { onFault }: CacheOptions,
): Promise<boolean> {
  try {
    await writeStore(folder, content);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    onFault?.(folder, code);
    return false;
  }
}

/**
 * Records the new stamp of a source whose content is unchanged; if that fails, the next opening
 * computes the digest again.
 */
async function restamp(folder: string, record: TickStoreRecord): Promise<void> {
  await writeRecord(folder, record).catch(() => undefined);
}

/** SHA-256 of the files' bytes in order, as `readTicks` gives it. */
async function digestOf(files: readonly SourceFile[]): Promise<string> {
  const hash = runningSha256();
  for (const { path } of files) {
    for await (const bytes of createReadStream(path, { highWaterMark: 1_048_576 })) {
      hash.update(bytes as Buffer);
    }
  }
  return hash.digest('hex');
}
