/**
 * Names of unfinished files. A file that is being written lies beside its final place; its name
 * states the writer: the host, the process id, and when that process began. The next process that
 * writes to the same place can remove the files of dead writers, and never removes the file of a
 * live one, although process ids are reused and folders are shared by hosts. If it is not known
 * whether the writer lives, the age of the file decides.
 */

import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { bootID, isAlive, processNamespace, startOf, UNKNOWN_START } from './process-life.js';
import { sha256 } from './sha256.js';

/**
 * Age in milliseconds from which a file is abandoned when its writer cannot be checked: one day.
 */
const ABANDONED_MILLIS = 86_400_000;
const NAME = /^\.([0-9a-f]{8})-(\d+)-(\d+)-[0-9a-f]{8}\.tmp$/;
/** Unfinished files of this process, which are removed if the process ends early. */
const own = new Set<string>();

let listener: (name: string, isFinished: boolean) => void = () => {};

/**
 * Calls `next` with each name when it is given out and when its file is gone. A thread that is
 * ended from outside cannot remove its files itself.
 */
export function onUnfinished(next: typeof listener): void {
  listener = next;
}

/**
 * A name beside `path` for the file that this process is writing; the file is removed when the
 * process ends.
 */
export function unfinishedName(path: string): string {
  if (own.size === 0) process.once('exit', removeOwn);
  const start = startOf(process.pid) ?? UNKNOWN_START;
  const writer = `${realm()}-${process.pid}-${start}-${randomBytes(4).toString('hex')}`;
  const name = `${resolve(path)}.${writer}.tmp`;
  own.add(name);
  listener(name, false);
  return name;
}

/** Removes the file that `unfinishedName` named, if it still exists. */
export async function removeUnfinished(name: string): Promise<void> {
  await rm(name, { recursive: true, force: true }).catch(() => undefined);
  own.delete(name);
  listener(name, true);
  if (own.size === 0) process.off('exit', removeOwn);
}

/**
 * Removes the unfinished files of `path` whose writers are dead. Skips files that cannot be read or
 * removed.
 */
export async function sweepUnfinished(path: string): Promise<void> {
  const place = resolve(path);
  const folder = dirname(place);
  const entries = await readdir(folder).catch(() => []);
  for (const entry of entries) {
    if (!entry.startsWith(basename(place))) continue;
    const writer = NAME.exec(entry.slice(basename(place).length));
    if (writer === null || !(await isAbandoned(join(folder, entry), writer))) continue;
    await rm(join(folder, entry), { recursive: true, force: true }).catch(() => undefined);
  }
}

/**
 * Moves a finished folder to `folder`. An existing folder is moved aside first, and moved back if
 * the finished one cannot take its place.
 * @throws NodeJS.ErrnoException
 */
export async function takeFolderPlace(finished: string, folder: string): Promise<void> {
  const aside = unfinishedName(folder);
  const hadOne = await rename(folder, aside).then(
    () => true,
    () => false,
  );
  try {
    await rename(finished, folder);
  } catch (error) {
    if (hadOne) await rename(aside, folder).catch(() => undefined);
    throw error;
  } finally {
    await removeUnfinished(aside);
  }
}

async function isAbandoned(path: string, [, where, id, start]: RegExpExecArray): Promise<boolean> {
  const alive = where === realm() ? isAlive(Number(id), start as string) : undefined;
  if (alive !== undefined) return !alive;
  const info = await stat(path).catch(() => undefined);
  return info !== undefined && Date.now() - info.mtimeMs > ABANDONED_MILLIS;
}

let cachedRealm: string | undefined;

/** The scope in which a process id is unique: this host, since its start, in this container. */
function realm(): string {
  cachedRealm ??= sha256(hostname(), bootID(), processNamespace()).slice(0, 8);
  return cachedRealm;
}

function removeOwn(): void {
  for (const name of own) rmSync(name, { recursive: true, force: true });
}
