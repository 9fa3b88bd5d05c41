/**
 * Long work that takes turns. Each job does a little at a time, and all jobs together keep the event
 * loop for one slice at most before requests, streams and the clock run.
 */

import { performance } from 'node:perf_hooks';

/** Wall milliseconds of a slice, after which no more work is begun. */
const SLICE_MS = 10;

/**
 * Owns the jobs of a server that wait for their turn. `add` adds one, the event loop takes them in
 * order. Always: while one waits, a next turn is scheduled.
 */
export class Slices {
  #waiting: (() => void)[] = [];
  #immediate: NodeJS.Immediate | undefined;

  /** Does `work` when its turn comes; never before the event loop has turned. */
  add(work: () => void): void {
    this.#waiting.push(work);
    this.#immediate ??= setImmediate(() => this.#run());
  }

  #run(): void {
    this.#immediate = undefined;
    const endMs = performance.now() + SLICE_MS;
    const turn = this.#waiting;
    // What is added meanwhile waits for the next turn.
    this.#waiting = [];
    let done = 0;
    while (done < turn.length && performance.now() < endMs) (turn[done++] as () => void)();
    this.#waiting.unshift(...turn.slice(done));
    if (this.#waiting.length > 0) this.#immediate ??= setImmediate(() => this.#run());
  }
}
