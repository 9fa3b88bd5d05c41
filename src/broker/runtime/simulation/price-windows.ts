/**
 * Price windows: time is turned from one to the next, and each publishes at most one price per
 * instrument. Without subscribers nothing of this happens.
 */

import type { Run } from '../../../core/run/run.js';
import type { TurnEnd } from '../../../core/run/turn-end.js';
import { type Instant, instant } from '../../../core/time/instant.js';

/** Simulated length of a price window; each window streams at most one price per instrument. */
const PRICE_WINDOW_MICROS = 250_000;

/**
 * Owns the end of the window that has unpublished prices, and the subscribers. `note` and the
 * `advance` methods set the end, `publish` clears it. Always: a window publishes once.
 */
export class PriceWindows {
  readonly #listeners = new Set<() => void>();
  /** End of the price window that holds unpublished prices; Infinity when there are none. */
  #end = Number.POSITIVE_INFINITY;

  /** Whether prices have a subscriber. */
  get areRead(): boolean {
    return this.#listeners.size > 0;
  }

  /** Calls `listener` at the end of each window. @returns a function that ends the subscription. */
  add(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Forgets the prices that are not published. */
  clear(): void {
    this.#end = Number.POSITIVE_INFINITY;
  }

  /** Publishes prices now. */
  publish(): void {
    this.clear();
    for (const listener of this.#listeners) listener();
  }

  /** Notes that prices may change at `time`, microseconds since 1970. */
  note(time: number): void {
    this.#end = Math.min(this.#end, windowEndAfter(time));
  }

  /** Takes the next `count` ticks. */
  advanceTicks(run: Run, count: number): void {
    for (let taken = 0; taken < count && run.ticksLeft > 0; taken++) {
      const next = run.peekTime();
      if (next >= this.#end) this.publish();
      this.note(next);
      run.advanceTicks(1);
    }
    this.publish();
  }

  /**
   * Moves time to the end of the last window before `time`. @param isHeld - called after each
   * window. @returns false when it was held earlier.
   */
  advance(run: Run, time: Instant, isHeld: () => boolean): boolean {
    for (;;) {
      const next = run.peekTime();
      if (next <= time) this.note(next);
      if (this.#end > time) return true;
      run.advanceTo(instant(this.#end - 1));
      this.publish();
      if (isHeld()) return false;
    }
  }

  /** Moves time up to `end`. @returns whether the turn ended early. */
  advanceUntil(run: Run, end: TurnEnd): boolean {
    for (;;) {
      const next = run.peekTime();
      if (next <= end.to) this.note(next);
      if (this.#end > end.to) return run.advanceUntil(end);
      const to = instant(this.#end);
      if (run.advanceUntil({ ...end, to, through: 'timers' })) return true;
      this.publish();
    }
  }
}

/** The first instant after the price window that holds `time`, microseconds since 1970. */
export function windowEndAfter(time: number): number {
  return (Math.floor(time / PRICE_WINDOW_MICROS) + 1) * PRICE_WINDOW_MICROS;
}
