/**
 * A lower bound of the length of a log, in a file beside it: bytes that were on disk once. It is
 * written after each sync of the log and not synced itself, so that it costs little; a loss of power
 * leaves an older, smaller bound, or none. A log that is shorter has lost its end.
 * What it cannot show: a log and a bound that were both put back to an older state.
 */

import { hash } from 'node:crypto';
import { join } from 'node:path';
import type { Storage, StorageNote } from './storage.js';

/** The file, in the folder of the log. */
export const LENGTH_FILE = 'length';

const DIGITS = 16;
const BOUND = /^(\d{16}) ([0-9a-f]{16})\n$/;

/** Opens the bound of the log in `folder`. */
export async function openLength(storage: Storage, folder: string): Promise<LengthNote> {
  return new LengthNote(await storage.openNote(join(folder, LENGTH_FILE)));
}

/** Sets the bound of the log in `folder`; it is on disk when the promise is kept. */
export async function syncLength(storage: Storage, folder: string, length: number): Promise<void> {
  const note = await openLength(storage, folder);
  try {
    await note.write(length);
    await note.sync();
  } finally {
    await note.close();
  }
}

/** The bound of one log. */
export class LengthNote {
  readonly #note: StorageNote;

  constructor(note: StorageNote) {
    this.#note = note;
  }

  /** The log has so many bytes on disk. */
  write(length: number): Promise<void> {
    const text = String(length).padStart(DIGITS, '0');
    return this.#note.write(`${text} ${checkOf(text)}\n`);
  }

  sync(): Promise<void> {
    return this.#note.sync();
  }

  close(): Promise<void> {
    return this.#note.close();
  }
}

/** The bytes that the log in `folder` had at least; 0 when that is not known. */
export async function leastLength(storage: Storage, folder: string): Promise<number> {
  if (!(await storage.list(folder)).includes(LENGTH_FILE)) return 0;
  const pieces: Uint8Array[] = [];
  for await (const piece of storage.read(join(folder, LENGTH_FILE))) pieces.push(piece);
  const [, digits = '', check] = BOUND.exec(Buffer.concat(pieces).toString('latin1')) ?? [];
  return check === checkOf(digits) ? Number(digits) : 0;
}

function checkOf(digits: string): string {
  return hash('sha256', digits).slice(0, DIGITS);
}
