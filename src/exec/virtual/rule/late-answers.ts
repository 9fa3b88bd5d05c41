/**
 * Answers that wait for time: a process that has sent such a request is given nothing, and says nothing, so what
 * it said before holds on until its answer goes on its way. Source: decision 0034.
 */

import type { IdleReport } from './stimulus.js';

/** How far a request is that was served: it is answered, it waits for time, or its answer is over. */
export type AnswerState = 'answered' | 'late' | 'over';

/** A request that was served, and the word of its process before. */
interface ServedRequest<Process> {
  readonly process: Process;
  readonly report: IdleReport;
  /** Whether its answer waits for time. */
  isLate: boolean;
}

/**
 * Owns the requests whose answers are not over. `served` adds one, `look` removes those that are over. It
 * changes the words of processes: only that of one that was served, and only between nothing and its last word.
 */
export class LateAnswers<Process, Held extends { readonly port: number }> {
  readonly #world: { stateOf(held: Held): AnswerState };
  readonly #reports: Map<Process, IdleReport | undefined>;
  readonly #served = new Map<Held, ServedRequest<Process>>();

  /** @param reports - the last word of each process; undefined while it works. */
  constructor(
    world: { stateOf(held: Held): AnswerState },
    reports: Map<Process, IdleReport | undefined>,
  ) {
    this.#world = world;
    this.#reports = reports;
  }

  /** A request is about to be served; its process has spoken. */
  served(held: Held): void {
    for (const [process, report] of this.#reports) {
      if (report?.connections.has(held.port) !== true) continue;
      this.#served.set(held, { process, report, isLate: false });
    }
  }

  /** The process that waits for an answer which is not over, and its word before. */
  wordBefore(held: Held): Pick<ServedRequest<Process>, 'process' | 'report'> | undefined {
    return this.#served.get(held);
  }

  /**
   * Looks which answers wait by now, and which go on their way: their processes will speak again.
   * @returns whether a word has changed.
   */
  look(): boolean {
    let hasChanged = false;
    for (const [held, served] of this.#served) {
      const { process, report, isLate } = served;
      const state = this.#world.stateOf(held);
      if (state === 'over') this.#served.delete(held);
      if ((state === 'late') === isLate || !this.#reports.has(process)) continue;
      served.isLate = state === 'late';
      const last = this.#reports.get(process);
      const awaits = last?.connections.has(held.port) === true;
      if (served.isLate && last === undefined) this.#reports.set(process, report);
      else if (!served.isLate && awaits) this.#reports.set(process, undefined);
      hasChanged = true;
    }
    return hasChanged;
  }
}
