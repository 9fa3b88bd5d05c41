/**
 * Writes a store: every window, then the record, in a temporary folder that is renamed when it is
 * complete. Processes that build the same store at the same time write the same bytes, and the last
 * one to finish wins. A reader never sees an incomplete store.
 */

import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { TickColumns } from '../../core/market/tick.js';
import { makeFolder } from '../files/make-folder.js';
import { takeFolderPlace } from '../files/unfinished.js';
import { writeBeside } from '../files/write-whole.js';
import { type ArrowFile, type ArrowMetadata, arrowFile } from './arrow-file.js';
import { type StoreRecord, type WindowRecord, writeRecord } from './store-record.js';

/** Rows per window: 16 MiB without volumes, 24 MiB with them. */
export const WINDOW_ROWS = 1_048_576;

/** The content of a store; each window has `windowRows` rows, the last one the remaining rows. */
export interface StoreContent {
  readonly columns: TickColumns;
  readonly record: Omit<StoreRecord, 'windows'>;
  readonly metadata: ArrowMetadata;
  readonly windowRows: number;
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
  { columns, metadata, windowRows }: StoreContent,
): Promise<WindowRecord[]> {
  const windows: WindowRecord[] = [];
  for (let from = 0; from < columns.length; from += windowRows) {
    const to = Math.min(columns.length, from + windowRows);
    const file = `${String(windows.length).padStart(5, '0')}.arrow`;
    const arrow = await arrowFile(columns, from, to, metadata);
    const checksum = await writePieces(join(folder, file), arrow);
    const { bytes, layout } = arrow;
    windows.push({ file, rows: to - from, bytes, crc32: checksum, layout });
  }
  return windows;
}

/** Writes a file piece by piece. @returns its CRC-32. */
async function writePieces(path: string, { pieces }: ArrowFile): Promise<number> {
  const file = await open(path, 'wx');
  let checksum = 0;
  try {
    for (const piece of pieces()) {
      checksum = crc32(piece, checksum);
      await file.writeFile(piece);
    }
  } finally {
    await file.close();
  }
  return checksum;
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
