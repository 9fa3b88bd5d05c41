/**
 * A store: a folder with the log of a server's simulations. `serve --store` opens it, replays it and
 * goes on writing. `store.ndjson` is the log, `lock` names the process that writes to it, `secret`
 * gives the tokens, `snapshot` saves replaying what it covers; `*.torn` are tails that a crash cut
 * off. Source: decisions 0028, 0038; docs/operations/store.md.
 */

import { join } from 'node:path';
import { InputError } from '../../core/base/input-error.js';
import { makeFolder } from '../../data/storage/files/make-folder.js';
import { writingFault } from '../../data/storage/files/write-whole.js';
import type { Keeper } from '../runtime/keeper.js';
import type { Sandboxes } from '../runtime/sandboxes.js';
import { lockStore } from './lock.js';
import { LENGTH_FILE, leastLength, openLength } from './log/log-length.js';
import { type LoggedRecord, LogReader, type ReadEnd } from './log/log-reader.js';
import { LogWriter } from './log/log-writer.js';
import { checksumOf, FIRST_CHECKSUM } from './log/record-line.js';
import { appendAll, DISK, type Storage } from './log/storage.js';
import {
  type EventRecord,
  type HeaderRecord,
  LOG_FILE,
  NOTE_START,
  STORE_FORMAT,
  type StoreRecord,
} from './record.js';
import { Recorder } from './recorder.js';
import { type Makers, Replay } from './replay.js';
import { readSnapshot, SNAPSHOT_FILE, type Snapshot } from './snapshot.js';
import { type SnapshotPace, SnapshotWriter } from './snapshot-writer.js';
import {
  goesOnText,
  isAccepted,
  keepLog,
  refuseUnknown,
  type StoreVersions,
  versionRecord,
  versionsOf,
  waysAfter,
} from './store-versions.js';

/** Files that may lie in the folder of a store before it has a log. */
const EARLY_FILES = /^(?:lock.*|secret|store\.ndjson\.(?:new|0\.torn))$/;

/** How a store is opened. */
export interface StoreOptions {
  /** What the server is about to serve. */
  readonly header: HeaderRecord;
  readonly makers: Makers;
  /** The version whose records are taken although their replay is another ledger; default: none. */
  readonly accept?: string | undefined;
  /** Called once, when the store cannot be written any more. */
  readonly onFailure: (error: Error) => void;
  /** Gets what was mended, in one sentence. */
  readonly tell: (sentence: string) => void;
  /** Default: the machine's. */
  readonly storage?: Storage;
  /** How often snapshots are written. */
  readonly pace?: SnapshotPace;
}

/**
 * Opens the store in `folder`, brings `sandboxes` to where its log ends, and records them from then
 * on. Makes the store if there is none.
 * @throws InputError (scenario) when the folder cannot be used, another server uses it, or it is of
 * another scenario; (data) when the log is damaged or of a newer format. No record is changed then.
 */
