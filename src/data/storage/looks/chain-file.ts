/**
 * An append-only file whose lines are chained: each has the digest of the line before it, so that no
 * line can be changed or taken out unnoticed. Each writer has a file of its own, so that parallel runs
 * and copies of a folder need no common lock, and files of several machines lie side by side.
 */

import {
  appendFileSync,
  closeSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { isAlive, startOf, UNKNOWN_START } from '../files/process-life.js';
import { sha256 } from '../files/sha256.js';

/** A line of a file. */
interface Line {
  /** Digest of the line before; empty in the first. */
  readonly before: string;
  readonly entry: unknown;
  readonly hash: string;
}

/** The entries of a file, and whether its chain holds. */
export interface ChainFile {
  readonly entries: readonly unknown[];
  /** Number of the first line that does not follow from the one before, from 1; absent when all do. */
  readonly brokenAt?: number;
  /** Digest of the last line; empty for no line. */
  readonly last: string;
  /** Size in bytes. */
  readonly size: number;
}

/** Reads a file; one that is missing has no entry. @throws NodeJS.ErrnoException otherwise */
export function readChain(path: string): ChainFile {
  const text = textOf(path);
  const entries: unknown[] = [];
  let last = '';
  let brokenAt: number | undefined;
  for (const [index, row] of text.split('\n').entries()) {
    if (row === '') continue;
    const line = lineOf(row);
    const isNext = line?.before === last && line.hash === hashOf(line.before, line.entry);
    if (!isNext) brokenAt ??= index + 1;
    if (line === undefined) continue;
    entries.push(line.entry);
    last = line.hash;
  }
  return {
    entries,
    ...(brokenAt === undefined ? {} : { brokenAt }),
    last,
    size: Buffer.byteLength(text),
  };
}

/** The entries of the lines that contain one of `parts`; the chain is not checked. */
export function readEntries(path: string, parts: readonly string[]): unknown[] {
  const bytes = bytesOf(path);
  // Most files have no such line, and long ones are not made into text for that.
  if (!parts.some(part => bytes.includes(part))) return [];
  const rows = bytes.toString().split('\n');
  const wanted = rows.filter(row => parts.some(part => row.includes(part)));
  return wanted.flatMap(row => lineOf(row)?.entry ?? []);
}

/**
 * Appends an entry unless another process is at the file, or its chain is broken.
 * @param known - the file as it was read before; it is read again only if its size has changed.
 * @returns whether the entry was appended. @throws NodeJS.ErrnoException
 */
export function appendToChain(
  path: string,
  entry: (size: number) => unknown,
  known?: ChainFile,
): boolean {
  const lock = `${path}.lock`;
  if (!takeLock(lock)) return false;
  try {
    const isKnown = known !== undefined && known.size === sizeOf(path);
    const { last, size, brokenAt } = isKnown ? known : readChain(path);
    if (brokenAt !== undefined) return false;
    const own = entry(size);
    const line: Line = { before: last, entry: own, hash: hashOf(last, own) };
    appendFileSync(path, `${JSON.stringify(line)}\n`);
    return true;
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Makes the lock file; that of a process which has ended is replaced. */
function takeLock(lock: string): boolean {
  for (const _attempt of [1, 2]) {
    try {
      const file = openSync(lock, 'wx');
      writeSync(file, `${process.pid} ${startOf(process.pid) ?? UNKNOWN_START}\n`);
      closeSync(file);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const [id = '', start = UNKNOWN_START] = textOf(lock).trim().split(' ');
      if (id === '' || isAlive(Number(id), start) !== false) return false;
      rmSync(lock, { force: true });
    }
  }
  return false;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function textOf(path: string): string {
  return bytesOf(path).toString();
}

/** The content of a file; nothing of one that is missing. */
function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

function hashOf(before: string, entry: unknown): string {
  return sha256(before, '\n', JSON.stringify(entry));
}

function lineOf(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return undefined;
  }
}
