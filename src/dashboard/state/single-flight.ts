/** Work that runs once at a time: what is asked for while it runs is done once more after it. */

/**
 * Owns whether the work runs and whether it was requested again. However many requests come while
 * it runs, it runs once more.
 */
export class SingleFlight {
  readonly #work: () => Promise<void>;
  #isRunning = false;
  #isAsked = false;

  /** @param work - its failure is dropped: the next event asks for it again. */
  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  /** Does the work soon. */
  run(): void {
    this.#isAsked = true;
    if (!this.#isRunning) void this.#loop();
  }

  async #loop(): Promise<void> {
    this.#isRunning = true;
    while (this.#isAsked) {
      this.#isAsked = false;
      await this.#work().catch(() => {});
    }
    this.#isRunning = false;
  }
}
