/**
 * A budget of wall time for a process that keeps simulated time still: a loop that reads the clock until
 * it moves never sees it move. The budget ends a run; it gives nothing to one that ends by itself, so
 * that no ledger depends on it.
 */

import { type HeldProcess, nameOf } from '../control/control-server.js';
import type { Spin } from '../control/lines.js';

const MS_PER_SECOND = 1_000;

/** What a budget is made of. */
export interface StallParts {
  /** Wall seconds from the word that a process does not stop; 0: no limit. */
  readonly seconds: number;
  /** Ends the run. @param why - a sentence for people, with the file and the line */
  readonly end: (why: string) => void;
}

export class StallBudget {
  readonly #parts: StallParts;
  readonly #spinning = new Map<HeldProcess, NodeJS.Timeout>();

  constructor(parts: StallParts) {
    this.#parts = parts;
  }

  /** A process has said that a thread of it does not stop. */
  begin(process: HeldProcess, spin: Spin): void {
    const { seconds, end } = this.#parts;
    if (seconds === 0 || this.#spinning.has(process)) return;
    const timer = setTimeout(() => end(sentence(process, spin, seconds)), seconds * MS_PER_SECOND);
    this.#spinning.set(process, timer.unref());
  }

  /** The process has said something else, or is gone. */
  over(process: HeldProcess): void {
    clearTimeout(this.#spinning.get(process));
    this.#spinning.delete(process);
  }

  /** Ends nothing any more. */
  close(): void {
    for (const process of [...this.#spinning.keys()]) this.over(process);
  }
}

function sentence(process: HeldProcess, { thread, where }: Spin, seconds: number): string {
  return (
    `${nameOf(process)} was ended: at ${where} its thread ${thread} has kept simulated time still for ` +
    `more than ${seconds} s; time passes only while a program waits, as in a sleep or a timer; ` +
    '--stall-limit gives more seconds, and 0 takes the limit away'
  );
}
