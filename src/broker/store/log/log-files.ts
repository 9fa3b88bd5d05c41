/**
 * The files of a log: closed segments, `store-000001.ndjson.gz` and so on, and `store.ndjson`, which
 * is written. They are cuts of one chain of records, so that the log is what they hold one after the
 * other. The first record of `store.ndjson` says which segments come before it, so a rotation takes
 * effect with the one rename that gives `store.ndjson` its new content. Source: decision 0106.
 */

import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { InputError } from '../../../core/base/input-error.js';
import { checkedLine, FIRST_CHECKSUM, readLine } from './record-line.js';
import { appendAll, type Storage, type StorageFile } from './storage.js';

/** The file of a log that is written. */
export const LOG_FILE = 'store.ndjson';
/** Follows the name of a closed segment that is compressed. */
const PACKED = '.gz';
/** Digits of the number of a segment. */
const DIGITS = 6;
const SEGMENT = /^store-(\d{6})\.ndjson(?:\.gz)?$/;
const LINE_FEED = 10;

/** The first record of a file that goes on after a closed segment. */
export interface GoOnRecord {
  readonly kind: 'go-on';
  /** The first segment of the log, and the last one before this file. */
  readonly first: number;
  readonly segment: number;
  /** Where that segment ends: records of the log, and the checksum of the last. */
  readonly records: number;
  readonly checksum: string;
}

/** The closed segments of a log: from `first` to `segment`, which is `first - 1` when there are none. */
export interface Segments {
  readonly first: number;
  readonly segment: number;
}

/** A log as it lies in its folder. */
export interface LogFiles extends Segments {
  /** The paths of its files, in order; `store.ndjson` is the last. */
  readonly files: readonly string[];
  /** Numbers of the closed segments that are not compressed. */
  readonly unpacked: readonly number[];
}

/** The name of a closed segment, not compressed. */
function segmentName(segment: number): string {
  return `store-${String(segment).padStart(DIGITS, '0')}.ndjson`;
}

/** The files of the log in `folder`. @throws InputError (data) when a segment is missing. */
export async function logFilesIn(storage: Storage, folder: string): Promise<LogFiles> {
  const tip = join(folder, LOG_FILE);
  const segments = await segmentsBefore(storage, tip);
  const { files, unpacked } = await segmentsIn(storage, folder, segments);
  return { ...segments, files: [...files, tip], unpacked };
}

/**
 * The paths of the files of the log in `folder`, in order. A server may close files meanwhile: which
 * come before `store.ndjson` is asked again before that is named.
 * @throws InputError (data) when a segment is missing.
 */
export async function* logFilesOf(storage: Storage, folder: string): AsyncGenerator<string> {
  const tip = join(folder, LOG_FILE);
  let { first, segment } = await segmentsBefore(storage, tip);
  while (first <= segment) {
    yield* (await segmentsIn(storage, folder, { first, segment })).files;
    first = segment + 1;
    ({ segment } = await segmentsBefore(storage, tip));
  }
  yield tip;
}

/** The files of `segments` in `folder`. @throws InputError (data) when one is missing. */
export async function segmentsIn(
  storage: Storage,
  folder: string,
  { first, segment }: Segments,
): Promise<Pick<LogFiles, 'files' | 'unpacked'>> {
  // A segment is there before a file that names it, so the folder is listed after that was read.
  const names = new Set(await storage.list(folder));
  const files: string[] = [];
  const unpacked: number[] = [];
  for (let number = first; number <= segment; number++) {
    const name = segmentName(number);
    const hasPacked = names.has(`${name}${PACKED}`);
    if (!hasPacked && !names.has(name)) {
      const rule = `is missing; ${LOG_FILE} goes on after it`;
      throw new InputError('data', { file: join(folder, `${name}${PACKED}`) }, rule);
    }
    files.push(join(folder, hasPacked ? `${name}${PACKED}` : name));
    if (names.has(name)) unpacked.push(number);
  }
  return { files, unpacked };
}

/** The segments that the first record of a file names; none when that record is damaged. */
export async function segmentsBefore(storage: Storage, file: string): Promise<Segments> {
  const none = { first: 1, segment: 0 };
  const text = await firstLine(storage, file);
  const json = readLine(text)?.json;
  if (json === undefined) return none;
  const record = parsed(json) as Partial<GoOnRecord> & { readonly after?: number };
  const goesOn = record.kind === 'go-on';
  const previous = goesOn ? (record.checksum ?? '') : FIRST_CHECKSUM;
  if (checkedLine(previous, text) === undefined) return none;
  const { first = 1, segment = 0, after = 0 } = record;
  return goesOn ? { first, segment } : { first: after + 1, segment: after };
}

