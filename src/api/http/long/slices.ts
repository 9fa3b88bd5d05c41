/**
 * Work that takes turns: whoever has much to do does a little of it at a time, and all of them
 * together keep the event loop for a slice at most before requests, streams and the clock have a go.
 */

import { performance } from 'node:perf_hooks';

/** Wall milliseconds of a slice, after which no more work is begun. */
const SLICE_MS = 10;

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
