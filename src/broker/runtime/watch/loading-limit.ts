/**
 * Ends a thread in which the module of a strategy does not end its loading: a loop at the top of a
 * module, or in the function that makes the strategy. Nothing of a run exists then, so that the limit
 * of wall time changes no ledger.
 */

import type { Worker } from 'node:worker_threads';
import type { InputError } from '../../../core/base/input-error.js';
import { stackOfThread } from './thread-stack.js';

/** Wall milliseconds in which a strategy must be made; as many as an hour of the market has. */
const LIMIT_MS = 30_000;
const WAY_OUT = 'end the loop, or prepare what takes long in a file before the start';

/** Watches what one thread loads. */
export class LoadingLimit {
  readonly #worker: () => Worker;
  readonly #onLate: (error: InputError) => void;
  readonly #limitMs: number;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param worker - the thread.
   * @param onLate - is given the module that does not end, with its line where it can be had; called
   * once, and ends the thread.
   */
  constructor(worker: () => Worker, onLate: (error: InputError) => void, limitMs = LIMIT_MS) {
    this.#worker = worker;
    this.#onLate = onLate;
    this.#limitMs = limitMs;
  }

  /** The thread begins to load the module at `file`, or to make its strategy. */
  begin(file: string): void {
    this.over();
    this.#timer = setTimeout(() => void this.#end(file), this.#limitMs).unref();
  }

  /** It has ended that. */
  over(): void {
    clearTimeout(this.#timer);
  }

  async #end(file: string): Promise<void> {
    const stack = await stackOfThread(this.#worker());
    // What finds places in sources is only needed now.
    const { thrownAt } = await import('../../../data/storage/strategy/strategy-trace.js');
    const seconds = this.#limitMs / 1_000;
    this.#onLate(
      thrownAt(
        { stack },
        file,
        `did not end its loading within ${seconds} s, and was ended: ${WAY_OUT}`,
      ),
    );
  }
}
