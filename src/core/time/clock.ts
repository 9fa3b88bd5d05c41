/**
 * Simulated time. It stands still until a caller moves it, and it never goes back.
 */

import { assert } from '../base/assert.js';
import type { Instant } from './instant.js';

/** Owns the present instant of one engine. Only `advanceTo` moves it, never back. */
export class SimClock {
  #now: Instant;

  constructor(start: Instant) {
    this.#now = start;
  }

  /** The current instant of simulated time. */
  get now(): Instant {
    return this.#now;
  }

  /** Moves to `at`. @throws InvariantError when that is in the past. */
  advanceTo(at: Instant): void {
    assert(at >= this.#now, 'Invariant: simulated time never goes back');
    this.#now = at;
  }
}
