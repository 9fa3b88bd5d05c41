/** The simulated time of this process, as it was told last. Whole microseconds, so that nothing rounds. */

export class Clock {
  /** Microseconds since 1970. */
  now;
  /** Microseconds since 1970 at which the process counts as started. */
  start;
  /** Called at each reading. @type {() => void} */
  onRead = () => undefined;

  /** @param {number} now - microseconds since 1970 */
  constructor(now) {
    this.now = now;
    this.start = now;
  }

  /** Whole milliseconds since 1970, as `Date.now()`. */
  readDate() {
    this.onRead();
    return Math.floor(this.now / 1000);
  }

  /** Microseconds since the process started. */
  readElapsed() {
    this.onRead();
    return this.now - this.start;
  }
}
