/**
 * The append-only ledger of one account. Ids rise by one from the first, so an id is an index and
 * every query is a slice. Source: v20 semantics 4.9; invariants I1, I2.
 */

import { assert, ensureDefined } from '../base/assert.js';
import type { Transaction } from './transaction.js';

export class TransactionLog {
  /** Id of the oldest transaction, whether or not there is one yet. */
  readonly firstID: number;
  readonly #entries: Transaction[];

  /** @param firstID - 1 unless the account says otherwise. */
  constructor(entries: readonly Transaction[] = [], firstID = 1) {
    this.#entries = [...entries];
    this.firstID = firstID;
  }

  /** Id of the newest transaction; before the first, the id before it. */
  get lastID(): number {
    return this.firstID + this.#entries.length - 1;
  }

  /** Appends. @throws InvariantError unless the id is the next one. */
  append(transaction: Transaction): void {
    assert(Number(transaction.id) === this.lastID + 1, 'Invariant: transaction ids rise by one');
    this.#entries.push(transaction);
  }

  /** Transaction `id`, or undefined when there is none yet. */
  get(id: number): Transaction | undefined {
    return this.#entries[id - this.firstID];
  }

  /** Transaction `id`. @throws InvariantError when there is none. */
  must(id: number): Transaction {
    return ensureDefined(this.get(id), 'transaction', id);
  }

  /** Transactions `from`..`to`, both included, ascending. */
  range(from: number, to: number): readonly Transaction[] {
    return this.#entries.slice(
      Math.max(0, from - this.firstID),
      Math.max(0, to - this.firstID + 1),
    );
  }

  /** Transactions with an id above `id`, ascending. */
  since(id: number): readonly Transaction[] {
    return this.#entries.slice(Math.max(0, id - this.firstID + 1));
  }

  /** A log that grows apart from this one. Transactions are immutable and shared. */
  clone(): TransactionLog {
    return new TransactionLog(this.#entries, this.firstID);
  }
}
