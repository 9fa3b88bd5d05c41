/**
 * Opens source files: checks which files may be opened, and gives their bytes, unzipped by file
 * name and digested as stored on disk.
 */

import type { Hash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { byCodeUnit } from '../../../../core/base/by-code-unit.js';
import { InputError } from '../../../../core/base/input-error.js';

/** Receives the progress of a reading: bytes read so far, and bytes of the whole file. */
export type OnBytes = (bytes: number, total: number) => void;

export interface SourceFile {
  readonly path: string;
  /** Bytes on disk. */
  readonly size: number;
}

const CHUNK = 262_144;
/**
 * Ticks compress to a tenth or less. A large file that unzips to more than this many times its size
 * contains no ticks.
 */
const LARGEST_RATIO = 100;
const SMALL_CONTENT = 8_388_608;
const ARCHIVE = /_quote\.zip$/i;
/** One hour of ticks by Dukascopy; an hour without ticks is an empty file. */
const HOUR = /[/\\]\d{2}h_ticks\.bi5$/i;

/**
 * The files that `path` means: the file itself; the LEAN archives of a folder in order of their
 * names; or all hours of Dukascopy in the tree below a folder, in order of their paths, which is
 * that of time. A path is opened only when it is known to be a regular file, because opening a FIFO would
 * wait forever.
 * @throws InputError (data)
 */
export async function sourceFiles(path: string): Promise<readonly SourceFile[]> {
  const info = await infoOf(path);
  if (!info.isDirectory()) return [checked(path, info)];
  const archives = (await readdir(path)).filter(name => ARCHIVE.test(name));
  const names = archives.length > 0 ? archives : await hoursBelow(path);
  if (names.length === 0) {
    const rule =
      'is not a regular file, nor a folder of LEAN archives (YYYYMMDD_quote.zip), nor a tree of Dukascopy hours (YEAR/MONTH/DAY/HHh_ticks.bi5)';
    throw new InputError('data', { file: path }, rule);
  }
  names.sort(byCodeUnit);
  const files: SourceFile[] = [];
  for (const name of names) {
    const each = join(path, name);
    files.push(checked(each, await infoOf(each)));
  }
  return files;
}

async function hoursBelow(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter(name => HOUR.test(name));
}

async function infoOf(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    throw openingFault(error, path);
  }
}

function checked(path: string, info: { isFile(): boolean; readonly size: number }): SourceFile {
  if (!info.isFile()) throw new InputError('data', { file: path }, 'is not a regular file');
  if (info.size === 0 && !HOUR.test(path)) throw new InputError('data', { file: path }, 'is empty');
  return { path, size: info.size };
}

/** The bytes of a file, unzipped if its name says so; `hash` receives them as stored on disk. */
export async function* openBytes(
  { path, size }: SourceFile,
  hash: Hash,
  onBytes: OnBytes | undefined,
): AsyncGenerator<Buffer> {
  // Open without blocking, in case a FIFO has replaced the file in the meantime.
  const flags = constants.O_RDONLY | constants.O_NONBLOCK;
  // Flags may be a number, as for `openSync`; the types of Node do not say so.
  const disk = createReadStream(path, { flags: flags as unknown as string, highWaterMark: CHUNK });
  const unzip = path.toLowerCase().endsWith('.gz')
    ? createGunzip({ chunkSize: CHUNK })
    : new PassThrough();
  const done = pipeline(disk, digested(size, hash, onBytes), unzip);
  // The reader gets a failure from the last stream; it must not become an unhandled error before.
  done.catch(() => undefined);
  try {
    yield* bounded(path, unzip, Math.max(size * LARGEST_RATIO, SMALL_CONTENT));
  } catch (error) {
    throw readingFault(error, path);
  }
}

/** Passes on the bytes, up to `most` of them. @throws InputError when there are more. */
async function* bounded(
  path: string,
  source: AsyncIterable<Buffer>,
  most: number,
): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const bytes of source) {
    length += bytes.length;
    if (length > most) {
      const rule = `unzips to more than ${LARGEST_RATIO} times its size: it is not a tick file`;
      throw new InputError('data', { file: path }, rule);
    }
    yield bytes;
  }
}

function digested(size: number, hash: Hash, onBytes: OnBytes | undefined): Transform {
  let done = 0;
  return new Transform({
    transform(bytes: Buffer, _encoding, pass) {
      hash.update(bytes);
      done += bytes.length;
      onBytes?.(done, size);
      pass(null, bytes);
    },
  });
}

/** All bytes of a file. @throws InputError when it is larger than `limit`. */
export async function readWhole(
  source: SourceFile,
  limit: number,
  hash: Hash,
  onBytes: OnBytes | undefined,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const bytes of openBytes(source, hash, onBytes)) {
    length += bytes.length;
    if (length > limit) {
      throw new InputError('data', { file: source.path }, `is larger than ${limit} bytes`);
    }
    parts.push(bytes);
  }
  return Buffer.concat(parts, length);
}

function readingFault(error: unknown, path: string): unknown {
  const { code } = error as { code?: string };
  if (code?.startsWith('Z_') === true) {
    return new InputError('data', { file: path }, `is not a complete gzip file (${code})`);
  }
  return code === undefined ? error : openingFault(error, path);
}

function openingFault(error: unknown, path: string): InputError {
  const { code = 'unknown error' } = error as { code?: string };
  const rule = code === 'ENOENT' ? 'no such file' : `cannot be read (${code})`;
  return new InputError('data', { file: path }, rule);
}
