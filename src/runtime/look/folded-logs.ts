/**
 * What a reader takes from the transactions of accounts, kept so that each transaction is looked at once
 * however often it is asked. A log only grows; after a rewind an account has another one.
 */

import type { TransactionLog } from '../../core/ledger/log/transaction-log.js';
import type { Transaction } from '../../core/ledger/transaction.js';

/** What was taken so far of a log. */
interface Folded<Item> {
  /** The id of the next transaction to look at. */
  next: number;
  readonly items: Item[];
}

/** The items of logs. */
export class FoldedLogs<Item> {
  readonly #itemOf: (transaction: Transaction) => Item | undefined;
  readonly #logs = new WeakMap<TransactionLog, Folded<Item>>();

  /** @param itemOf - what is taken from a transaction; undefined: nothing. */
  constructor(itemOf: (transaction: Transaction) => Item | undefined) {
    this.#itemOf = itemOf;
  }

  /** The items of all transactions so far, in their order. The list grows with the log. */
  of(log: TransactionLog): readonly Item[] {
    const folded = this.#logs.get(log) ?? { next: log.firstID, items: [] };
    this.#logs.set(log, folded);
    for (; folded.next <= log.lastID; folded.next++) {
      const item = this.#itemOf(log.must(folded.next));
      if (item !== undefined) folded.items.push(item);
    }
    return folded.items;
  }
}
