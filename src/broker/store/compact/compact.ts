/**
 * Compaction of a store that no server uses: its log is written anew without what does not matter any
 * more, replayed, and takes the place of the old log with one rename when every simulation stands
 * where it stood, with the same ledger. A crash leaves the one log or the other. The segments of the
 * old log stay beside, unless they are not wanted. Source: decision 0107.
 */

import { hash } from 'node:crypto';
import { join } from 'node:path';
import { InputError } from '../../../core/base/input-error.js';
import { ledgerHash } from '../../../data/record/ledger-file.js';
import type { Sandbox, Sandboxes } from '../../runtime/sandboxes.js';
import { lockStore } from '../lock.js';
import {
  type GoOnRecord,
  LOG_FILE,
  logFilesIn,
  packSegment,
  removeSegments,
  rotate,
  type Segments,
} from '../log/log-files.js';
import { syncLength } from '../log/log-length.js';
import { type ReadEnd, readLog } from '../log/log-reader.js';
import type { LogEnd } from '../log/log-writer.js';
import { lineOf } from '../log/record-line.js';
import { DISK, type Storage } from '../log/storage.js';
import type { HeaderRecord } from '../record.js';
import type { Makers } from '../replay.js';
import { replayLog } from '../replay-log.js';
import { SNAPSHOT_FILE, writeSnapshot } from '../snapshot.js';
import { snapshotOf } from '../snapshot-writer.js';
import { cutTail } from '../store.js';
import { type StoreVersions, unknownChanges } from '../store-versions.js';
import { writeCompacted } from './compacted-log.js';
import { factsOf, replayedFacts } from './log-facts.js';
import { planOf } from './plan.js';

/** The log that is written anew, until it takes its place. */
const NEW_LOG = `${LOG_FILE}.compact`;
/** Bytes from which on the new log is closed and compressed at once. */
const COMPRESSED_FROM = 1 << 20;

/** What is compacted. */
export interface CompactOptions {
  /** The header as the store has it, and as this version would write it. */
  readonly found: HeaderRecord;
  readonly header: HeaderRecord;
  readonly versions: StoreVersions;
  readonly makers: Makers;
  /** Makes the simulations as they were when the store was made. */
  readonly newSandboxes: () => Sandboxes;
  /** Whether what rewinds undid goes, too. */
  readonly undone: boolean;
  /** Whether the segments of the old log are removed. */
  readonly dropOld: boolean;
  /** Receives what was mended, in one sentence. */
  readonly tell: (sentence: string) => void;
  /** Default: the machine's. */
  readonly storage?: Storage;
}

/** A log, and its bytes without compression. */
export interface LogSize extends LogEnd {
  readonly bytes: number;
}

/** What a compaction has done. */
export interface Compaction {
  readonly before: LogSize;
  readonly after: LogSize;
  /** The simulations that the store has. */
  readonly sandboxes: Sandboxes;
}

/** One compaction. */
interface Work extends CompactOptions {
  readonly storage: Storage;
  readonly folder: string;
}

/**
 * Compacts the store in `folder`.
 * @throws InputError (scenario) when a server uses the store, or another version wrote it; (data) when
 * it is damaged, or when the new log would give another ledger: nothing has changed then.
 */
export async function compactStore(folder: string, options: CompactOptions): Promise<Compaction> {
  const unlock = lockStore(folder);
  try {
    return await compact({ ...options, storage: options.storage ?? DISK, folder });
  } finally {
    unlock();
  }
}

async function compact(work: Work): Promise<Compaction> {
  const { storage, folder } = work;
  refuseOtherVersions(work);
  const found = await readLog(storage, folder, () => undefined);
  await cutTail(storage, join(folder, LOG_FILE), found, work.tell);
  const old = await logFilesIn(storage, folder);
  const fates = planOf(await facts(work));
  const path = join(folder, NEW_LOG);
  const { records, checksum } = found;
  const { orrery, tz } = work.header;
  const compacted = { compacted: { records, checksum }, after: old.segment + 1 };
  const header: HeaderRecord = { ...work.found, orrery, tz, ...compacted };
  const replayed = { ...work, sandboxes: work.newSandboxes() };
  try {
    const end = await writeCompacted({ storage, folder, path, header, fates }, replayed);
    refuseUnknown(work, replayed.sandboxes);
    const sandboxes = await checkedAgain(work, path, replayed.sandboxes);
    await exchange(work, { old, found, end, sandboxes });
    const before = { records, checksum, bytes: found.before + found.length };
    return { before, after: await tidyUp(work, { old, end }), sandboxes };
  } catch (error) {
    await storage.remove(path).catch(() => undefined);
    throw error;
  }
}

