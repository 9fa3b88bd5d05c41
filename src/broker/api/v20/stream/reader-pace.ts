/**
 * How fast time may go at full speed: no faster than streams are read. Time waits while a reader has
 * bytes pending. A reader that keeps time waiting for too long is cut off, and time goes on.
 * Source: docs/guides/clock-modes.md; invariant S3.
 */

import { performance } from 'node:perf_hooks';
import type { LineReader } from './reader.js';

/** Wall milliseconds that time waits for a reader: two heartbeats, after which clients give up. */
export const PATIENCE_MS = 10_000;

type Reader = Pick<LineReader, 'pending' | 'cut'>;

/**
 * Owns the readers that time waits for, and since when. `add` and `remove` change them; `mustWait`
 * cuts one off that keeps time waiting for too long.
 */
export class ReaderPace {
  readonly #patienceMs: number;
  /** Readers, and since when time has been waiting for each: wall milliseconds; undefined: not waiting. */
  readonly #waitingSince = new Map<Reader, number | undefined>();

  /** @param patienceMs - wall milliseconds that time waits for one reader without a break. */
  constructor(patienceMs = PATIENCE_MS) {
    this.#patienceMs = patienceMs;
  }

  add(reader: Reader): void {
    this.#waitingSince.set(reader, undefined);
  }

  remove(reader: Reader): void {
    this.#waitingSince.delete(reader);
  }

  /** Whether time must wait for any reader now. Cuts off readers that time has waited for too long. */
  mustWait(): boolean {
    let waits = false;
    for (const [reader, since] of this.#waitingSince) {
      if (reader.pending === 0) {
        if (since !== undefined) this.#waitingSince.set(reader, undefined);
        continue;
      }
      const now = performance.now();
      if (since === undefined) this.#waitingSince.set(reader, now);
      if (now - (since ?? now) < this.#patienceMs) waits = true;
      else this.#cut(reader);
    }
    return waits;
  }

  #cut(reader: Reader): void {
    this.remove(reader);
    reader.cut();
  }
}
