/**
 * The few calls to a file system that a store makes. Tests replace them: with files that forget what
 * was not synced, and with calls that fail or write less than was asked.
 */

import { constants, createReadStream } from 'node:fs';
import { type FileHandle, link, open, readdir, rename, rm, stat } from 'node:fs/promises';

/** A file that is written at its end. */
export interface StorageFile {
  /** Writes at the end. @returns how many bytes were written; fewer than given is no error. */
  append(bytes: Uint8Array): Promise<number>;
  /** Returns when everything written so far would survive a loss of power. */
  sync(): Promise<void>;
  /** Cuts the file to `length` bytes. */
  truncate(length: number): Promise<void>;
  /** @throws Error when the path no longer names this file, or it has not `length` bytes. */
  check(length: number): Promise<void>;
  close(): Promise<void>;
}

/** A file of a few bytes that are written over each other. */
export interface StorageNote {
  /** Writes `text` at the beginning; it always has the same length. */
  write(text: string): Promise<void>;
  /** As `StorageFile`. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** A file system. Every call is rejected with a NodeJS.ErrnoException when the system refuses. */
export interface Storage {
  /** The names in a folder. */
  list(folder: string): Promise<readonly string[]>;
  /** Opens a file to append to it; makes it, for its owner alone, when it does not exist. */
  open(path: string): Promise<StorageFile>;
  /** Opens a note; makes it as `open` does. */
  openNote(path: string): Promise<StorageNote>;
  /** The content of a file in pieces, from the byte `start` on. */
  read(path: string, start?: number): AsyncIterable<Uint8Array>;
  rename(from: string, to: string): Promise<void>;
  /** Gives the file `from` the name `to` too, which no file has. */
  link(from: string, to: string): Promise<void>;
  /** Takes a name away; there may be none. */
  remove(path: string): Promise<void>;
  /** Returns when the names in a folder would survive a loss of power. */
  syncFolder(folder: string): Promise<void>;
}

const PIECE_BYTES = 1 << 20;
/** Files of a store: its owner alone reads and writes them. */
export const OWNER_ONLY = 0o600;
/** A note is made when it is missing, and keeps what it has until it is written over. */
const NOTE_FLAGS = constants.O_CREAT | constants.O_RDWR;

/** The file system of the machine. */
export const DISK: Storage = {
  list: folder => readdir(folder),
  open: async path => fileOf(await open(path, 'a', OWNER_ONLY), path),
  openNote: async path => noteOf(await open(path, NOTE_FLAGS, OWNER_ONLY)),
  read: (path, start = 0) => createReadStream(path, { start, highWaterMark: PIECE_BYTES }),
  rename: (from, to) => rename(from, to),
  link: (from, to) => link(from, to),
  remove: path => rm(path, { force: true }),
  async syncFolder(folder) {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
};

async function fileOf(handle: FileHandle, path: string): Promise<StorageFile> {
  // Some network file systems give a file another number each time.
  const hasStableNumber = isOneFile(await numbersOf(handle, path));
  return {
    append: async bytes => (await handle.write(bytes)).bytesWritten,
    sync: () => handle.datasync(),
    truncate: length => handle.truncate(length),
    async check(length) {
      const found = await numbersOf(handle, path);
      if (hasStableNumber && !isOneFile(found)) {
        throw new Error(`${path}: another file has taken its place`);
      }
      for (const { size } of Object.values(found)) {
        if (size === BigInt(length)) continue;
        throw new Error(`${path}: has ${size} bytes, and ${length} were written`);
      }
    },
    close: () => handle.close(),
  };
}

/** An open file, and the file that has its path now. @throws Error when there is none. */
async function numbersOf(handle: FileHandle, path: string) {
  const [own, named] = await Promise.all([
    handle.stat({ bigint: true }),
    stat(path, { bigint: true }).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new Error(`${path}: is not there any more`) : error;
    }),
  ]);
  return { own, named };
}

function isOneFile({ own, named }: Awaited<ReturnType<typeof numbersOf>>): boolean {
  return own.dev === named.dev && own.ino === named.ino;
}

function noteOf(handle: FileHandle): StorageNote {
  return {
    write: async text => void (await handle.write(text, 0)),
    sync: () => handle.datasync(),
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
