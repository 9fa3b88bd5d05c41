/**
 * What readers take from the transactions of accounts, kept so that each transaction is looked at once
 * however often it is asked. A log only grows; after a rewind an account has another one. Old
 * transactions are packed, so that a long log is read with pauses.
 */

import type { TransactionLog } from '../../../core/ledger/log/transaction-log.js';
import type { Transaction } from '../../../core/ledger/transaction.js';

/** Transactions between two pauses: some 10 ms when they are packed. */
export const FOLDED_AT_ONCE = 1_000;

/** What was taken so far of a log. */
interface LogFold<Folds> {
  /** The id of the next transaction to look at. */
  next: number;
  readonly folds: Folds;
}

/**
 * Owns what was folded of each log. `of` folds the transactions that came since its last call; each
 * transaction is folded once.
 */
export class FoldedLogs<Folds> {
  readonly #begin: () => Folds;
  readonly #take: (folds: Folds, transaction: Transaction) => void;
  readonly #logs = new WeakMap<TransactionLog, LogFold<Folds>>();

  /** @param begin - makes what holds nothing yet. @param take - adds what is taken of a transaction. */
  constructor(begin: () => Folds, take: (folds: Folds, transaction: Transaction) => void) {
    this.#begin = begin;
    this.#take = take;
  }

  /**
   * Takes all transactions so far, with a pause after each `FOLDED_AT_ONCE`. Several may do so at
   * once: each goes on where another stopped.
   * @returns what was taken; it grows with the log.
   */
  *of(log: TransactionLog): Generator<undefined, Folds> {
    const folded = this.#logs.get(log) ?? { next: log.firstID, folds: this.#begin() };
    this.#logs.set(log, folded);
    for (;;) {
      const end = Math.min(folded.next + FOLDED_AT_ONCE - 1, log.lastID);
      for (; folded.next <= end; folded.next++) this.#take(folded.folds, log.must(folded.next));
      if (folded.next > log.lastID) return folded.folds;
      yield undefined;
    }
  }
}
