/**
 * Writes files and folders completely or not at all, even if the writer is stopped. Content is
 * written beside its final place and moved there when it is complete. An error of the system names
 * the final file, not the temporary one.
 */

import { rename, writeFile } from 'node:fs/promises';
import { InputError } from '../../../core/base/input-error.js';
import { removeUnfinished, sweepUnfinished, unfinishedName } from './unfinished.js';

/** Meaning of system error codes, for people. */
const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'the file would be larger than is allowed',
  EROFS: 'the disk is read-only',
  EACCES: 'no permission to write there',
  EPERM: 'no permission to write there',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENOENT: 'no such folder',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'it is a folder',
  EIO: 'the disk has failed',
};

/** Writes a file or a folder to the path given. */
type PathWriter = (temporary: string) => Promise<void>;
/** Moves what is at the first path to the second. */
type Place = (temporary: string, path: string) => Promise<void>;

/**
 * Lets `make` write to a path beside `path`, then moves the result to `path` with `place`. On an
 * error nothing is left.
 * @throws InputError (scenario) when the system refuses; any other error of `make`.
 */
export async function writeWhole(
  path: string,
  make: PathWriter,
  place: Place = rename,
): Promise<void> {
  try {
    await writeBeside(path, make, place);
  } catch (error) {
    throw writingFault(error, path);
  }
}

/**
 * As `writeWhole`, for files that the user did not ask for, such as a cache. On an error nothing is
 * left.
 * @throws NodeJS.ErrnoException when the system refuses; any other error of `make`.
 */
export async function writeBeside(
  path: string,
  make: PathWriter,
  place: Place = rename,
): Promise<void> {
  await sweepUnfinished(path);
  const temporary = unfinishedName(path);
  try {
    await make(temporary);
    await place(temporary, path);
  } finally {
    await removeUnfinished(temporary);
  }
}

/** Writes `content` to `path`, replacing what is there. @throws InputError as `writeWhole` */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  await writeWhole(path, temporary => writeFile(temporary, content, { flush: true }));
}

/** Turns a refusal of the system into an error about `path`; returns any other error unchanged. */
export function writingFault(error: unknown, path: string): unknown {
  const { code, syscall } = error as Partial<NodeJS.ErrnoException>;
  if (!(error instanceof Error) || typeof code !== 'string' || syscall === undefined) return error;
  const reason = REASONS[code];
  const cause = reason === undefined ? code : `${code}: ${reason}`;
  return new InputError('scenario', { file: path }, `cannot be written (${cause})`);
}
