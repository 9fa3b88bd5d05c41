/**
 * What is being written stands beside its place under a name that says who writes it: host, process,
 * and when that process began. So the next one that writes to the same place can remove what dead
 * writers have left, and never touches what a live one is writing, though numbers of processes come
 * again and folders are shared by hosts. What cannot be told goes by its age.
 */

import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync, rmSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { sha256 } from './sha256.js';

/** An unfinished file of a process nothing is known of is dead when nothing came for so long. */
const ABANDONED_MILLIS = 86_400_000;
const NAME = /^\.([0-9a-f]{8})-(\d+)-(\d+)-[0-9a-f]{8}\.tmp$/;
/** `starttime` of /proc/PID/stat, counted from behind the name of the program. Source: proc(5). */
const START_FIELD = 19;
const UNKNOWN_START = '0';

/** Our own that are not finished, to be removed should the process end early. */
const own = new Set<string>();

let listener: (name: string, isFinished: boolean) => void = () => {};

/**
 * Has `next` told of each name when it is given and when nothing is there any more: a thread that is
 * ended from outside removes nothing itself.
 */
export function onUnfinished(next: typeof listener): void {
  listener = next;
}

/** A name beside `path` for what this process is writing; it is removed when the process ends. */
export function unfinishedName(path: string): string {
  if (own.size === 0) process.once('exit', removeOwn);
  const start = startOf(process.pid) ?? UNKNOWN_START;
  const writer = `${realm()}-${process.pid}-${start}-${randomBytes(4).toString('hex')}`;
  const name = `${resolve(path)}.${writer}.tmp`;
  own.add(name);
  listener(name, false);
  return name;
}

/** Removes what `unfinishedName` named, if it is still there. */
export async function removeUnfinished(name: string): Promise<void> {
  await rm(name, { recursive: true, force: true }).catch(() => undefined);
  own.delete(name);
  listener(name, true);
  if (own.size === 0) process.off('exit', removeOwn);
}

/** Removes what dead writers have left of `path`. What cannot be read or removed stays. */
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
 * Moves a finished folder to `folder`; one that is there is moved aside first, and back when the
 * finished one cannot take its place. @throws NodeJS.ErrnoException
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

/** Whether the process that began at `start` lives; undefined when that cannot be told. */
function isAlive(id: number, start: string): boolean | undefined {
  try {
    process.kill(id, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const now = startOf(id);
  return now === undefined || start === UNKNOWN_START ? undefined : now === start;
}

/** When a process began, in ticks since the system did; undefined where there is no /proc. */
function startOf(id: number): string | undefined {
  const text = textOf(() => readFileSync(`/proc/${id}/stat`, 'utf8'));
  return text?.slice(text.lastIndexOf(')') + 2).split(' ')[START_FIELD];
}

let cachedRealm: string | undefined;

/** Where numbers of processes mean the same: this host, since it began, in this container. */
function realm(): string {
  cachedRealm ??= sha256(
    hostname(),
    textOf(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')) ?? '',
    textOf(() => readlinkSync('/proc/self/ns/pid')) ?? '',
  ).slice(0, 8);
  return cachedRealm;
}

function textOf(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function removeOwn(): void {
  for (const name of own) rmSync(name, { recursive: true, force: true });
}