/** The new log is this version's, and so is every digest in it. @throws InputError (scenario) */
function refuseOtherVersions({ folder, versions, header }: Work): void {
  if (versions.writer.orrery === header.orrery && versions.writer.tz === header.tz) return;
  const rule = `was last written by orrery ${versions.writer.orrery}, and this is ${header.orrery}: start a server of this version with --store ${folder} once, then compact`;
  throw new InputError('scenario', { file: join(folder, LOG_FILE) }, rule);
}

/** @throws InputError (data) when nothing shows which ledgers the old log had. */
function refuseUnknown({ folder, versions, header }: Work, sandboxes: Sandboxes): void {
  if (unknownChanges(versions, header.orrery, sandboxes).length === 0) return;
  const rule = 'does not say which ledgers its records gave, so a new log could not be compared';
  throw new InputError('data', { file: join(folder, LOG_FILE) }, rule);
}

/** What the plan is made from. */
function facts({ storage, folder, undone, ...work }: Work) {
  if (!undone) return factsOf(storage, folder);
  return replayedFacts(storage, folder, { ...work, sandboxes: work.newSandboxes() });
}

/** Replays the new log, and compares. @returns its simulations. @throws InputError (data) */
async function checkedAgain(work: Work, path: string, before: Sandboxes): Promise<Sandboxes> {
  const { storage, folder, header } = work;
  const versions = { writer: header, all: [header.orrery], comparedFrom: 0, hasDigests: true };
  const sandboxes = work.newSandboxes();
  await replayLog(storage, folder, { ...work, versions, sandboxes, files: [path] });
  const found = new Map(sandboxes.all().map(sandbox => [sandbox.id, standingOf(sandbox)]));
  const differs = before.all().find(sandbox => found.get(sandbox.id) !== standingOf(sandbox));
  if (differs === undefined && found.size === before.size && sandboxes.made === before.made) {
    return sandboxes;
  }
  const rule = `its new log would give ${differs?.id ?? 'the simulations'} another ledger or place, so nothing was changed; this is a fault of Orrery`;
  throw new InputError('data', { file: folder }, rule);
}

/** The place, settings, ledger, inputs and notes of a simulation, as one text to compare. */
function standingOf({ id, name, dialect, parent, forkedAt, clock, notes, simulation }: Sandbox) {
  const { place, engine } = simulation;
  const random = Object.values(engine.state.random).map(({ state }) => state);
  const ledger = ledgerHash(engine.ledger);
  const inputs = hash('sha256', JSON.stringify(simulation.inputs.slice(0)));
  const made = [id, name, dialect, parent, forkedAt, clock.mode, clock.settings];
  return JSON.stringify([made, place, random, ledger, inputs, notes.all()]);
}

/** A store whose new log is checked. */
interface CheckedStore {
  readonly old: Segments;
  /** Where the old log ends, and the new one. */
  readonly found: ReadEnd;
  readonly end: LogSize;
  readonly sandboxes: Sandboxes;
}

/** Puts the new log in the place of the old one, which is closed as a segment before. */
async function exchange(
  { storage, folder, header }: Work,
  { old, found, end, sandboxes }: CheckedStore,
): Promise<void> {
  await (await closeTip(storage, folder, old, found)).file.close();
  // The new log may be shorter, and no crash may leave it with the length of the old one.
  await syncLength(storage, folder, 0);
  await storage.remove(join(folder, SNAPSHOT_FILE));
  await storage.rename(join(folder, NEW_LOG), join(folder, LOG_FILE));
  await storage.syncFolder(folder);
  await syncLength(storage, folder, end.bytes);
  const snapshot = snapshotOf(sandboxes, end);
  if (snapshot !== undefined) await writeSnapshot(storage, folder, snapshot, header);
}

/** Closes the file of a log as the segment after `before`; the next has one record, which says so. */
async function closeTip(
  storage: Storage,
  folder: string,
  before: Segments,
  { records, checksum }: LogEnd,
) {
  const segment = before.segment + 1;
  const goOn: GoOnRecord = { kind: 'go-on', first: before.first, segment, records, checksum };
  const line = lineOf(checksum, records, goOn);
  const bytes = Buffer.from(line.text);
  const file = await rotate(storage, folder, { segment, bytes });
  return { file, records: records + 1, checksum: line.checksum, bytes: bytes.length };
}

/** Compresses the new log when it is long, and puts the old one aside. @returns where the log ends. */
async function tidyUp(
  { storage, folder, dropOld }: Work,
  { old, end }: Pick<CheckedStore, 'old' | 'end'>,
): Promise<LogSize> {
  const last = old.segment + 1;
  if (dropOld) await removeSegments(storage, folder, last);
  else await packSegment(storage, folder, last);
  if (end.bytes < COMPRESSED_FROM) return end;
  const { file, ...tip } = await closeTip(storage, folder, { first: last + 1, segment: last }, end);
  await file.close();
  await packSegment(storage, folder, last + 1);
  return { ...tip, bytes: end.bytes + tip.bytes };
}
