/**
 * The simulated time of this process, as it was received last. Whole microseconds, so that nothing
 * rounds.
 */

export class Clock {
  /** Microseconds since 1970. */
  now;
  /** Microseconds since 1970 at which the process counts as started. */
  start;
  /** Called at each reading. @type {() => void} */
  onRead = () => undefined;

  /** From when on dates are wrong, and by how much; microseconds. @type {{ at: number, by: number } | undefined} */
  #jump;

  /**
   * @param {number} now - microseconds since 1970
   * @param {{ at: number, by: number }} [jump] - of the time that dates show
   */
  constructor(now, jump) {
    this.now = now;
    this.start = now;
    this.#jump = jump;
  }

  /** Whole milliseconds since 1970, as `Date.now()`. */
  readDate() {
    this.onRead();
    const { at, by } = this.#jump ?? { at: Infinity, by: 0 };
    return Math.floor((this.now + (this.now >= at ? by : 0)) / 1000);
  }

  /** Microseconds since the process started. */
  readElapsed() {
    this.onRead();
    return this.now - this.start;
  }
}
