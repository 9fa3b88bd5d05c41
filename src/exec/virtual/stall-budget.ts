/**
 * A budget of wall time for a process that keeps simulated time still: a loop that reads the clock until
 * it moves never sees it move, and one that waits for nothing never ends. The budget ends a run; it gives
 * nothing to one that ends by itself, so that no ledger depends on it.
 */

import { performance } from 'node:perf_hooks';
import { type HeldProcess, nameOf } from '../control/control-server.js';
import type { SpinLine } from '../control/lines.js';

const MS_PER_SECOND = 1_000;
/** Wall milliseconds between two looks at processes that say nothing. */
const LOOK_MS = 500;
/** Wall milliseconds after which a loop that can name itself has done so. */
const NAMED_MS = 3_000;

/** What a budget is made of. */
export interface StallParts {
  /** Wall seconds from the word that a process does not stop; 0: no limit. */
  readonly seconds: number;
  /**
   * Ends the run.
   * @param why - a sentence for people, with the file and the line
   * @param place - the file and the line; undefined when not known
   */
  readonly end: (why: string, place: string | undefined) => void;
  /** Whether a process computes now. */
  readonly computes: (pid: number) => boolean;
  /** The file and the line where a process computes, which is about to be ended; undefined when not known. */
  readonly placeOf: (pid: number) => Promise<string | undefined>;
}

/**
 * Owns a timer for each process that keeps time still. `begin` and `watch` start timers, `over` and
 * `close` stop them; when one runs out, the run is ended.
 */
export class StallBudget {
  readonly #parts: StallParts;
  readonly #spinning = new Map<HeldProcess, NodeJS.Timeout>();
  /** Processes that compute and say nothing, with when that was first seen, in milliseconds of the wall. */
  readonly #silent = new Map<HeldProcess, number>();
  #look: NodeJS.Timeout | undefined;

  constructor(parts: StallParts) {
    this.#parts = parts;
  }

  /**
   * Looks at those that say nothing from now on. A thread of Python that does not stop is always
   * named by its preload; a loop of Node only if it reads the clock.
   * @param working - processes that have not said that they wait since they were last given something
   */
  watch(working: () => readonly HeldProcess[]): void {
    if (this.#parts.seconds === 0) return;
    this.#look = setInterval(() => this.#lookAt(working()), LOOK_MS).unref();
  }

  /** A process has said that a thread of it does not stop. */
  begin(process: HeldProcess, { thread, where }: SpinLine): void {
    const { seconds, end } = this.#parts;
    if (seconds === 0 || this.#spinning.has(process)) return;
    const text = () => sentence(process, `at ${where} its thread ${thread}`, seconds);
    const timer = setTimeout(() => end(text(), where), seconds * MS_PER_SECOND);
    this.#spinning.set(process, timer.unref());
  }

  /** The process has said something else, or is gone. */
  over(process: HeldProcess): void {
    clearTimeout(this.#spinning.get(process));
    this.#spinning.delete(process);
    this.#silent.delete(process);
  }

  /** Ends nothing any more. */
  close(): void {
    clearInterval(this.#look);
    for (const process of [...this.#spinning.keys()]) this.over(process);
  }

  #lookAt(working: readonly HeldProcess[]): void {
    const { computes, seconds } = this.#parts;
    const nowMs = performance.now();
    const limitMs = NAMED_MS + seconds * MS_PER_SECOND;
    for (const process of working) {
      const isMute = process.kind === 'node' || process.idleBy === 'threads';
      const isSilent = isMute && !this.#spinning.has(process);
      if (!isSilent || !computes(process.pid)) {
        this.#silent.delete(process);
        continue;
      }
      const sinceMs = this.#silent.get(process) ?? nowMs;
      this.#silent.set(process, sinceMs);
      if (nowMs - sinceMs >= limitMs) void this.#end(process);
    }
  }

  async #end(process: HeldProcess): Promise<void> {
    clearInterval(this.#look);
    const { placeOf, seconds, end } = this.#parts;
    const place = process.kind === 'node' ? await placeOf(process.pid) : undefined;
    end(sentence(process, place === undefined ? 'a loop' : `at ${place} a loop`, seconds), place);
  }
}

function sentence(process: HeldProcess, who: string, seconds: number): string {
  return (
    `${nameOf(process)} was ended: ${who} has kept simulated time still for ` +
    `more than ${seconds} s; time passes only while a program waits, as in a sleep or a timer; ` +
    '--stall-limit gives more seconds, and 0 takes the limit away'
  );
}
