/**
 * A copy of a store that a server may be writing to. Its log ends with a whole record; everything
 * that was on disk when the copy began is in it. The chain of checksums is checked on what was
 * written, so that a copy that is there is sound. Source: decision 0106.
 */

import { chmodSync, existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { InputError } from '../../core/base/input-error.js';
import { isInside } from '../../data/storage/document/paths.js';
import { writeWhole } from '../../data/storage/files/write-whole.js';
import { ENDED_SESSIONS_FILE } from './beside/ended-sessions.js';
import { LAST_USES_FILE } from './beside/last-uses.js';
import { SECRET_FILE } from './beside/store-tokens.js';
import {
  bytesOf,
  isPacked,
  LOG_FILE,
  placeFile,
  segmentsBefore,
  segmentsIn,
} from './log/log-files.js';
import { syncLength } from './log/log-length.js';
import { type ReadEnd, readLog } from './log/log-reader.js';
import type { LogEnd } from './log/log-writer.js';
import { DISK } from './log/storage.js';
import { SNAPSHOT_FILE } from './snapshot.js';

/** The file in a backup's folder that describes it. */
const BACKUP_FILE = 'backup.json';
const FOLDER_MODE = 0o700;
const ALL_RIGHTS = 0o777;

/** A backup. */
export interface BackupNote extends LogEnd {
  /** The folder of the store; paths in its header begin there. */
  readonly of: string;
  /** Bytes of the log, not compressed. */
  readonly bytes: number;
  /** When it was begun, RFC 3339. */
  readonly time: string;
}

/**
 * Copies the store in `folder` to `to`, which appears when the copy is whole and on disk.
 * @param time - RFC 3339.
 * @throws InputError (scenario) when `to` is there already, lies in the store or cannot be written, or `folder` is no
 * store; (data) when the log is damaged.
 */
export async function backUp(folder: string, to: string, time: string): Promise<BackupNote> {
  checkIsStore(folder);
  if (lstatSync(to, { throwIfNoEntry: false }) !== undefined) {
    throw new InputError('scenario', { file: to }, 'is there already; name a folder that is not');
  }
  if (isInside(resolve(to), resolve(folder))) {
    const rule = 'lies in the store, and would be lost with it; name a folder elsewhere';
    throw new InputError('scenario', { file: to }, rule);
  }
  let note: BackupNote | undefined;
  await writeWhole(to, async made => {
    await mkdir(made, { mode: FOLDER_MODE });
    // Before the log, so that it covers no more than the log has.
    await copyIfThere(folder, made, SNAPSHOT_FILE);
    const end = await copyLog(folder, made);
    for (const name of [SECRET_FILE, ENDED_SESSIONS_FILE, LAST_USES_FILE])
      await copyIfThere(folder, made, name);
    const { records, checksum } = end;
    note = { of: resolve(folder), records, bytes: end.before + end.length, checksum, time };
    const text = `${JSON.stringify(note, null, 2)}\n`;
    await placeFile(DISK, join(made, BACKUP_FILE), [Buffer.from(text)]);
  });
  await DISK.syncFolder(join(resolve(to), '..'));
  return note as BackupNote;
}

/** @throws InputError (scenario) when there is no store in `folder`. */
export function checkIsStore(folder: string): void {
  if (existsSync(join(folder, LOG_FILE))) return;
  throw new InputError('scenario', { file: folder }, `is no store: it has no ${LOG_FILE}`);
}

/** Copies the log, checks the copy, and cuts off what a server was writing. */
async function copyLog(folder: string, made: string): Promise<ReadEnd> {
  const tip = join(made, LOG_FILE);
  // One open file, so that it is of one piece whatever a rotation does meanwhile. It names the
  // segments before it, which do not change any more.
  await placeFile(DISK, tip, DISK.read(join(folder, LOG_FILE)));
  const { files } = await segmentsIn(DISK, folder, await segmentsBefore(DISK, tip));
  for (const file of files) {
    // A segment that is being compressed is copied as its records.
    const pieces = isPacked(file) ? DISK.read(file) : bytesOf(DISK, file);
    await placeFile(DISK, join(made, basename(file)), pieces);
  }
  const end = await readLog(DISK, made, () => undefined).catch(error => {
    throw ofStore(error, folder);
  });
  if (end.records === 0) {
    throw new InputError('data', { file: join(folder, LOG_FILE) }, 'has no header');
  }
  const whole = await DISK.open(tip);
  await whole.truncate(end.length);
  await whole.sync();
  await whole.close();
  await syncLength(DISK, made, end.before + end.length);
  return end;
}

/** Names the file of the store, when its copy is found to be damaged. */
function ofStore(error: unknown, folder: string): unknown {
  if (!(error instanceof InputError)) return error;
  const file = join(folder, basename(error.place.file));
  return new InputError(error.kind, { ...error.place, file }, error.rule);
}

/** Copies a file with its mode, if the store has it. */
async function copyIfThere(folder: string, made: string, name: string): Promise<void> {
  const file = join(folder, name);
  if (!existsSync(file)) return;
  await placeFile(DISK, join(made, name), DISK.read(file));
  chmodSync(join(made, name), statSync(file).mode & ALL_RIGHTS);
}

/** The description of the backup in `folder`; undefined when `folder` is none. */
export function backupNoteIn(folder: string): BackupNote | undefined {
  const file = join(folder, BACKUP_FILE);
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as BackupNote;
  } catch {
    throw new InputError('data', { file }, 'is no JSON');
  }
}
