/**
 * The few calls to a file system that a store makes. Tests replace them: with files that forget what
 * was not synced, and with calls that fail or write less than was asked.
 */

import { createReadStream } from 'node:fs';
import { type FileHandle, open, readdir, rename } from 'node:fs/promises';

/** A file that is written at its end. */
export interface StorageFile {
  /** Writes at the end. @returns how many bytes were written; fewer than given is no error. */
  append(bytes: Uint8Array): Promise<number>;
  /** Returns when everything written so far would survive a loss of power. */
  sync(): Promise<void>;
  /** Cuts the file to `length` bytes. */
  truncate(length: number): Promise<void>;
  close(): Promise<void>;
}

/** A file system. Every call is rejected with a NodeJS.ErrnoException when the system refuses. */
export interface Storage {
  /** The names in a folder. */
  list(folder: string): Promise<readonly string[]>;
  /** Opens a file to append to it; makes it when it does not exist. @param mode - its permissions. */
  open(path: string, mode?: number): Promise<StorageFile>;
  /** The content of a file in pieces, from the byte `start` on. */
  read(path: string, start?: number): AsyncIterable<Uint8Array>;
  rename(from: string, to: string): Promise<void>;
  /** Returns when the names in a folder would survive a loss of power. */
  syncFolder(folder: string): Promise<void>;
}

const PIECE_BYTES = 1 << 20;

/** The file system of the machine. */
export const DISK: Storage = {
  list: folder => readdir(folder),
  open: async (path, mode) => fileOf(await open(path, 'a', mode)),
  read: (path, start = 0) => createReadStream(path, { start, highWaterMark: PIECE_BYTES }),
  rename: (from, to) => rename(from, to),
  async syncFolder(folder) {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
};

function fileOf(handle: FileHandle): StorageFile {
  return {
    append: async bytes => (await handle.write(bytes)).bytesWritten,
    sync: () => handle.datasync(),
    truncate: length => handle.truncate(length),
    close: () => handle.close(),
  };
}

/** Appends all of `bytes`, in as many writes as it takes. */
export async function appendAll(file: StorageFile, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const written = await file.append(done === 0 ? bytes : bytes.subarray(done));
    if (written === 0)
      throw Object.assign(new Error('nothing was written'), { code: 'EIO', syscall: 'write' });
    done += written;
  }
}
