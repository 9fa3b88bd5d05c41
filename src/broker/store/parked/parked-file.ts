/**
 * The file of a simulation that is not `main`: an image of its market, and what is known of it while
 * the market is not in memory. The log stays the truth: the file saves replaying the records that it
 * covers. Source: decision 0110.
 *
 * The file: a line of JSON with what is known, then what a snapshot has (snapshot.ts).
 */

import { join } from 'node:path';
import type { RunImage } from '../../../core/run/run.js';
import type { Note } from '../../runtime/look/note-book.js';
import type { ParkedSandbox } from '../../runtime/sandboxes.js';
import type { Place } from '../../runtime/strategies/place.js';
import { placeFile } from '../log/log-files.js';
import type { LogEnd } from '../log/log-writer.js';
import type { Storage } from '../log/storage.js';
import type { ParkedName } from '../parked-folder.js';
import type { MadeWith } from '../record.js';
import { imagePieces, type Maker, readImage } from '../snapshot.js';

/** The folder of these files, in that of the store. */
export const PARKED_FOLDER = 'parked';
/** Grows when an older reader could misread a file. */
const FORMAT = 1;
const NAME = /^(s[1-9]\d{0,14})\.([1-9]\d{0,14})\.([0-9a-f]{64})$/;
const LINE_FEED = 10;

/** What the file says beside the image. */
export interface ParkedFacts extends Maker {
  readonly format: number;
  readonly made: MadeWith;
  readonly known: ParkedSandbox;
  /** The source of its scenario; absent: its scenario is that of `main`. */
  readonly root?: unknown;
  readonly stand: Place;
  readonly notes: readonly Note[];
}

/** The path of a file. */
export function parkedPath(folder: string, id: string, { records, checksum }: LogEnd): string {
  return join(folder, PARKED_FOLDER, `${id}.${records}.${checksum}`);
}

/** The files in the store in `folder`; others in that folder are none. */
export async function parkedNames(
  storage: Storage,
  folder: string,
): Promise<readonly ParkedName[]> {
  if (!(await storage.list(folder)).includes(PARKED_FOLDER)) return [];
  const within = join(folder, PARKED_FOLDER);
  return (await storage.list(within)).flatMap(name => {
    const [, id = '', records, checksum = ''] = NAME.exec(name) ?? [];
    return records === undefined
      ? []
      : { id, records: Number(records), checksum, path: join(within, name) };
  });
}

/** Writes a file. The folder exists. */
export async function writeParked(
  storage: Storage,
  path: string,
  facts: Omit<ParkedFacts, 'format'>,
  image: RunImage,
): Promise<void> {
  const line = Buffer.from(`${JSON.stringify({ ...facts, format: FORMAT })}\n`);
  await placeFile(storage, path, imagePieces(line, image));
}

/**
 * What a file says beside the image. Its digest is not checked.
 * @throws Error when it cannot be used.
 */
export async function readParkedFacts(
  storage: Storage,
  path: string,
  maker: Maker,
): Promise<ParkedFacts> {
  const pieces: Uint8Array[] = [];
  for await (const piece of storage.read(path)) {
    pieces.push(piece);
    if (piece.includes(LINE_FEED)) break;
  }
  const bytes = Buffer.concat(pieces);
  return factsOf(bytes.toString('utf8', 0, bytes.indexOf(LINE_FEED)), maker);
}

/** All of a file. @throws Error when it is damaged, or another version wrote it. */
export async function readParked(
  storage: Storage,
  path: string,
  maker: Maker,
): Promise<{ readonly facts: ParkedFacts; readonly image: RunImage }> {
  const { line, image } = await readImage(storage, path);
  return { facts: factsOf(line, maker), image: image() };
}

function factsOf(line: string, { orrery, tz }: Maker): ParkedFacts {
  const facts = JSON.parse(line) as ParkedFacts;
  if (facts.format !== FORMAT || facts.orrery !== orrery || facts.tz !== tz) {
    throw new Error(`was written by ${facts.orrery} with time zones ${facts.tz}`);
  }
  return facts;
}
