/**
 * Reads a plain canonical file from disk, block by block: digests every byte and takes every line.
 */

import type { Hash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TickBuilder } from '../columns/tick-builder.js';
import type { OnBytes, SourceFile } from '../text/source-file.js';
import { type CanonicalBytes, UnsureError } from './bytes.js';

export interface WalkOptions {
  readonly blockBytes: number;
  readonly onProgress: OnBytes | undefined;
}

/** Where the bytes and lines go. */
export interface WalkSinks {
  readonly hash: Hash;
  readonly rows: CanonicalBytes;
  readonly builder: TickBuilder;
}

/** Factor by which the estimated number of ticks is raised, so that the columns grow only once. */
const MARGIN = 1.02;

/**
 * Reads to the end of the file.
 * @returns the number of bytes after the last line end.
 * @throws Unsure
 */
export async function walkDisk(
  file: SourceFile,
  sinks: WalkSinks,
  options: WalkOptions,
): Promise<number> {
  // Open without blocking, in case a FIFO has replaced the file in the meantime.
  const descriptor = openSync(file.path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!fstatSync(descriptor).isFile()) throw new UnsureError();
    return await walkBlocks(descriptor, file, sinks, options);
  } finally {
    closeSync(descriptor);
  }
}

async function walkBlocks(
  descriptor: number,
  { size }: SourceFile,
  { hash, rows, builder }: WalkSinks,
  { blockBytes, onProgress }: WalkOptions,
): Promise<number> {
  const { bytes } = rows;
  /** Bytes read, and how many of them are an incomplete line at the front of the buffer. */
  let done = 0;
  let held = 0;
  for (;;) {
    const count = readSync(descriptor, bytes, held, blockBytes - held, done);
    if (count === 0) return held;
    const end = held + count;
    done += count;
    hash.update(bytes.subarray(held, end));
    const expected = ((builder.length * size) / done) * MARGIN;
    held = keepRest(bytes, rows.take(end, expected), end, blockBytes);
    onProgress?.(done, size);
    await nextTurn();
  }
}

/**
 * Moves the incomplete line to the front.
 * @returns its length.
 * @throws Unsure if it fills the buffer.
 */
export function keepRest(bytes: Buffer, from: number, end: number, blockBytes: number): number {
  bytes.copyWithin(0, from, end);
  if (end - from === blockBytes) throw new UnsureError();
  return end - from;
}
