/**
 * A store: a folder with the log of a server's simulations. `serve --store` opens it, replays it and
 * goes on writing. `store.ndjson` is the end of the log, `store-*.ndjson.gz` are what came before,
 * `lock` names the process that writes to it, `secret` gives the tokens, `snapshot` saves replaying
 * what it covers; `*.torn` are tails that a crash cut off. Source: decisions 0028, 0038, 0106;
 * docs/operations/store.md.
 */

import { join } from 'node:path';
import { InputError } from '../../core/base/input-error.js';
import { present } from '../../core/base/present.js';
import { makeFolder } from '../../data/storage/files/make-folder.js';
import { writingFault } from '../../data/storage/files/write-whole.js';
import type { Keeper } from '../runtime/keeper.js';
import type { Sandboxes } from '../runtime/sandboxes.js';
import { lockStore } from './lock.js';
import { LOG_FILE, logFilesIn, placeFile } from './log/log-files.js';
import { leastLength, openLength } from './log/log-length.js';
import { type ReadEnd, readLog } from './log/log-reader.js';
import { LogWriter } from './log/log-writer.js';
import { FIRST_CHECKSUM, lineOf } from './log/record-line.js';
import { DISK, type Storage } from './log/storage.js';
import type { ParkedFolder } from './parked-folder.js';
import type { HeaderRecord } from './record.js';
import { Recorder } from './recorder.js';
import type { Makers } from './replay.js';
import { catchUp, readHeader, refuseShort } from './replay-log.js';
import { type SnapshotPace, SnapshotWriter } from './snapshot-writer.js';
import {
  goesOnText,
  isAccepted,
  keepLog,
  refuseUnknown,
  versionRecord,
  versionsOf,
} from './store-versions.js';

/** Files that may lie in the folder of a store before it has a log. */
const EARLY_FILES = /^(?:lock.*|secret|store\.ndjson\.(?:new|0\.torn))$/;

/** Bytes from which on a file of a log is closed, unless a flag says otherwise. */
export const ROTATE_BYTES = 64 * 1_048_576;

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
  /** Where simulations are parked; default: they stay in memory, and a start replays them. */
  readonly parked?: ParkedFolder | undefined;
  /** Bytes from which on a file of the log is closed; default: 64 MiB. */
  readonly rotateAt?: number | undefined;
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
    const versions = await versionsOf(storage, folder, await readHeader(folder, storage));
    const own = options.header;
    const accepts = isAccepted(file, versions, { own: own.orrery, accept: options.accept });
    const { makers, tell, parked } = options;
    const parts = { storage, folder, maker: own, makers, sandboxes, tell };
    const start = await parked?.start(parts);
    const replayed = accepts ? { ...versions, comparedFrom: Number.POSITIVE_INFINITY } : versions;
    const { end, covered } = await catchUp(storage, folder, {
      ...options,
      sandboxes,
      versions: replayed,
      parked: start,
    });
    if (!accepts) refuseUnknown(file, versions, own.orrery, sandboxes);
    const { writer } = versions;
    const goesOn = accepts || writer.orrery !== own.orrery || writer.tz !== own.tz;
    if (accepts) await orFault(file, () => keepLog(storage, folder, writer.orrery));
    const log = await orFault(file, () => openEnd(storage, folder, end, options));
    if (goesOn) {
      log.append(versionRecord(own, accepts));
      tell(`${file}: ${goesOnText(versions, own.orrery, accepts)}`);
    }
    const place = { storage, folder, maker: own, covered, pace: options.pace };
    const snapshots = new SnapshotWriter(place, sandboxes, log);
    const recorder = new Recorder(sandboxes, log, snapshots, !goesOn && end.records > 1);
    const files = start?.files ?? new Map();
    return {
      ...present({ parker: parked?.parker({ ...parts, log, recorder, files }) }),
      settled: (sandbox, moves) => recorder.settled(sandbox, moves),
      onCommit: listener => recorder.onCommit(listener),
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
    if (!(await hasNoHeader(storage, folder))) return;
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
  await placeFile(storage, file, [Buffer.from(lineOf(FIRST_CHECKSUM, 0, header).text)]);
}

/** Whether a crash cut the log off within its first record, or before it. */
async function hasNoHeader(storage: Storage, folder: string): Promise<boolean> {
  const found = new Error('there is a record');
  try {
    await readLog(storage, folder, () => {
      throw found;
    });
    return true;
  } catch (error) {
    if (error === found) return false;
    throw error;
  }
}

/** Cuts a torn tail off the file of a log that is written; the tail is kept in a file beside it. */
export async function cutTail(
  storage: Storage,
  file: string,
  { torn, length }: Pick<ReadEnd, 'torn' | 'length'>,
  tell: (sentence: string) => void,
): Promise<void> {
  if (torn.length === 0) return;
  const kept = `${file}.${length}.torn`;
  await placeFile(storage, kept, [torn]);
  const cut = await storage.open(file);
  await cut.truncate(length);
  await cut.sync();
  await cut.close();
  tell(
    `${file}: the last write was cut off at byte ${length}; its ${torn.length} bytes are in ${kept}`,
  );
}

/** Opens a log at its end, and cuts a torn tail off. */
async function openEnd(
  storage: Storage,
  folder: string,
  { torn, ...end }: ReadEnd,
  { onFailure, tell, rotateAt = ROTATE_BYTES }: StoreOptions,
): Promise<LogWriter> {
  const file = join(folder, LOG_FILE);
  const { length } = end;
  await cutTail(storage, file, { torn, length }, tell);
  const note = await openLength(storage, folder);
  await note.write(end.before + length);
  const { first, segment, unpacked } = await logFilesIn(storage, folder);
  const place = { storage, folder, first, segment, unpacked, rotateAt };
  return new LogWriter({ ...end, note, place, file: await storage.open(file) }, onFailure);
}

/** Does `work`; a refusal of the system becomes an error about `path`. */
async function orFault<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw writingFault(error, path);
  }
}
