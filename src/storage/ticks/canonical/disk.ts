/**
 * Reads a plain canonical file from disk: digests every byte and takes every line. With two
 * workers, another thread reads the later part of a large file at the same time. If that part is
 * not plain or does not continue the earlier one, this thread takes its lines itself. The result is
 * the same either way.
 */

import type { Hash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TickBuilder } from '../columns/tick-builder.js';
import type { OnBytes, SourceFile } from '../text/source-file.js';
import { type CanonicalBytes, LONGEST_LINE, Unsure } from './bytes.js';
import { type RequestedPart, requestPart } from './part.js';

export interface WalkOptions {
  readonly blockBytes: number;
  readonly onProgress: OnBytes | undefined;
  /** Threads that read lines: 1 or 2. */
  readonly workers: number;
  /** Size in bytes below which one thread reads the file. */
  readonly workerBytes: number;
}

/** Where the bytes and lines go. */
export interface WalkSinks {
  readonly hash: Hash;
  readonly rows: CanonicalBytes;
  readonly builder: TickBuilder;
}

const LINE_END = 10;
/** Factor by which the estimated number of ticks is raised, so that the columns grow only once. */
const MARGIN = 1.02;
/**
 * Fraction of the file that this thread takes itself: less than half, because it also digests all
 * bytes, and some more, because the worker needs time to start. A wrong value only costs time.
 */
const OWN_SHARE = 0.3;
const OWN_BYTES = 10_000_000;
const MOST_OWN = 0.6;

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
  const walk = new DiskWalk(descriptor, file, sinks, options);
  try {
    if (!fstatSync(descriptor).isFile()) throw new Unsure();
    return await walk.run();
  } finally {
    walk.stop();
    closeSync(descriptor);
  }
}

class DiskWalk {
  readonly #descriptor: number;
  readonly #file: SourceFile;
  readonly #sinks: WalkSinks;
  readonly #options: WalkOptions;
  /**
   * Number of bytes read, and how many of them are an incomplete line at the front of the buffer.
   */
  #done = 0;
  #held = 0;
  /** Offset at which the reading stops, if it is not the end of the file. */
  #halt = Number.POSITIVE_INFINITY;
  #part: RequestedPart | undefined;

  constructor(descriptor: number, file: SourceFile, sinks: WalkSinks, options: WalkOptions) {
    this.#descriptor = descriptor;
    this.#file = file;
    this.#sinks = sinks;
    this.#options = options;
  }

  async run(): Promise<number> {
    await this.#blocks({ digest: true, take: true });
    if (this.#part === undefined) return this.#held;
    const seam = this.#done;
    this.#halt = Number.POSITIVE_INFINITY;
    await this.#blocks({ digest: true, take: false });
    const part = await this.#part.outcome;
    if (part !== undefined && this.#sinks.builder.append(part.columns, part.cutDigits)) return 0;
    this.#done = seam;
    await this.#blocks({ digest: false, take: true });
    return this.#held;
  }

  /** Ends the worker if it still runs. */
  stop(): void {
    this.#part?.stop();
  }

  async #blocks({ digest, take }: { digest: boolean; take: boolean }): Promise<void> {
    const { hash, rows, builder } = this.#sinks;
    const { bytes } = rows;
    const { size } = this.#file;
    for (;;) {
      const room = Math.min(this.#options.blockBytes - this.#held, this.#halt - this.#done);
      const count = room > 0 ? readSync(this.#descriptor, bytes, this.#held, room, this.#done) : 0;
      if (count === 0) return;
      const end = this.#held + count;
      this.#done += count;
      if (digest) hash.update(bytes.subarray(this.#held, end));
      if (take) {
        const expected = ((builder.length * size) / this.#done) * MARGIN;
        this.#held = keepRest(bytes, rows.take(end, expected), end, this.#options.blockBytes);
        if (digest && this.#part === undefined) this.#share();
      }
      this.#options.onProgress?.(this.#done, size);
      await nextTurn();
    }
  }

  /** Gives the later part to a worker, if two are wanted and the shape of the rows is known. */
  #share(): void {
    const { path, size } = this.#file;
    const { workers, workerBytes } = this.#options;
    const { shape } = this.#sinks.rows;
    if (workers < 2 || size < workerBytes || shape === undefined) return;
    const own = Math.min(size * OWN_SHARE + OWN_BYTES, size * MOST_OWN);
    const from = this.#lineAfter(Math.max(this.#done, Math.floor(own)));
    if (from === undefined || from >= size) return;
    this.#halt = from;
    this.#part = requestPart({ path, from, size, shape });
  }

  /** Start of the first line after `at`; undefined when no line end is near. */
  #lineAfter(at: number): number | undefined {
    const bytes = Buffer.alloc(LONGEST_LINE);
    const count = readSync(this.#descriptor, bytes, 0, LONGEST_LINE, at);
    const end = bytes.subarray(0, count).indexOf(LINE_END);
    return end < 0 ? undefined : at + end + 1;
  }
}

/**
 * Moves the incomplete line to the front.
 * @returns its length.
 * @throws Unsure if it fills the buffer.
 */
export function keepRest(bytes: Buffer, from: number, end: number, blockBytes: number): number {
  bytes.copyWithin(0, from, end);
  if (end - from === blockBytes) throw new Unsure();
  return end - from;
}
