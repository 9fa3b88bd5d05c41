/**
 * Which clock moves time next, when several have much to do: one slice of work a turn of the event
 * loop, in rotation over the payers. Requests are served between two slices, so a clock at
 * full speed holds no request up for longer than a slice. Ledgers do not depend on it (invariant D5).
 * Source: decision 0109.
 */

import { performance } from 'node:perf_hooks';

/** Wall milliseconds of work between which requests and streams are served. */
export const SLICE_MS = 2;

/** The account of work that one or several simulations have together. */
export interface Payer {
  /** Two payers of one name are one. */
  readonly name: string;
  /** Whether each of its turns waits until the loop has time for it; false: it begins at once. */
  readonly waits: boolean;
  /** Takes note of work. @param ms - wall milliseconds of the thread. */
  note(ms: number): void;
  /** @throws what the request is answered with, when no more work is paid for. */
  check(): void;
}

/** The payer of simulations whose work is not counted. */
export const UNCOUNTED: Payer = {
  name: '',
  waits: false,
  note: () => undefined,
  check: () => undefined,
};

/** Work of one slice. */
type Work = () => void;

/**
 * Owns the work that waits, by payer, and how long the present turn of the event loop has worked.
 * `ask` adds work; each turn of the loop takes some. Always: the payer that waits longest is next.
 */
export class FairTurns {
  /** The first payer is the next one. */
  readonly #waiting = new Map<string, Work[]>();
  /** Wall milliseconds of work since the event loop last served requests. */
  #workedMs = 0;
  #isScheduled = false;

  /** Does `work` when its turn has come. @returns what takes it back. */
  ask({ name }: Payer, work: Work): () => void {
    const queue = this.#waiting.get(name);
    if (queue === undefined) this.#waiting.set(name, [work]);
    else queue.push(work);
    this.#schedule();
    return () => this.#takeBack(name, work);
  }

  /** Resolves when the turn of a payer has come. */
  turn(payer: Payer): Promise<void> {
    return new Promise(resolve => void this.ask(payer, resolve));
  }

  /** Takes all steps of long work, as many as fit into a slice in each turn of a payer. Rejected with what a step throws. */
  inSlices(payer: Payer, steps: Iterator<unknown>): Promise<void> {
    return new Promise((resolve, reject) => {
      const slice = () => {
        const endMs = performance.now() + SLICE_MS;
        try {
          while (performance.now() < endMs) if (steps.next().done === true) return resolve();
        } catch (error) {
          return reject(error);
        }
        this.ask(payer, slice);
      };
      this.ask(payer, slice);
    });
  }

  /** Whether work may begin at once, before the event loop has served others. */
  hasTime({ waits }: Payer): boolean {
    return !waits || (this.#workedMs < SLICE_MS && this.#waiting.size === 0);
  }

  /** Notes work that was done. @param ms - wall milliseconds. */
  note(payer: Payer, ms: number): void {
    payer.note(ms);
    if (!payer.waits) return;
    this.#workedMs += ms;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#goOn());
  }

  #goOn(): void {
    this.#isScheduled = false;
    this.#workedMs = 0;
    const endMs = performance.now() + SLICE_MS;
    const work = this.#next();
    if (work === undefined) return;
    this.#schedule();
    work();
    // A promise that was resolved goes on before this.
    queueMicrotask(() => this.#whileShort(endMs));
  }

  /** Takes more work in the same turn of the loop, when what was taken was short. */
  #whileShort(endMs: number): void {
    if (performance.now() >= endMs) return;
    const work = this.#next();
    if (work === undefined) return;
    work();
    queueMicrotask(() => this.#whileShort(endMs));
  }

  /** The work that is next; its payer goes to the end. */
  #next(): Work | undefined {
    for (const [name, queue] of this.#waiting) {
      this.#waiting.delete(name);
      const work = queue.shift();
      if (queue.length > 0) this.#waiting.set(name, queue);
      return work;
    }
    return undefined;
  }

  #takeBack(name: string, work: Work): void {
    const queue = this.#waiting.get(name) ?? [];
    const at = queue.indexOf(work);
    if (at >= 0) queue.splice(at, 1);
    if (queue.length === 0) this.#waiting.delete(name);
  }
}

/** The turns of this thread: it has one event loop, however many servers it has. */
export const FAIR_TURNS = new FairTurns();
