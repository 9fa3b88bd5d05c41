/**
 * The orders and changes that people have sent by the page, as far as no rewind has undone them: what
 * the page takes back is what its person did last, not what the market or a program did since.
 */

import type { Simulation } from '../../runtime/simulation/simulation.js';

/**
 * Owns the actions of one simulation: the first transaction of each, by account. `add` adds one;
 * those after a rewind's place are dropped. They end with the server.
 */
export class PageActions {
  readonly #simulation: Simulation;
  /** The first transaction of each, by account, in order. */
  readonly #first = new Map<string, number[]>();

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    simulation.onRewind(() => this.#cut());
  }

  /** Notes an action. @param transactionIDs - what it wrote; one that wrote nothing is none. */
  add(accountID: string, transactionIDs: readonly string[]): void {
    if (transactionIDs.length === 0) return;
    const known = this.#first.get(accountID) ?? [];
    known.push(Math.min(...transactionIDs.map(Number)));
    this.#first.set(accountID, known);
  }

  /** The first transaction of the last action of an account; undefined without one. */
  last(accountID: string): number | undefined {
    return this.#first.get(accountID)?.at(-1);
  }

  /** Forgets what a rewind has undone: the transactions that are gone. */
  #cut(): void {
    for (const [accountID, ids] of this.#first) {
      const lastID = this.#simulation.account(accountID)?.log.lastID ?? 0;
      while ((ids.at(-1) ?? 0) > lastID) ids.pop();
    }
  }
}
