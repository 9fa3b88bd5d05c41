/**
 * Which versions of Orrery wrote a store. A version that goes on with the store of another one
 * compares the ledgers, and writes its own name into the log (decision 0065). The version of the
 * format is STORE_FORMAT in record.ts.
 */

import { join } from 'node:path';
import { InputError } from '../../core/base/input-error.js';
import {
  changesSince,
  isOlder,
  type ReplayResult,
} from '../../data/record/versions/ledger-changes.js';
import type { Sandboxes } from '../runtime/sandboxes.js';
import { bytesOf, logFilesOf, placeFile } from './log/log-files.js';
import { readLog } from './log/log-reader.js';
import type { Storage } from './log/storage.js';
import { type HeaderRecord, VERSION_START, type VersionRecord } from './record.js';
import { LedgerMisfit } from './replay.js';

/** The first version that writes digests of its ledgers. */
const FIRST_WITH_DIGESTS = '0.2.0';

/** The writer of a store. */
export interface StoreVersions {
  /** The version of the last records, and its time zones. */
  readonly writer: Pick<HeaderRecord, 'orrery' | 'tz'>;
  /** Every version that wrote to it, oldest first. */
  readonly all: readonly string[];
  /** Records before this one gave another ledger, which was accepted. */
  readonly comparedFrom: number;
  /** Whether the store says which ledgers its records gave. */
  readonly hasDigests: boolean;
}

/** The versions that wrote the log in `folder`, whose first record is `header`. */
export async function versionsOf(
  storage: Storage,
  folder: string,
  header: HeaderRecord,
): Promise<StoreVersions> {
  const records: VersionRecord[] = [];
  let comparedFrom = 0;
  if (await mayHaveVersions(storage, folder)) {
    await readLog(storage, folder, logged => {
      if (!logged.startsWith(VERSION_START)) return;
      const record = logged.record as VersionRecord;
      records.push(record);
      if (record.accepted === true) comparedFrom = logged.number;
    });
  }
  return {
    writer: records.at(-1) ?? header,
    all: [header, ...records].map(({ orrery }) => orrery),
    comparedFrom,
    hasDigests: records.length > 0 || !isOlder(header.orrery, FIRST_WITH_DIGESTS),
  };
}

/** Whether the bytes of a record of a version are in the log: in a text they would be escaped. */
async function mayHaveVersions(storage: Storage, folder: string): Promise<boolean> {
  let rest = Buffer.alloc(0);
  for await (const piece of logBytes(storage, folder)) {
    const bytes = Buffer.concat([rest, piece]);
    if (bytes.includes(VERSION_START)) return true;
    rest = bytes.subarray(-VERSION_START.length);
  }
  return false;
}

/**
 * Whether the records so far are taken as they replay, because a user said so.
 * @param accept - the version whose records a user accepts; undefined: none.
 * @throws InputError (data) when a newer version wrote to the store, (scenario) when `accept` never
 * did.
 */
export function isAccepted(
  file: string,
  { writer, all }: StoreVersions,
  { own, accept }: { readonly own: string; readonly accept?: string | undefined },
): boolean {
  if (isOlder(own, writer.orrery)) {
    const rule = `was written by orrery ${writer.orrery}, which is newer than this one, ${own}`;
    throw new InputError('data', { file }, rule);
  }
  if (accept === undefined || accept === writer.orrery) return accept !== undefined;
  if (all.includes(accept)) return false;
  const rule = `${accept} never wrote to this store; the last that did was ${writer.orrery}`;
  throw new InputError('scenario', { file: '--accept-version' }, rule);
}

/** @throws InputError (data) when nothing shows that the replay has the ledger of before. */
export function refuseUnknown(
  file: string,
  versions: StoreVersions,
  own: string,
  sandboxes: Sandboxes,
): void {
  const changes = unknownChanges(versions, own, sandboxes);
  if (changes.length === 0) return;
  const { orrery } = versions.writer;
  const rule = `was written by orrery ${orrery}, and its records do not say which ledger they gave; this is ${own}, with other rules for ${changes.join(', ')}: ${waysOn(orrery, own)}`;
  throw new InputError('data', { file }, rule);
}

/**
 * Names of the rules that have changed since a store was written, and that its simulations have
 * something of, when the store does not say which ledgers it had; empty otherwise.
 */
export function unknownChanges(
  { writer, hasDigests }: StoreVersions,
  own: string,
  sandboxes: Sandboxes,
): readonly string[] {
  if (hasDigests) return [];
  const replayed = sandboxes.all().map(replayedIn);
  return changesSince(writer.orrery, own)
    .filter(({ concerns }) => replayed.some(concerns))
    .map(({ name }) => name);
}

/** What a simulation has. */
export function replayedIn({
  loaded,
  simulation,
}: ReturnType<Sandboxes['all']>[number]): ReplayResult {
  const { cells } = simulation.engine.state;
  return {
    ticks: loaded?.ticks ?? [],
    execution: simulation.scenario.execution,
    accounts: cells.map(({ state }) => state.config),
    ledger: simulation.engine.ledger,
  };
}

/** What to do after a record could not be replayed, as the end of a sentence. */
export function waysAfter(error: unknown, { writer }: StoreVersions, own: string): string {
  if (writer.orrery === own) {
    return error instanceof LedgerMisfit ? `; ${waysOn(own, own)} to take the other ledger` : '';
  }
  return `; it was written by orrery ${writer.orrery}, this is ${own}: ${waysOn(writer.orrery, own)}`;
}

function waysOn(writer: string, own: string): string {
  if (writer === own) return `use --accept-version ${own}`;
  return `serve it with npx orrery-fx@${writer}, or go on under the rules of ${own} with --accept-version ${writer}, which keeps the log of before as ${keptLog(writer)}`;
}

/** The record with which a version goes on. */
export function versionRecord({ orrery, tz }: HeaderRecord, isAccepted: boolean): VersionRecord {
  return { kind: 'version', orrery, tz, ...(isAccepted && { accepted: true }) };
}

/** What is said when a version goes on. */
export function goesOnText(
  { writer: { orrery: writer }, hasDigests }: StoreVersions,
  own: string,
  isAccepted: boolean,
): string {
  const same = hasDigests
    ? 'its replay has the same ledger'
    : 'it has nothing of the rules that have changed since';
  const ledger = isAccepted
    ? `its ledger may be another now, and the log of before is ${keptLog(writer)}`
    : same;
  return `was written by orrery ${writer}, and ${own} goes on with it; ${ledger}`;
}

/** Copies the log in `folder`, as `writer` left it, to a file beside it; one that is there stays. */
export async function keepLog(storage: Storage, folder: string, writer: string): Promise<void> {
  if ((await storage.list(folder)).includes(keptLog(writer))) return;
  await placeFile(storage, join(folder, keptLog(writer)), logBytes(storage, folder));
}

/** The log in `folder`, with its closed segments, as one run of bytes. */
async function* logBytes(storage: Storage, folder: string): AsyncGenerator<Uint8Array> {
  for await (const file of logFilesOf(storage, folder)) yield* bytesOf(storage, file);
}

/** The name of the log that a version wrote, beside the one that goes on. */
function keptLog(writer: string): string {
  return `store-${writer}.ndjson`;
}
