/**
 * The append-only ledger of one account. Ids are 1, 2, 3 ... without gaps, so an id is an index
 * and every query is a slice. Source: v20 semantics 4.9; invariants I1, I2.
 */

import { assert, ensureDefined } from '../base/assert.js';
import type { Transaction } from './transaction.js';

export class TransactionLog {
  readonly #entries: Transaction[];

  constructor(entries: readonly Transaction[] = []) {
    this.#entries = [...entries];
  }

  /** Id of the newest transaction; 0 before the first. */
  get lastID(): number {
    return this.#entries.length;
  }

  /** Appends. @throws InvariantError unless the id is the next one. */
  append(transaction: Transaction): void {
    assert(
      Number(transaction.id) === this.#entries.length + 1,
      'Invariant: transaction ids rise by one',
    );
    this.#entries.push(transaction);
  }

  /** Transaction `id`, or undefined when there is none yet. */
  get(id: number): Transaction | undefined {
    return this.#entries[id - 1];
  }

  /** Transaction `id`. @throws InvariantError when there is none. */
  must(id: number): Transaction {
    return ensureDefined(this.get(id), 'transaction', id);
  }

  /** Transactions `from`..`to`, both included, ascending. */
  range(from: number, to: number): readonly Transaction[] {
    return this.#entries.slice(Math.max(0, from - 1), Math.max(0, to));
  }

  /** Transactions with an id above `id`, ascending. */
  since(id: number): readonly Transaction[] {
    return this.#entries.slice(Math.max(0, id));
  }

  /** A log that grows apart from this one. Transactions are immutable and shared. */
  clone(): TransactionLog {
    return new TransactionLog(this.#entries);
  }
}
