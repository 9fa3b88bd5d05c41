/**
 * Which processes are still to get the present time, and in which order: those that would act by
 * themselves when another one wakes them come first. Source: decision 0034.
 */

import type { IdleReport } from './stimulus.js';

type Reports<Process> = ReadonlyMap<Process, IdleReport | undefined>;

/** Owns what processes are owed. `owe`, `ask` and `spread` add to it; `paid` and `forget` take it away. */
export class Debts<Process> {
  readonly #owed = new Set<Process>();
  /** The processes among them that have asked for their turn. */
  readonly #asking = new Set<Process>();
  /** The processes that act at once when another process wakes them. */
  readonly #unruly = new Set<Process>();

  /** Whether a process waits for its turn. */
  get isTurnAsked(): boolean {
    return this.#asking.size > 0;
  }

  /** A process has come that acts at once when another one wakes it. */
  actsAtOnce(process: Process): void {
    this.#unruly.add(process);
  }

  /** A process is to get the present. */
  owe(process: Process): void {
    this.#owed.add(process);
  }

  /** The same, and it waits for its turn. */
  ask(process: Process): void {
    this.#asking.add(process);
    this.#owed.add(process);
  }

  /** A process has got the present. */
  paid(process: Process): void {
    this.#owed.delete(process);
    this.#asking.delete(process);
  }

  /** A process is gone. */
  forget(process: Process): void {
    this.paid(process);
    this.#unruly.delete(process);
  }

  /**
   * The processes that are to get the present and can read it, the first one first. @param reports
   * - in the order of processes
   */
  hearing(reports: Reports<Process>): readonly Process[] {
    const owed: Process[] = [];
    for (const [process, report] of reports) {
      if (this.#owed.has(process) && report?.isBlocked !== true) owed.push(process);
    }
    return [...owed.filter(process => this.#unruly.has(process)), ...owed];
  }

  /**
   * When any process is owed the present, so are those that act at once and wait for others: they must know the
   * time by then.
   */
  spread(reports: Reports<Process>): void {
    if (this.#owed.size === 0) return;
    for (const process of this.#unruly) {
      if (reports.get(process)?.ends !== undefined) this.#owed.add(process);
    }
  }
}
