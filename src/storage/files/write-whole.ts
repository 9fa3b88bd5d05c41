/**
 * Files and folders that are there whole or not at all, whatever stops the writer: written beside
 * their place, and moved there when they are whole. What the system refuses is told by the name of
 * the file that was to be written, not of the one beside it.
 */

import { rename, writeFile } from 'node:fs/promises';
import { InputError } from '../../core/base/input-error.js';
import { removeUnfinished, sweepUnfinished, unfinishedName } from './unfinished.js';

/** What codes of the system mean to a person. */
const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'the file would be larger than is allowed',
  EROFS: 'the disk is read-only',
  EACCES: 'no right to write there',
  EPERM: 'no right to write there',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENOENT: 'no such folder',
  ENOTDIR: 'a part of the path is no folder',
  EISDIR: 'a folder is there',
  EIO: 'the disk fails',
};

/** Writes a file or a folder to the path given. */
type Make = (temporary: string) => Promise<void>;
/** Moves what is at the first path to the second. */
type Place = (temporary: string, path: string) => Promise<void>;

/**
 * Lets `make` write to a path beside `path`, then moves what it wrote there by `place`.
 * @throws InputError (scenario) when the system refuses; what else `make` throws. Nothing is left then.
 */
export async function writeWhole(path: string, make: Make, place: Place = rename): Promise<void> {
  try {
    await writeBeside(path, make, place);
  } catch (error) {
    throw writingFault(error, path);
  }
}

/**
 * As `writeWhole`, for files that nobody asked for, such as a cache.
 * @throws NodeJS.ErrnoException when the system refuses; what else `make` throws. Nothing is left then.
 */
export async function writeBeside(path: string, make: Make, place: Place = rename): Promise<void> {
  await sweepUnfinished(path);
  const temporary = unfinishedName(path);
  try {
    await make(temporary);
    await place(temporary, path);
  } finally {
    await removeUnfinished(temporary);
  }
}

/** Puts `content` in place of what is at `path`, if anything. @throws InputError as `writeWhole` */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  await writeWhole(path, temporary => writeFile(temporary, content, { flush: true }));
}

/** What the system refuses to write, as an error of `path`; any other error as it is. */
export function writingFault(error: unknown, path: string): unknown {
  const { code, syscall } = error as Partial<NodeJS.ErrnoException>;
  if (!(error instanceof Error) || typeof code !== 'string' || syscall === undefined) return error;
  const reason = REASONS[code];
  const cause = reason === undefined ? code : `${code}: ${reason}`;
  return new InputError('scenario', { file: path }, `cannot be written (${cause})`);
}
