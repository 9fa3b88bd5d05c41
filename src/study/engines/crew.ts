/**
 * When one more thread pays. A thread loads the study and compiles the program for itself, and on
 * few cores the threads that have done so already work the slower meanwhile: a short study would
 * take longer with it. So the first thread starts alone, and what its runs take decides.
 */

/** Wall milliseconds that the work of a thread must save, for it to be worth its own beginning. */
const WARM_UP_MS = 1_000;
/**
 * The same as a multiple of the first batch, with which a thread begins: on a busy machine all
 * takes longer.
 */
const WARM_UP_BATCHES = 5;
/** Work of this duration is averaged: single runs differ much. */
const SPAN_MS = 200;
/** When no batch has ended for so long, runs are long or one hangs, and each thread pays. */
const LONG_MS = 1_500;

/**
 * Owns the number of threads of one engine, and what its runs have cost. `note` adds a run; the
 * number only grows, up to a limit.
 */
export class Crew {
  /** The largest number of threads. */
  readonly most: number;
  readonly #now: () => number;
  #size: number;
  /** Number of lists of jobs so far. Rounds of a search are as many lists. */
  #lists = 0;
  /** The later of two times in milliseconds: when the list began, and when the last batch ended. */
  #last = 0;
  /** What the first batch took, with loading; undefined before its end. */
  #firstMs: number | undefined;
  /** The span that is not complete: its runs, and what they took in their threads. */
  #runs = 0;
  #spentMs = 0;
  /** What a run took in the span before; undefined before the first. */
  #before: number | undefined;

  /**
   * @param most - the largest number of threads, at least 1.
   * @param now - a clock in milliseconds.
   * @param size - number of threads that start at once, at least 1.
   */
  constructor(most: number, now: () => number, size = 1) {
    this.most = most;
    this.#now = now;
    this.#size = Math.min(size, most);
  }

  /** Number of threads that pay so far, at least 1. */
  get size(): number {
    return this.#size;
  }

  /** Begins a list of jobs. As many lists are expected after it as came before. */
  begin(): void {
    this.#lists += 1;
    this.#last = this.#now();
  }

  /** Takes note that a thread ran `jobs` jobs in `tookMs`, and `left` of its list are left. */
  note(jobs: number, tookMs: number, left: number): void {
    this.#last = this.#now();
    if (this.#firstMs === undefined) {
      this.#firstMs = tookMs;
      return;
    }
    this.#runs += jobs;
    this.#spentMs += tookMs;
    if (this.#spentMs < Math.max(SPAN_MS, this.#firstMs)) return;
    const runMs = this.#spentMs / this.#runs;
    this.#runs = 0;
    this.#spentMs = 0;
    const before = this.#before;
    this.#before = runMs;
    if (before === undefined) return;
    // While code is being compiled runs become faster, and go on to do so for about two spans.
    const pace = Math.min(1, runMs / before);
    const rest = left * runMs * pace * pace * this.#lists;
    const least = Math.max(WARM_UP_MS, WARM_UP_BATCHES * this.#firstMs);
    while (this.#size < this.most && this.#saving(rest) > least) this.#size += 1;
  }

  /** To be called from time to time while a list runs. */
  look(): void {
    if (this.#now() - this.#last >= LONG_MS) this.#size = this.most;
  }

  /** Wall milliseconds that one more thread saves of `rest`, the time of one thread. */
  #saving(rest: number): number {
    return rest / (this.#size * (this.#size + 1));
  }
}