function parsed(json: string): object {
  try {
    return JSON.parse(json) as object;
  } catch {
    return {};
  }
}

/** The first line of a file; all of it when it has no line feed. */
async function firstLine(storage: Storage, file: string): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of storage.read(file)) {
    const end = piece.indexOf(LINE_FEED);
    pieces.push(end < 0 ? piece : piece.subarray(0, end));
    if (end >= 0) break;
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** Whether a file of a log is compressed. */
export function isPacked(path: string): boolean {
  return path.endsWith(PACKED);
}

/** The records of a file of a log as bytes, whether it is compressed or not. */
export async function* bytesOf(storage: Storage, path: string): AsyncGenerator<Uint8Array> {
  if (isPacked(path)) {
    yield* unpackedBytes(storage, path);
    return;
  }
  let isBegun = false;
  try {
    for await (const piece of storage.read(path)) {
      isBegun = true;
      yield piece;
    }
  } catch (error) {
    // A server has compressed the segment since its folder was listed.
    const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT' && !isBegun;
    if (!isGone || path.endsWith(LOG_FILE)) throw error;
    yield* unpackedBytes(storage, `${path}${PACKED}`);
  }
}

async function* unpackedBytes(storage: Storage, path: string): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  // What it rejects with is thrown by the loop, too.
  pipeline(Readable.from(storage.read(path)), gunzip).catch(() => undefined);
  try {
    for await (const piece of gunzip) yield piece as Uint8Array;
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (!code.startsWith('Z_')) throw error;
    throw new InputError('data', { file: path }, `is damaged: ${message}`);
  }
}

/** Makes an empty file at `path`, or empties the one that is there. */
export async function newFile(storage: Storage, path: string): Promise<StorageFile> {
  const made = await storage.open(path);
  await made.truncate(0);
  return made;
}

/** Writes a file whose bytes and whose name survive a loss of power, in place of the one before. */
export async function placeFile(
  storage: Storage,
  path: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  await writeSynced(storage, `${path}.new`, pieces);
  await storage.rename(`${path}.new`, path);
  await storage.syncFolder(join(path, '..'));
}

async function writeSynced(
  storage: Storage,
  path: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const made = await newFile(storage, path);
  try {
    for await (const piece of pieces) await appendAll(made, piece);
    await made.sync();
  } finally {
    await made.close();
  }
}

/**
 * Closes `store.ndjson` as `segment`, and begins another one that holds `bytes`, of which the first
 * record names that segment. A crash leaves the one or the other.
 * @returns the new file.
 */
export async function rotate(
  storage: Storage,
  folder: string,
  { segment, bytes }: { readonly segment: number; readonly bytes: Uint8Array },
): Promise<StorageFile> {
  const tip = join(folder, LOG_FILE);
  const closed = join(folder, segmentName(segment));
  await writeSynced(storage, `${tip}.new`, [bytes]);
  // A rotation that a crash cut off can have left them; nothing names them.
  await storage.remove(closed);
  await storage.remove(`${closed}${PACKED}`);
  await storage.link(tip, closed);
  await storage.rename(`${tip}.new`, tip);
  await storage.syncFolder(folder);
  return storage.open(tip);
}

/** Removes the segments up to `last`, compressed or not. */
export async function removeSegments(
  storage: Storage,
  folder: string,
  last: number,
): Promise<void> {
  for (const name of await storage.list(folder)) {
    const [, number] = SEGMENT.exec(name) ?? [];
    if (number !== undefined && Number(number) <= last) await storage.remove(join(folder, name));
  }
  await storage.syncFolder(folder);
}

/** Compresses a closed segment; the file before is removed when the new one is on disk. */
export async function packSegment(
  storage: Storage,
  folder: string,
  segment: number,
): Promise<void> {
  const plain = join(folder, segmentName(segment));
  if (!(await storage.list(folder)).includes(`${segmentName(segment)}${PACKED}`)) {
    const gzip = createGzip();
    const reading = pipeline(Readable.from(storage.read(plain)), gzip);
    reading.catch(() => undefined);
    await placeFile(storage, `${plain}${PACKED}`, gzip as AsyncIterable<Uint8Array>);
    await reading;
  }
  await storage.remove(plain);
}
