/**
 * Finds a program that asks again and again at one instant of simulated time. Under virtual time an answer
 * takes no time, so that a loop of polls without a pause never sees a second price.
 */

import type { Instant } from '../../core/time/instant.js';

/** Requests at one instant after which a loop is supposed; a program that loads years of candles sends fewer. */
const MANY = 1_000;

/**
 * Owns the number of requests at the present instant. `note` adds one; a later instant begins anew.
 */
export class StandingRequests {
  #at: Instant | undefined;
  #count = 0;

  /** Requests at the instant of the last one. */
  get count(): number {
    return this.#count;
  }

  /** A request came at `now`. @returns how many came at that instant, once they are many; else undefined */
  note(now: Instant): number | undefined {
    if (now !== this.#at) this.#count = 0;
    this.#at = now;
    this.#count += 1;
    return this.#count === MANY ? MANY : undefined;
  }
}
