/**
 * The later part of a large canonical file, which a worker thread reads while the main thread reads
 * the earlier part. The worker takes plain rows only. If one row is not plain, or the last line has
 * no end, it returns nothing. It computes no digest and applies no policy.
 */

import { closeSync, openSync, readSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { TickColumns } from '../../../core/market/tick.js';
import { GrowingColumns } from '../columns/growing-columns.js';
import { CanonicalRows, type RowShape } from './rows.js';
import { LOOK_AHEAD } from './times.js';

export interface PartRequest {
  readonly path: string;
  /**
   * Offset at which the part begins, just after a line end; the part extends to the end of the
   * file.
   */
  readonly from: number;
  readonly size: number;
  readonly shape: RowShape;
}

export interface Part {
  readonly columns: TickColumns;
  readonly cutDigits: number;
}

const BLOCK_BYTES = 524_288;
const LINE_END = 10;
const MARGIN = 1.02;

export interface RequestedPart {
  /** Undefined when the part is not plain, or the worker failed. */
  readonly outcome: Promise<Part | undefined>;
  stop(): void;
}

/** Starts a worker that reads a part. */
export function requestPart(request: PartRequest): RequestedPart {
  const worker = new Worker(workerUrl(import.meta.url), { workerData: request });
  const outcome = new Promise<Part | undefined>(resolve => {
    worker.once('message', resolve);
    worker.once('error', () => resolve(undefined));
    worker.once('exit', () => resolve(undefined));
  });
  return { outcome, stop: () => void worker.terminate() };
}

/** The compiled worker, even when the sources run without a build. */
function workerUrl(here: string): URL {
  const built = here.replace(/\/src\/(storage\/ticks\/canonical\/)[^/]*\.ts$/, '/dist/$1');
  return new URL('./canonical-worker.js', built);
}

/** Reads the part in the current thread. */
export function readPart({ path, from, size, shape }: PartRequest): Part | undefined {
  const bytes = new Uint8Array(BLOCK_BYTES + LOOK_AHEAD);
  const rows = new CanonicalRows(bytes, shape);
  const columns = new GrowingColumns();
  const descriptor = openSync(path, 'r');
  let latest = 0;
  let cutDigits = 0;
  let held = 0;
  let done = from;
  try {
    for (;;) {
      const count = readSync(descriptor, bytes, held, BLOCK_BYTES - held, done);
      if (count === 0) break;
      done += count;
      const end = held + count;
      const limit = bytes.subarray(0, end).lastIndexOf(LINE_END) + 1;
      if (limit === 0) return undefined;
      const expected = ((columns.length * (size - from)) / (done - from)) * MARGIN;
      for (let at = 0; at < limit; ) {
        const window = columns.window(latest, expected, shape.volumes);
        at = rows.take(at, limit, window);
        if (window.count === 0) return undefined;
        columns.close(window);
        latest = window.time[columns.length - 1] as number;
        cutDigits += rows.cutDigits;
      }
      bytes.copyWithin(0, limit, end);
      held = end - limit;
    }
  } finally {
    closeSync(descriptor);
  }
  return held > 0 || columns.length === 0 ? undefined : { columns: columns.take(false), cutDigits };
}
