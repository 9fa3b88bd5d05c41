/**
 * The ticks of a source, ready to be replayed: from its store when that is sound and the source is
 * still the one that was read, else from the source itself, whose store is then written. A store is
 * never needed, and what does not fit is built anew; it is checked for damage, not for forgery.
 * Source: docs/tick-files.md 7;
 * decision 0013.
 */

import { createReadStream } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { InputError } from '../../core/base/input-error.js';
import { residentWindows } from '../../core/market/tick.js';
import { runningSha256, sha256 } from '../files/sha256.js';
import { type ReadOptions, readTicks, type TickFile } from '../ticks/read/read-ticks.js';
import { type SourceFile, sourceFiles } from '../ticks/text/source-file.js';
import type { OpenedTicks } from './opened-ticks.js';
import { stampOf } from './stamp.js';
import { readRecord, STORE_VERSION, type StoreRecord, writeRecord } from './store-record.js';
import { openWindows } from './stored-windows.js';
import { WINDOW_ROWS, writeStore } from './write-store.js';

/** Where stores are kept, and how. */
export interface CacheOptions {
  /** Default: a folder `.orrery-cache` beside each source. */
  readonly folder?: string;
  /** Smaller sources are read anew each time, which is as quick; default 256 KiB. */
  readonly minimumBytes?: number;
  /** Bytes of ticks of one source that stay in memory; default 512 MiB. */
  readonly residentBytes?: number;
  /** Rows of a window of a new store. */
  readonly windowRows?: number;
  /** Told why a store could not be written. */
  readonly onFault?: (folder: string, reason: string) => void;
}

export interface OpenOptions extends ReadOptions {
  /** Absent: no store is read or written. */
  readonly cache?: CacheOptions;
}

const BESIDE = '.orrery-cache';
const MINIMUM_BYTES = 262_144;
const RESIDENT_BYTES = 536_870_912;

/** Opens what is at `path`. @throws InputError */
export async function openTicks(path: string, options: OpenOptions): Promise<OpenedTicks> {
  const { cache } = options;
  if (cache === undefined) return resident(await readTicks(path, options));
  const files = await sourceFiles(path);
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size < (cache.minimumBytes ?? MINIMUM_BYTES)) return resident(await readTicks(path, options));
  const folder = await storeFolder(path, options, cache);
  return (
    (await fromStore(folder, files, cache)) ?? (await fromSource(path, folder, files, options))
  );
}

function resident({ columns, ...ticks }: TickFile): OpenedTicks {
  return { ...ticks, windows: residentWindows(columns) };
}

/** One store for each source and each way of reading it. */
async function storeFolder(
  path: string,
  { instrument, layout, policy, timeUnit, timeZone, granularity, volumes }: ReadOptions,
  { folder }: CacheOptions,
): Promise<string> {
  const reading = {
    version: STORE_VERSION,
    // Beside its source a store moves with it; elsewhere sources of one name must not share it.
    ...(folder === undefined ? {} : { path: await realpath(path) }),
    instrument: instrument.name,
    displayPrecision: instrument.displayPrecision,
    ...{ layout, policy, timeUnit, timeZone, granularity, volumes },
  };
  const key = sha256(JSON.stringify(reading)).slice(0, 16);
  return join(folder ?? join(dirname(path), BESIDE), `${basename(path)}-${key}`);
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
  const { columns, ...ticks } = await readTicks(path, options);
  const isSteady = before !== undefined && before === (await stampOf(files));
  const stamp = isSteady ? { stamp: before } : {};
  const metadata = {
    instrument: instrument.name,
    displayPrecision: String(instrument.displayPrecision),
    sourceSHA256: ticks.digest,
  };
  const windowRows = cache.windowRows ?? WINDOW_ROWS;
  const record = { version: STORE_VERSION, ...stamp, ticks };
  try {
    await writeStore(folder, { columns, record, metadata, windowRows });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    cache.onFault?.(folder, code);
    return { ...ticks, windows: residentWindows(columns) };
  }
  const isLarge = columns.length > windowRows;
  const stored = isLarge ? await fromStore(folder, files, cache) : undefined;
  return stored ?? { ...ticks, windows: residentWindows(columns) };
}

/** Notes that the source is the same although its stamp is not; a failure costs a digest later. */
async function restamp(folder: string, record: StoreRecord): Promise<void> {
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
