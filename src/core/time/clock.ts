/**
 * Simulated time. It stands still until somebody turns it, and never goes back.
 */

import { assert } from '../base/assert.js';
import type { Instant } from './instant.js';

export class SimClock {
  #now: Instant;

  constructor(start: Instant) {
    this.#now = start;
  }

  get now(): Instant {
    return this.#now;
  }

  /** Moves to `at`. @throws InvariantError when that is in the past. */
  advanceTo(at: Instant): void {
    assert(at >= this.#now, 'Invariant: simulated time never goes back');
    this.#now = at;
  }
}
