/**
 * Gets one file by its SHA-256. What has come lies in a part beside its place; a later try, also of
 * another process, asks for the rest. Invariant: at its place lies the whole file with that digest, or
 * what was there before.
 */

import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { InputError } from '../../../../core/base/input-error.js';
import { makeFolder } from '../../../../data/storage/files/make-folder.js';
import { writingFault } from '../../../../data/storage/files/write-whole.js';
import { digestOf, type ListedFile } from './listed-files.js';
import type { ContentSource } from './sources.js';

/** Waits before a further try, in milliseconds, for places that are busy or away. */
const WAITS_MS: readonly number[] = [200, 1_000, 5_000];
/** Characters of the digest in the name of a part. */
const KEY_LENGTH = 8;

/** How a file is fetched. */
export interface FetchHow {
  /** Whether a file with other content is replaced. */
  readonly overwrites: boolean;
  /** Takes a sentence about each try that failed and is followed by another. */
  readonly onRetry: (sentence: string) => void;
}

/** What was done for a file. */
export type FetchOutcome = 'there already' | 'fetched';

/**
 * Gets a file to its place.
 * @throws InputError (scenario) when other content is there, or the place cannot be written; (data)
 * when the source does not have the file, or it is not what its name says.
 */
export async function fetchFile(
  { sha256, path }: ListedFile,
  source: ContentSource,
  { overwrites, onRetry }: FetchHow,
): Promise<FetchOutcome> {
  const found = await digestOf(path);
  if (found === sha256) return 'there already';
  if (found !== undefined && !overwrites) {
    const rule = `is there with other content, sha256 ${found}: move it away, or give --overwrite`;
    throw new InputError('scenario', { file: path }, rule);
  }
  const part = `${path}.${sha256.slice(0, KEY_LENGTH)}.part`;
  try {
    await makeFolder(dirname(path));
    await fill(part, { sha256, onRetry }, source);
    await checkPart(part, sha256, source);
    await rename(part, path);
  } catch (error) {
    throw writingFault(error, path);
  }
  return 'fetched';
}

/** Brings a part to its end; a try that has brought something is followed by a fresh row of waits. */
async function fill(
  part: string,
  { sha256, onRetry }: Pick<FetchHow, 'onRetry'> & { readonly sha256: string },
  source: ContentSource,
): Promise<void> {
  for (let failed = 0; ; failed++) {
    const start = await sizeOf(part);
    try {
      await append(part, start, await source.open(sha256, start));
      return;
    } catch (error) {
      if (error instanceof InputError || isOfDisk(error)) throw error;
      const size = await sizeOf(part);
      if (size > start) failed = 0;
      const ms = WAITS_MS[failed];
      if (ms === undefined) throw givenUp(source.nameOf(sha256), error, size);
      onRetry(`${source.nameOf(sha256)}: ${whyOf(error)}; ${size} bytes are there, trying again`);
      await wait(ms);
    }
  }
}

async function append(
  part: string,
  start: number,
  sent: Awaited<ReturnType<ContentSource['open']>>,
): Promise<void> {
  if (sent === undefined) return;
  if (sent.start !== start && sent.start !== 0) throw new Error('another part was sent');
  const flags = sent.start === 0 ? 'w' : 'a';
  await pipeline(Readable.from(sent.bytes), createWriteStream(part, { flags }));
}

/** Checks the digest of a part that is at its end, and brings it to the disk. @throws InputError */
async function checkPart(part: string, sha256: string, source: ContentSource): Promise<void> {
  const found = await digestOf(part);
  if (found !== sha256) {
    await rm(part, { force: true });
    const rule = `has other content than its name says: its sha256 is ${found ?? 'that of nothing'}`;
    throw new InputError('data', { file: source.nameOf(sha256) }, rule);
  }
  const file = await open(part, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Whether the disk refused: no try will be better. */
function isOfDisk(error: unknown): boolean {
  const { syscall } = error as Partial<NodeJS.ErrnoException>;
  return syscall === 'write' || syscall === 'open';
}

function givenUp(file: string, error: unknown, size: number): InputError {
  const rule = `could not be had (${whyOf(error)}); ${size} bytes are kept, and the same command goes on from there`;
  return new InputError('data', { file }, rule);
}

function whyOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}
