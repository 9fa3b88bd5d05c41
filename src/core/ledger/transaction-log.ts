/**
 * The append-only ledger of one account. Ids rise by one from the first, so an id is an array
 * position and every query is a slice. Source: v20 semantics 4.9; invariants I1, I2.
 */

import { assert, ensureDefined } from '../base/assert.js';
import { ChunkedList } from '../base/chunked-list.js';
import type { Transaction } from './transaction.js';

/** The transactions of one account, in id order. */
export class TransactionLog {
  /** Id of the oldest transaction, also while there is none yet. */
  readonly firstID: number;
  readonly #entries: ChunkedList<Transaction>;

  /** @param firstID - id of the first transaction; default 1. */
  constructor(firstID = 1, entries = new ChunkedList<Transaction>()) {
    this.firstID = firstID;
    this.#entries = entries;
  }

  /** Id of the newest transaction; `firstID` - 1 while there is none. */
  get lastID(): number {
    return this.firstID + this.#entries.length - 1;
  }

  /** Adds a transaction at the end. @throws InvariantError when its id is not the next one. */
  append(transaction: Transaction): void {
    assert(Number(transaction.id) === this.lastID + 1, 'Invariant: transaction ids rise by one');
    this.#entries.push(transaction);
  }

  /** Transaction `id`; undefined when there is none. */
  get(id: number): Transaction | undefined {
    return id < this.firstID ? undefined : this.#entries.at(id - this.firstID);
  }

  /** Transaction `id`. @throws InvariantError when there is none. */
  must(id: number): Transaction {
    return ensureDefined(this.get(id), 'transaction', id);
  }

  /** Transactions `from` to `to`, both included, ascending. */
  range(from: number, to: number): readonly Transaction[] {
    return this.#entries.slice(
      Math.max(0, from - this.firstID),
      Math.max(0, to - this.firstID + 1),
    );
  }

  /** Transactions with an id greater than `id`, ascending. */
  since(id: number): readonly Transaction[] {
    return this.#entries.slice(Math.max(0, id - this.firstID + 1));
  }

  /** A separate log. The transactions never change and are shared. */
  clone(): TransactionLog {
    return new TransactionLog(this.firstID, this.#entries.clone());
  }
}
