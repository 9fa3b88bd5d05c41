/**
 * Whether processes that wait for others may be believed: what one said before another wrote to it holds
 * no longer, and only the system knows that it was woken. Source: decision 0064.
 */

import type { Outside, Waiter } from './outside.js';

/**
 * Owns the revision at which all processes slept. Only `awaited` changes it; a process is believed
 * when nothing has come since that revision.
 */
export class Stillness {
  readonly #outside: Pick<Outside, 'awaitedBy' | 'areAsleep'>;
  /** The revision of what is known in which all slept, and whether nothing came in a turn after it. */
  #asleepAt = -1;
  #isStill = false;

  constructor(outside: Pick<Outside, 'awaitedBy' | 'areAsleep'>) {
    this.#outside = outside;
  }

  /**
   * What is waited for, for people; undefined when all that wait for others do so with nothing to read.
   * To be asked once in each turn of the event loop.
   * @param pids - all that are held
   * @param revision - a number that changes with all that processes say
   */
  awaited(
    waiters: readonly Waiter[],
    pids: readonly number[],
    revision: number,
  ): string | undefined {
    if (waiters.length === 0 || (this.#isStill && this.#asleepAt === revision)) return undefined;
    this.#isStill = false;
    const actor = this.#outside.awaitedBy(waiters);
    if (actor !== undefined || !this.#outside.areAsleep(pids)) {
      this.#asleepAt = -1;
      return actor ?? 'a process that has been woken';
    }
    // What a process wrote before it slept comes within a turn.
    this.#isStill = this.#asleepAt === revision;
    this.#asleepAt = revision;
    return this.#isStill ? undefined : 'what processes said last';
  }
}