export async function openStore(
  folder: string,
  sandboxes: Sandboxes,
  options: StoreOptions,
): Promise<Keeper> {
  const storage = options.storage ?? DISK;
  await orFault(folder, () => makeFolder(folder));
  const unlock = lockStore(folder);
  try {
    const file = join(folder, LOG_FILE);
    await orFault(file, () => makeLog(storage, folder, options));
    const versions = await versionsOf(storage, file, await readHeader(folder, storage));
    const own = options.header;
    const accepts = isAccepted(file, versions, { own: own.orrery, accept: options.accept });
    const replayed = accepts ? { ...versions, comparedFrom: Number.POSITIVE_INFINITY } : versions;
    const { end, covered } = await catchUp(storage, folder, {
      ...options,
      sandboxes,
      versions: replayed,
    });
    if (!accepts) refuseUnknown(file, versions, own.orrery, sandboxes);
    const { writer } = versions;
    const goesOn = accepts || writer.orrery !== own.orrery || writer.tz !== own.tz;
    if (accepts) await orFault(file, () => keepLog(storage, folder, writer.orrery));
    const log = await orFault(file, () => openEnd(storage, file, end, options));
    if (goesOn) {
      log.append(versionRecord(own, accepts));
      options.tell(`${file}: ${goesOnText(versions, own.orrery, accepts)}`);
    }
    const place = { storage, folder, maker: own, covered, pace: options.pace };
    const snapshots = new SnapshotWriter(place, sandboxes, log);
    const recorder = new Recorder(sandboxes, log, snapshots, !goesOn && end.records > 1);
    return {
      settled: (sandbox, moves) => recorder.settled(sandbox, moves),
      async close() {
        await recorder.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** What a log is replayed on. */
interface ReplayOptions {
  readonly sandboxes: Sandboxes;
  readonly makers: Makers;
  readonly header: HeaderRecord;
  /** The writer of the log. */
  readonly versions: StoreVersions;
  /** Is taken in place of the records that it covers; default: all are replayed. */
  readonly snapshot?: Snapshot | undefined;
}

/** The snapshot is not of this log, or of this market. */
class SnapshotMisfit extends Error {}

/**
 * Replays the log in `folder` from its snapshot on, or all of it when it has none that can be used.
 * @returns where it ends, and how many records the snapshot covers.
 */
async function catchUp(
  storage: Storage,
  folder: string,
  options: ReplayOptions & Pick<StoreOptions, 'tell'>,
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
  { sandboxes, makers, header, versions, snapshot }: ReplayOptions,
): Promise<ReadEnd> {
  const file = join(folder, LOG_FILE);
  const replay = new Replay(sandboxes, makers);
  const covered = snapshot?.records ?? 0;
  const least = await leastLength(storage, folder);
  const end = await new LogReader(storage, file).read(logged => {
    const { number, checksum } = logged;
    if (number === 0) checkHeader(file, logged.record as StoreRecord, header);
    if (number + 1 === snapshot?.records) takeSnapshot(sandboxes, snapshot, checksum);
    const refuse = (error: unknown) =>
      refuseRecord(file, logged, error, waysAfter(error, versions, header.orrery));
    if (number === 0 || (number < covered && !logged.startsWith(NOTE_START))) return;
    try {
      const done = replay.take(logged.record as EventRecord, number >= versions.comparedFrom);
      return done?.catch(refuse);
    } catch (error) {
      return refuse(error);
    }
  });
  if (end.records === 0) throw new InputError('data', { file }, 'has no header');
  if (end.length < least) refuseShort(folder, end.length, least);
  if (end.records < covered) throw new SnapshotMisfit('covers more than the log has');
  return end;
}

/** The header of the store in `folder`. @throws InputError (data) when it has none that can be read. */
export async function readHeader(folder: string, storage: Storage = DISK): Promise<HeaderRecord> {
  const file = join(folder, LOG_FILE);
  const stop = new Error('the header was read');
  let header: unknown;
  const reading = new LogReader(storage, file).read(({ record }) => {
    header = record;
    throw stop;
  });
  await reading.catch(error => {
    if (error !== stop) throw error;
  });
  checkFormat(file, header as StoreRecord | undefined);
  return header as HeaderRecord;
}

function refuseShort(folder: string, length: number, least: number): never {
  const rule = `ends after ${length} bytes, and ${least} were on disk once: its end is missing. Put the file back, or delete ${join(folder, LENGTH_FILE)} to go on from where it ends`;
  throw new InputError('data', { file: join(folder, LOG_FILE) }, rule);
}

function refuseRecord(
  file: string,
  { number, offset }: LoggedRecord,
  error: unknown,
  ways: string,
): never {
  const { message } = error as Error;
  const why = error instanceof InputError && error.place.file === '' ? error.rule : message;
  const rule = `record ${number} at byte ${offset} cannot be replayed: ${why}${ways}`;
  throw new InputError('data', { file }, rule);
}

/** Writes a log with its header alone, if there is none; it takes its name when it is on disk. */
async function makeLog(
  storage: Storage,
  folder: string,
  { header, tell }: Pick<StoreOptions, 'header' | 'tell'>,
): Promise<void> {
  const names = await storage.list(folder);
  const file = join(folder, LOG_FILE);
  const least = await leastLength(storage, folder);
  if (names.includes(LOG_FILE)) {
    if (!(await hasNoHeader(storage, file))) return;
    if (least > 0) refuseShort(folder, 0, least);
    const aside = `${file}.0.torn`;
    await storage.rename(file, aside);
    tell(`${file}: its first record was cut off, so the store begins anew; it is ${aside} now`);
  } else {
    if (least > 0) throw new InputError('data', { file }, `is missing; it had ${least} bytes`);
    const others = names.filter(name => !EARLY_FILES.test(name));
    if (others.length > 0) {
      throw new InputError('scenario', { file: folder }, 'has other files, and is not a store');
    }
  }
  const made = await storage.open(`${file}.new`);
  try {
    await made.truncate(0);
    const json = JSON.stringify(header);
    const line = `${checksumOf(FIRST_CHECKSUM, 0, json)} 0 ${json}\n`;
    await appendAll(made, Buffer.from(line));
    await made.sync();
  } finally {
    await made.close();
  }
  await storage.rename(`${file}.new`, file);
  await storage.syncFolder(folder);
}

/** Whether a crash cut the log off within its first record, or before it. */
async function hasNoHeader(storage: Storage, file: string): Promise<boolean> {
  const found = new Error('there is a record');
  try {
    await new LogReader(storage, file).read(() => {
      throw found;
    });
    return true;
  } catch (error) {
    if (error === found) return false;
    throw error;
  }
}

/** Opens a log at its end, and cuts a torn tail off; the tail is kept in a file beside it. */
async function openEnd(
  storage: Storage,
  file: string,
  { torn, length, ...end }: ReadEnd,
  { onFailure, tell }: Pick<StoreOptions, 'onFailure' | 'tell'>,
): Promise<LogWriter> {
  if (torn.length > 0) {
    const kept = `${file}.${length}.torn`;
    await keepTail(storage, kept, torn);
    const cut = await storage.open(file);
    await cut.truncate(length);
    await cut.sync();
    await cut.close();
    tell(
      `${file}: the last write was cut off at byte ${length}; its ${torn.length} bytes are in ${kept}`,
    );
  }
  const note = await openLength(storage, join(file, '..'));
  await note.write(length);
  return new LogWriter({ ...end, length, note, file: await storage.open(file) }, onFailure);
}

async function keepTail(storage: Storage, path: string, tail: Uint8Array): Promise<void> {
  const file = await storage.open(path);
  try {
    await file.truncate(0);
    await appendAll(file, tail);
    await file.sync();
  } finally {
    await file.close();
  }
  await storage.syncFolder(join(path, '..'));
}

/** @throws InputError when a store is not of the market that is to be served. */
function checkHeader(file: string, found: StoreRecord, header: HeaderRecord): void {
  const before = checkFormat(file, found);
  const { scenario, seed, window, events, timeline, name } = before;
  const differs = (what: string, was: unknown, is: unknown) => {
    if (was === is) return;
    const rule = `was made with another ${what}: ${was}, not ${is}`;
    throw new InputError('scenario', { file }, rule);
  };
  // Paths in a header begin at the folder of the store.
  const pathOf = (path: string) => join(file, '..', path);
  differs('scenario', name, header.name);
  differs(
    `scenario file, ${pathOf(header.scenario.path)}`,
    scenario.sha256,
    header.scenario.sha256,
  );
  differs('seed', seed, header.seed);
  differs('window', windowText(window), windowText(header.window));
  differs('disguise', disguiseText(before), disguiseText(header));
  differs('--instruments', instrumentsText(before), instrumentsText(header));
  differs('--timeline', timeline, header.timeline);
  if (events !== undefined) differs('calendar', events.sha256, header.events?.sha256);
  for (const { key, path, sha256 } of header.financing ?? []) {
    const known = before.financing?.find(each => each.key === key)?.sha256;
    differs(`file of financing, ${pathOf(path)}`, known, sha256);
  }
  const compare = (what: string, was: HeaderRecord['ticks'], is: HeaderRecord['ticks']) => {
    for (const { instrument, path, sha256 } of is) {
      const known = was.find(each => each.instrument === instrument)?.sha256;
      differs(`file of ${what}, ${pathOf(path)}`, known, sha256);
    }
  };
  compare('ticks', before.ticks, header.ticks);
  compare('history', before.histories ?? [], header.histories ?? []);
}

/** The disguise that the flags gave, as JSON. */
function disguiseText({ overrides = {} }: HeaderRecord): string {
  return overrides.disguise === undefined ? 'none' : JSON.stringify(overrides.disguise);
}

/** The instruments that the flags asked for beside those of the scenario. */
function instrumentsText({ overrides = {} }: HeaderRecord): string {
  return overrides.instruments ?? 'those of the scenario';
}

function windowText(window: HeaderRecord['window']): string {
  return window === undefined ? 'that of the scenario' : `${window.from} to ${window.to}`;
}

function checkFormat(file: string, record: StoreRecord | undefined): HeaderRecord {
  if (record?.kind !== 'header') throw new InputError('data', { file }, 'has no header');
  if (record.store !== STORE_FORMAT) {
    const rule = `has format ${record.store}; orrery of this version reads format ${STORE_FORMAT}, that store was written by ${record.orrery}`;
    throw new InputError('data', { file }, rule);
  }
  return record;
}

/** Does `work`; a refusal of the system becomes an error about `path`. */
async function orFault<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw writingFault(error, path);
  }
}
