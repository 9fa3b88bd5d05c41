/**
 * Replays the log of a store on the simulations of a server, from its snapshot on or all of it.
 * Source: decisions 0028, 0038.
 */

import { join } from 'node:path';
import { InputError } from '../../core/base/input-error.js';
import type { Sandboxes } from '../runtime/sandboxes.js';
import { checkFormat, checkHeader } from './check-header.js';
import { LOG_FILE, logFilesOf } from './log/log-files.js';
import { LENGTH_FILE, leastLength } from './log/log-length.js';
import { type LoggedRecord, LogReader, type ReadEnd, readLog } from './log/log-reader.js';
import { DISK, type Storage } from './log/storage.js';
import type { ParkedReplay } from './parked-folder.js';
import {
  type EventRecord,
  type HeaderRecord,
  MADE_START,
  NOTE_START,
  type StoreRecord,
} from './record.js';
import { type Makers, Replay } from './replay.js';
import { readSnapshot, SNAPSHOT_FILE, type Snapshot } from './snapshot.js';
import { type StoreVersions, waysAfter } from './store-versions.js';

/** What a log is replayed on. */
export interface ReplayOptions {
  readonly sandboxes: Sandboxes;
  readonly makers: Makers;
  readonly header: HeaderRecord;
  /** The writer of the log. */
  readonly versions: StoreVersions;
  /** Is taken in place of the records that it covers; default: all are replayed. */
  readonly snapshot?: Snapshot | undefined;
  /** Simulations that stay parked, as far as their files go; default: none. */
  readonly parked?: ParkedReplay | undefined;
  /** The files of the log, when they are not those of the folder. */
  readonly files?: readonly string[];
  /** Receives each record after the first when it has been replayed. */
  readonly after?: (record: EventRecord, logged: LoggedRecord) => void | Promise<void>;
}

/** The snapshot is not of this log, or of this market. */
class SnapshotMisfit extends Error {}

/**
 * Replays the log in `folder` from its snapshot on, or all of it when it has none that can be used.
 * @returns where it ends, and how many records the snapshot covers.
 */
export async function catchUp(
  storage: Storage,
  folder: string,
  options: ReplayOptions & { readonly tell: (sentence: string) => void },
): Promise<{ readonly end: ReadEnd; readonly covered: number }> {
  try {
    const snapshot = await readSnapshot(storage, folder, options.header).catch(misfit);
    const end = await replayLog(storage, folder, { ...options, snapshot });
    return { end, covered: snapshot?.records ?? 0 };
  } catch (error) {
    if (!(error instanceof SnapshotMisfit)) throw error;
    options.tell(`${join(folder, SNAPSHOT_FILE)}: ignored, it ${error.message}`);
    return { end: await replayLog(storage, folder, options), covered: 0 };
  }
}

function misfit(error: unknown): never {
  throw new SnapshotMisfit((error as Error).message);
}

/** Goes to the place of a snapshot; `checksum` is that of the log there. */
function takeSnapshot({ main }: Sandboxes, snapshot: Snapshot, checksum: string): void {
  if (checksum !== snapshot.checksum) throw new SnapshotMisfit('is of another log');
  try {
    main.simulation.restore(snapshot.image);
  } catch (error) {
    misfit(error);
  }
}

/**
 * Replays the log in `folder` without changing anything.
 * @returns where it ends. @throws InputError as `openStore`.
 */
export async function replayLog(
  storage: Storage,
  folder: string,
  options: ReplayOptions,
): Promise<ReadEnd> {
  const { sandboxes, header, versions, snapshot } = options;
  const take = replayer(options);
  const covered = snapshot?.records ?? 0;
  const least = options.files === undefined ? await leastLength(storage, folder) : 0;
  const files = options.files ?? logFilesOf(storage, folder);
  const end = await new LogReader(storage, files).read(logged => {
    const { number, checksum, file } = logged;
    if (number === 0) checkHeader(file, logged.record as StoreRecord, header);
    if (number + 1 === snapshot?.records) takeSnapshot(sandboxes, snapshot, checksum);
    if (number === 0 || (number < covered && !outlivesSnapshots(logged))) return;
    const refuse = (error: unknown) =>
      refuseRecord(logged, error, waysAfter(error, versions, header.orrery));
    try {
      return takeAround(logged, take, options)?.catch(refuse);
    } catch (error) {
      return refuse(error);
    }
  });
  if (end.records === 0) {
    throw new InputError('data', { file: join(folder, LOG_FILE) }, 'has no header');
  }
  const length = end.before + end.length;
  if (length < least) refuseShort(folder, length, least);
  if (end.records < covered) throw new SnapshotMisfit('covers more than the log has');
  return end;
}

/** Replays a record unless its simulation stays parked. */
function takeAround(
  logged: LoggedRecord,
  take: (logged: LoggedRecord) => void | Promise<void>,
  { parked }: Pick<ReplayOptions, 'parked'>,
): void | Promise<void> {
  const use = parked?.use(logged) ?? 'replayed';
  if (use === 'replayed') return take(logged);
  if (use === 'left') return undefined;
  return parked?.wake(logged.about as string).then(() => take(logged));
}

/** Replays one record, and hands it on. A promise when a simulation is made, or the next hand waits. */
function replayer({ sandboxes, makers, versions, after }: ReplayOptions) {
  const replay = new Replay(sandboxes, makers);
  return (logged: LoggedRecord): void | Promise<void> => {
    const record = logged.record as EventRecord;
    const done = replay.take(record, logged.number >= versions.comparedFrom);
    return done === undefined ? after?.(record, logged) : done.then(() => after?.(record, logged));
  };
}

/** Whether a record says what no snapshot has. */
function outlivesSnapshots(logged: LoggedRecord): boolean {
  return logged.startsWith(NOTE_START) || logged.startsWith(MADE_START);
}

/** The header of the store in `folder`. @throws InputError (data) when it has none that can be read. */
export async function readHeader(folder: string, storage: Storage = DISK): Promise<HeaderRecord> {
  const file = join(folder, LOG_FILE);
  const stop = new Error('the header was read');
  let header: unknown;
  const reading = readLog(storage, folder, ({ record }) => {
    header = record;
    throw stop;
  });
  await reading.catch(error => {
    if (error !== stop) throw error;
  });
  checkFormat(file, header as StoreRecord | undefined);
  return header as HeaderRecord;
}

/** @throws InputError (data): the log in `folder` is shorter than it was. */
export function refuseShort(folder: string, length: number, least: number): never {
  const rule = `ends after ${length} bytes, and ${least} were on disk once: its end is missing. Put the file back, or delete ${join(folder, LENGTH_FILE)} to go on from where it ends`;
  throw new InputError('data', { file: join(folder, LOG_FILE) }, rule);
}

function refuseRecord({ number, file, offset }: LoggedRecord, error: unknown, ways: string): never {
  const { message } = error as Error;
  const why = error instanceof InputError && error.place.file === '' ? error.rule : message;
  const rule = `record ${number} at byte ${offset} cannot be replayed: ${why}${ways}`;
  throw new InputError('data', { file }, rule);
}
