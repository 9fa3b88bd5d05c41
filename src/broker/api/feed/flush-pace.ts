/**
 * When the feed is written: at once when something happens after a silence, else every 50 ms, and never
 * so often that it would take more than a tenth of the processor. It runs only while there are readers.
 */

import { performance } from 'node:perf_hooks';

/** Wall milliseconds between two flushes. */
const GAP_MS = 50;
/** A timer may come this much earlier than the gap is over. */
const EARLY_MS = 5;
/** The least gap, as a multiple of what the last flush took. */
const SHARE = 10;

/**
 * Owns the timer of the next flush. `start` and `hurry` set it, `stop` clears it. Always: two
 * flushes keep the distance that the class promises.
 */
export class FlushPace {
  /** Flushes. @returns whether anything was sent. */
  readonly #flush: () => boolean;
  #timer: NodeJS.Timeout | undefined;
  #soon: NodeJS.Immediate | undefined;
  /** Wall milliseconds before which nothing is sent. */
  #notBefore = 0;

  constructor(flush: () => boolean) {
    this.#flush = flush;
  }

  /** Looks every 50 ms from now on. */
  start(): void {
    this.#timer ??= setInterval(() => this.#look(), GAP_MS).unref();
  }

  /** Stops looking. */
  stop(): void {
    clearInterval(this.#timer);
    clearImmediate(this.#soon);
    this.#timer = undefined;
    this.#soon = undefined;
  }

  /** To be called when there is something to send. */
  hurry(): void {
    if (this.#timer === undefined || this.#soon !== undefined) return;
    if (performance.now() < this.#notBefore) return;
    this.#soon = setImmediate(() => {
      this.#soon = undefined;
      this.#look();
    });
  }

  #look(): void {
    const begin = performance.now();
    if (begin < this.#notBefore) return;
    const isSent = this.#flush();
    const end = performance.now();
    const gap = isSent ? GAP_MS - EARLY_MS : 0;
    this.#notBefore = Math.max(begin + gap, end + (SHARE - 1) * (end - begin));
  }
}
