/** Steps of time that polls take, and how long a poll waits for its own. */

/** Wall milliseconds that a poll waits for strategies that its step calls. */
const POLL_MS = 5_000;

/** Owns the count of steps that strategies hold up; polls are answered without one meanwhile. */
export class PollSteps {
  #late = 0;

  /**
   * Moves time by the step of a poll, unless an earlier step still waits.
   * @param step - moves time; gives a promise when that takes long
   * @param isLed - whether strategies are called, which may take any time
   * @returns a promise when the poll has to wait
   */
  take(step: () => Promise<void> | undefined, isLed: boolean): Promise<void> | undefined {
    if (this.#late > 0) return undefined;
    const moving = step();
    return moving === undefined || !isLed ? moving : this.#inTime(moving);
  }

  /** Waits for the step of a poll, but not for long: the poll is answered from the present then. */
  async #inTime(moving: Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>(resolve => {
      timer = setTimeout(() => {
        this.#late += 1;
        void moving.finally(() => {
          this.#late -= 1;
        });
        resolve();
      }, POLL_MS);
    });
    await Promise.race([moving, late]);
    clearTimeout(timer);
  }
}
