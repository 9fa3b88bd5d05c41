/**
 * Names the module of a strategy that does not end its loading in another thread, with its line where it
 * can be had: a loop at the top of a module, or in the function that makes the strategy. At a start the
 * thread is then ended: nothing of a run exists, so that a limit of wall time changes no ledger. Where a
 * ledger exists, as at a rewind, it is named only.
 */

import type { Worker } from 'node:worker_threads';
import type { InputError } from '../../../core/base/input-error.js';
import { stackOfThread } from './thread-stack.js';

/** Wall milliseconds in which a strategy must be made; as many as an hour of the market has. */
const LIMIT_MS = 30_000;
const WAY_OUT = 'end the loop, or prepare what takes long in a file before the start';

/** What of a limit is not as at a start. */
export interface LoadingLimitOptions {
  /** Wall milliseconds after which a module is named; default: 30,000. */
  readonly limitMs?: number;
  /** The message about it. @param seconds - of wall time that it has taken. */
  readonly ruleOf?: (seconds: number) => string;
}

/** Owns the timer of what one thread loads. `begin` sets it, `over` clears it. */
export class LoadingLimit {
  readonly #worker: () => Worker;
  readonly #onLate: (error: InputError) => void;
  readonly #limitMs: number;
  readonly #ruleOf: (seconds: number) => string;
  #timer: NodeJS.Timeout | undefined;
  /**
   * Counts the loadings that began, so that no message is printed about one that has ended
   * meanwhile.
   */
  #begun = 0;

  /**
   * @param worker - the thread.
   * @param onLate - is given the module that does not end, with its line where it can be had, once; at a
   * start it ends the thread.
   */
  constructor(
    worker: () => Worker,
    onLate: (error: InputError) => void,
    { limitMs = LIMIT_MS, ruleOf = endedRule }: LoadingLimitOptions = {},
  ) {
    this.#worker = worker;
    this.#onLate = onLate;
    this.#limitMs = limitMs;
    this.#ruleOf = ruleOf;
  }

  /** The thread begins to load the module at `file`, or to make its strategy. */
  begin(file: string): void {
    this.over();
    const begun = this.#begun;
    this.#timer = setTimeout(() => void this.#end(file, begun), this.#limitMs).unref();
  }

  /** To be called when the loading has ended. */
  over(): void {
    this.#begun += 1;
    clearTimeout(this.#timer);
  }

  async #end(file: string, begun: number): Promise<void> {
    const stack = await stackOfThread(this.#worker());
    // What finds places in sources is only needed now.
    const { thrownAt } = await import('../../../data/storage/strategy/strategy-trace.js');
    if (begun !== this.#begun) return;
    this.#onLate(thrownAt({ stack }, file, this.#ruleOf(this.#limitMs / 1_000)));
  }
}

function endedRule(seconds: number): string {
  return `did not end its loading within ${seconds} s, and was ended: ${WAY_OUT}`;
}
