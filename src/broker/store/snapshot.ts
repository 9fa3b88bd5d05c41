/**
 * A snapshot of a store: an image of its simulation beside the log, so that a restart replays only
 * what follows. It holds the checksum of the log up to its place, and one of its own. The log stays
 * the truth: without a snapshot that fits it, all of it is replayed. Source: decision 0038.
 *
 * The file: a line of JSON, a line with the image, its chunks, and the SHA-256 of all that in hex digits.
 */

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { RunImage } from '../../core/run/run.js';
import { FAIR_TURNS, UNCOUNTED } from '../runtime/clock/fair-turns.js';
import { placeFile } from './log/log-files.js';
import type { LogEnd } from './log/log-writer.js';
import type { Storage } from './log/storage.js';
import type { HeaderRecord } from './record.js';

/** The snapshot of a store. */
export const SNAPSHOT_FILE = 'snapshot';
/** Grows when an older reader could misread a snapshot. */
const SNAPSHOT_FORMAT = 2;
const DIGEST_LENGTH = 64;
const LINE_FEED = 10;
/** Chunks are written in pieces of this many bytes or more. */
const PIECE_BYTES = 1 << 20;

/** What a snapshot is made by: other versions do not read it. */
export type Maker = Pick<HeaderRecord, 'orrery' | 'tz'>;

/** The image of `main`, and the place in the log at which it stood there. */
export interface Snapshot extends LogEnd {
  readonly image: RunImage;
}

/** The first line. */
interface Head extends LogEnd, Maker {
  readonly snapshot: number;
}

/** Writes the snapshot of the store in `folder`, in place of the one before. */
export async function writeSnapshot(
  storage: Storage,
  folder: string,
  { records, checksum, image }: Snapshot,
  { orrery, tz }: Maker,
): Promise<void> {
  const head = { snapshot: SNAPSHOT_FORMAT, orrery, tz, records, checksum } satisfies Head;
  const line = Buffer.from(`${JSON.stringify(head)}\n`);
  await placeFile(storage, join(folder, SNAPSHOT_FILE), imagePieces(line, image));
}

/**
 * The content of a file with an image: `line`, a line of JSON with the lengths of chunks, the chunks, and
 * the SHA-256 of all that. The chunks are packed in slices, between which the thread serves requests.
 * @param line - ends with a line feed.
 */
export async function* imagePieces(line: Uint8Array, image: RunImage): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  await FAIR_TURNS.inSlices(UNCOUNTED, packing(image, chunks));
  const lengths = (_: string, value: unknown) =>
    value instanceof Uint8Array ? value.length : value;
  const text = JSON.stringify(image, lengths);
  yield* withDigest([line, Buffer.from(`${text}\n`), ...chunks]);
}

/** Adds the chunks within `value` to `chunks`, in the order of its JSON, and packs at most one a step. */
function* packing(value: object, chunks: Uint8Array[]): Generator<void> {
  for (const each of Object.values(value)) {
    if (each instanceof Uint8Array) {
      chunks.push(each);
      yield;
    } else if (each !== null && typeof each === 'object') yield* packing(each, chunks);
  }
}

/** The content of the file, followed by the SHA-256 of it. */
function* withDigest(chunks: readonly Uint8Array[]): Generator<Uint8Array> {
  const digest = createHash('sha256');
  for (const piece of piecesOf(chunks)) {
    digest.update(piece);
    yield piece;
  }
  yield Buffer.from(digest.digest('hex'));
}

/**
 * The snapshot of the store in `folder`; undefined when there is none.
 * @throws Error that says why it cannot be used.
 */
export async function readSnapshot(
  storage: Storage,
  folder: string,
  { orrery, tz }: Maker,
): Promise<Snapshot | undefined> {
  if (!(await storage.list(folder)).includes(SNAPSHOT_FILE)) return undefined;
  const { line, image } = await readImage(storage, join(folder, SNAPSHOT_FILE));
  const head = JSON.parse(line) as Head;
  if (head.snapshot !== SNAPSHOT_FORMAT || head.orrery !== orrery || head.tz !== tz) {
    throw new Error(`was written by ${head.orrery} with time zones ${head.tz}`);
  }
  return { records: head.records, checksum: head.checksum, image: image() };
}

/**
 * The first line of a file, and what reads its image. Other versions have another form of image.
 * @throws Error when the file is damaged.
 */
export async function readImage(
  storage: Storage,
  path: string,
): Promise<{ readonly line: string; readonly image: () => RunImage }> {
  const pieces: Uint8Array[] = [];
  for await (const piece of storage.read(path)) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  const body = bytes.subarray(0, -DIGEST_LENGTH);
  const digest = createHash('sha256').update(body).digest('hex');
  if (bytes.subarray(-DIGEST_LENGTH).toString('latin1') !== digest) throw new Error('is damaged');
  const first = body.indexOf(LINE_FEED);
  return {
    line: body.toString('utf8', 0, first),
    image: () => {
      const second = body.indexOf(LINE_FEED, first + 1);
      const image = JSON.parse(body.toString('utf8', first + 1, second));
      return withChunks(image, body, second + 1) as RunImage;
    },
  };
}

/** `image` with its chunks in place of their lengths; they follow each other in `body`. */
function withChunks(image: unknown, body: Buffer, start: number): unknown {
  let at = start;
  const filled = (value: unknown): unknown => {
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return value.map(filled);
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        name,
        name === 'bytes' ? next(each) : filled(each),
      ]),
    );
  };
  const next = (length: number) => {
    at += length;
    return new Uint8Array(body.buffer, body.byteOffset + at - length, length);
  };
  return filled(image);
}

/** The same bytes in fewer, longer pieces. */
function* piecesOf(chunks: readonly Uint8Array[]): Generator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for (const chunk of chunks) {
    waiting.push(chunk);
    length += chunk.length;
    if (length < PIECE_BYTES) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    length = 0;
  }
  yield Buffer.concat(waiting);
}
