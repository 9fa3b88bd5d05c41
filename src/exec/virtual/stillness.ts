/**
 * Whether the reports of processes that wait for others still hold: a report from before another
 * process wrote to it does not, and only the system shows that it was woken. Source: decision 0064.
 */

import type { OutsideProcesses, Waiter } from './outside.js';
import type { Calm } from './rule/stimulus.js';

/**
 * Owns the revision at which all processes slept. Only `look` changes it; a process is believed
 * when nothing has come since that revision.
 */
export class Stillness {
  readonly #outside: Pick<OutsideProcesses, 'awaitedBy' | 'areAsleep'>;
  /** The revision of what is known in which all slept, and whether nothing came in a turn after it. */
  #asleepAt = -1;
  #isStill = false;
  /** The same, of held processes only: a program outside that acts may have woken one. */
  #heldAsleepAt = -1;
  /** What was waited for outside when it was last looked for, for people. */
  outsider: string | undefined;

  constructor(outside: Pick<OutsideProcesses, 'awaitedBy' | 'areAsleep'>) {
    this.#outside = outside;
  }

  /**
   * Looks; to be asked once in each turn of the event loop.
   * @param pids - all that are held
   * @param revision - a number that changes with all that processes say
   */
  look(waiters: readonly Waiter[], pids: readonly number[], revision: number): Calm {
    if (waiters.length === 0 || (this.#isStill && this.#asleepAt === revision)) return 'calm';
    this.outsider = this.#outside.awaitedBy(waiters);
    const areAsleep = this.#outside.areAsleep(pids);
    // What a process wrote before it slept comes within a turn.
    const isHeldStill = areAsleep && this.#heldAsleepAt === revision;
    this.#heldAsleepAt = areAsleep ? revision : -1;
    const isQuiet = areAsleep && this.outsider === undefined;
    this.#isStill = isQuiet && this.#asleepAt === revision;
    this.#asleepAt = isQuiet ? revision : -1;
    if (this.#isStill) return 'calm';
    return isHeldStill && this.outsider !== undefined ? 'outside' : 'stirring';
  }
}
