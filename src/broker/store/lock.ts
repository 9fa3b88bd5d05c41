/**
 * The lock of a store: a file that names the process that writes to it. A lock whose process is dead
 * is taken over, so that a server can start again after a crash or a loss of power.
 */

import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { InputError } from '../../core/base/input-error.js';
import {
  bootID,
  isAlive,
  processNamespace,
  startOf,
  UNKNOWN_START,
} from '../../data/storage/files/process-life.js';
import { writingFault } from '../../data/storage/files/write-whole.js';
import { OWNER_ONLY } from './log/storage.js';

const LOCK_FILE = 'lock';
/** How often the lock is tried: another server may take over the same stale lock. */
const TRIES = 3;

/** The process that holds a lock. */
interface Holder {
  readonly host: string;
  readonly boot: string;
  readonly namespace: string;
  readonly pid: number;
  /** When the process began, in clock ticks. */
  readonly start: string;
}

/** Takes the lock of `folder`. @returns a function that gives it back. @throws InputError (scenario) */
export function lockStore(folder: string): () => void {
  const file = join(folder, LOCK_FILE);
  const text = `${JSON.stringify(ownHolder())}\n`;
  const own = `${file}.${process.pid}`;
  try {
    writeFileSync(own, text, { mode: OWNER_ONLY });
    for (let tries = 0; tries < TRIES; tries++) {
      if (hasLinked(own, file)) return () => unlock(file, text);
      moveAside(file, `${own}.stale`);
    }
  } catch (error) {
    throw writingFault(error, file);
  } finally {
    rmSync(own, { force: true });
  }
  throw new InputError('scenario', { file }, 'is being taken by another server');
}

/** Gives `own` the name `file` too, unless that is taken. */
function hasLinked(own: string, file: string): boolean {
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/** Moves a stale lock away. @throws InputError when its process lives. */
function moveAside(file: string, aside: string): void {
  const held = textOf(file);
  if (held === undefined) return;
  refuseIfHeld(file, held);
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return;
  }
  // Another server may have taken over meanwhile: then this is its lock, and is put back.
  if (textOf(aside) !== held) hasLinked(aside, file);
  rmSync(aside, { force: true });
}

function refuseIfHeld(file: string, held: string): void {
  const holder = holderIn(held);
  if (holder === undefined) return;
  const { host, boot, namespace, pid, start } = holder;
  const here = ownHolder();
  if (host === here.host && boot !== here.boot) return;
  if (host === here.host && namespace === here.namespace) {
    if (isAlive(pid, start) === false) return;
    throw new InputError('scenario', { file }, `another server, process ${pid}, uses this store`);
  }
  const rule = `process ${pid} of host ${host} uses this store; if it has ended, delete this file`;
  throw new InputError('scenario', { file }, rule);
}

function ownHolder(): Holder {
  return {
    host: hostname(),
    boot: bootID(),
    namespace: processNamespace(),
    pid: process.pid,
    start: startOf(process.pid) ?? UNKNOWN_START,
  };
}

/** The process that wrote a lock; undefined when a crash cut the file off. */
function holderIn(text: string): Holder | undefined {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return undefined;
  }
}

function unlock(file: string, text: string): void {
  if (textOf(file) === text) rmSync(file, { force: true });
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
