/**
 * Writes a store: every window, then the record, in a temporary folder that is renamed when it is
 * complete. Processes that build the same store at the same time write the same bytes, and the last
 * one to finish wins. A reader never sees an incomplete store.
 */

import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { TickWindow } from '../../../core/market/tick.js';
import { makeFolder } from '../files/make-folder.js';
import { takeFolderPlace } from '../files/unfinished.js';
import { writeBeside } from '../files/write-whole.js';
import { type ArrowMetadata, arrowFile } from './arrow-file.js';
import {
  boundsFile,
  type TickStoreRecord,
  tickFile,
  type WindowRecord,
  writeRecord,
} from './store-record.js';

/** Rows per window: 16 MiB without volumes, 24 MiB with them. */
export const WINDOW_ROWS = 1_048_576;

/** The content of a store; each window has `WINDOW_ROWS` rows, the last one the remaining rows. */
export interface StoreContent {
  readonly windows: Iterable<TickWindow>;
  readonly record: Omit<TickStoreRecord, 'windows'>;
  readonly metadata: ArrowMetadata;
}

/** Writes the store to `folder`. @throws NodeJS.ErrnoException when the system refuses. */
export async function writeStore(folder: string, content: StoreContent): Promise<void> {
  await makeFolder(dirname(folder));
  await writeBeside(folder, temporary => writeParts(temporary, content), takePlace);
}

async function writeParts(folder: string, content: StoreContent): Promise<void> {
  await mkdir(folder);
  const windows = await writeWindows(folder, content);
  await writeRecord(folder, { ...content.record, windows });
}

async function writeWindows(
  folder: string,
  { windows, metadata }: StoreContent,
): Promise<WindowRecord[]> {
  const records: WindowRecord[] = [];
  for (const window of windows) {
    const file = String(records.length).padStart(5, '0');
    const arrow = await arrowFile(window.columns(), metadata);
    const { bytes, layout } = arrow;
    const crc32 = await writePieces(join(folder, tickFile(file)), arrow.pieces());
    const bounds = await writePieces(join(folder, boundsFile(file)), [
      bytesOf(window.bounds.numbers),
    ]);
    records.push({ file, rows: window.length, bytes, crc32, bounds, layout });
  }
  return records;
}

/** Writes a file piece by piece. @returns its CRC-32. */
async function writePieces(path: string, pieces: Iterable<Uint8Array>): Promise<number> {
  const file = await open(path, 'wx');
  let checksum = 0;
  try {
    for (const piece of pieces) {
      checksum = crc32(piece, checksum);
      await file.writeFile(piece);
    }
  } finally {
    await file.close();
  }
  return checksum;
}

function bytesOf({ buffer, byteOffset, byteLength }: Int32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Moves a finished store to its final place. */
async function takePlace(finished: string, folder: string): Promise<void> {
  try {
    await takeFolderPlace(finished, folder);
  } catch (error) {
    // Another process finished first, and its store has the same content.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  }
}
