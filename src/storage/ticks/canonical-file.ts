/**
 * The quick way through a file of the canonical layout: its bytes from disk, digested, block by
 * block into canonical-bytes.ts. Plain files are read into one buffer that is used again and
 * again; .gz files come as a stream. Whatever goes wrong, there is no verdict: the caller reads the
 * file the general way then.
 */

import { createHash, type Hash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Instrument } from '../../core/market/instrument.js';
import { CanonicalBytes, Unsure } from './canonical-bytes.js';
import type { LayoutContext } from './layout.js';
import { type OnBytes, openBytes, type SourceFile } from './source-file.js';
import { TickBuilder, type TickPolicy } from './tick-builder.js';

export interface QuickOptions {
  readonly instrument: Instrument;
  readonly policy?: Partial<TickPolicy> | undefined;
  readonly context: LayoutContext;
  readonly onProgress?: OnBytes | undefined;
  /** Bytes of a block; 512 KiB unless said otherwise. */
  readonly blockBytes?: number | undefined;
}

export interface QuickRead {
  readonly builder: TickBuilder;
  /** SHA-256 of the bytes on disk, hexadecimal. */
  readonly digest: string;
}

const BLOCK_BYTES = 524_288;
/** By how much the guess at the number of ticks is set too high, so that one guess will do. */
const MARGIN = 1.02;

/** Reads a canonical file, or finds that it is none or not a plain one: undefined. */
export async function readQuickly(
  file: SourceFile,
  options: QuickOptions,
): Promise<QuickRead | undefined> {
  const { instrument, policy, context, blockBytes = BLOCK_BYTES } = options;
  const builder = new TickBuilder(file.path, instrument, policy);
  const rows = new CanonicalBytes(builder, instrument.displayPrecision, context, blockBytes);
  const hash = createHash('sha256');
  const isZipped = file.path.toLowerCase().endsWith('.gz');
  try {
    const held = isZipped
      ? await fromStream(openBytes(file, hash, options.onProgress), rows, blockBytes)
      : await fromDisk(file, hash, rows, builder, { ...options, blockBytes });
    rows.finish(held);
  } catch {
    return undefined;
  }
  return { builder, digest: hash.digest('hex') };
}

/** @returns how many bytes are left behind the last line end. */
async function fromDisk(
  { path, size }: SourceFile,
  hash: Hash,
  rows: CanonicalBytes,
  builder: TickBuilder,
  { onProgress, blockBytes = BLOCK_BYTES }: QuickOptions,
): Promise<number> {
  const { bytes } = rows;
  // Non-blocking, in case a FIFO has taken the file's place meanwhile.
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!fstatSync(descriptor).isFile()) throw new Unsure();
    let held = 0;
    let done = 0;
    for (;;) {
      const count = readSync(descriptor, bytes, held, blockBytes - held, null);
      if (count === 0) return held;
      const end = held + count;
      hash.update(bytes.subarray(held, end));
      done += count;
      const expected = ((builder.length * size) / done) * MARGIN;
      held = keepRest(bytes, rows.take(end, expected), end, blockBytes);
      onProgress?.(done, size);
      await nextTurn();
    }
  } finally {
    closeSync(descriptor);
  }
}

/** @returns how many bytes are left behind the last line end. */
async function fromStream(
  source: AsyncIterable<Buffer>,
  rows: CanonicalBytes,
  blockBytes: number,
): Promise<number> {
  const { bytes } = rows;
  let held = 0;
  for await (const piece of source) {
    for (let from = 0; from < piece.length; ) {
      const count = piece.copy(bytes, held, from, from + blockBytes - held);
      from += count;
      held = keepRest(bytes, rows.take(held + count, 0), held + count, blockBytes);
    }
  }
  return held;
}

/** Moves the unfinished line to the front. @returns its length. @throws Unsure if it fills all. */
function keepRest(bytes: Buffer, from: number, end: number, blockBytes: number): number {
  bytes.copyWithin(0, from, end);
  if (end - from === blockBytes) throw new Unsure();
  return end - from;
}
