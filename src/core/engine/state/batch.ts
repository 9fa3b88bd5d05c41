/**
 * Transactions that are written together. `add` is the only door into the ledger: append, then
 * apply, then tell the listener. Invariant I3.
 */

import { apply } from '../../ledger/apply.js';
import type { Transaction, TransactionBody, TransactionHead } from '../../ledger/transaction.js';
import { formatRfc3339, type Instant } from '../../time/instant.js';
import type { AccountCell } from './account-cell.js';

/** Called for every committed transaction, in order. */
export type CommitListener = (cell: AccountCell, transaction: Transaction) => void;

export interface BatchOptions {
  readonly requestID?: string;
  /** Default: the account's user; 0 for closeouts. */
  readonly userID?: number;
}

/** Transactions that are written together: one time, one batchID, one request (invariant I3). */
export class Batch {
  readonly cell: AccountCell;
  readonly time: Instant;
  readonly transactions: Transaction[] = [];
  readonly #options: BatchOptions;
  readonly #listener: CommitListener;
  #timeText: string | undefined;
  #batchID: string | undefined;

  constructor(
    cell: AccountCell,
    time: Instant,
    listener: CommitListener,
    options: BatchOptions = {},
  ) {
    this.cell = cell;
    this.time = time;
    this.#options = options;
    this.#listener = listener;
  }

  /** The time as the ledger spells it; most batches of margin checks never need it. */
  get timeText(): string {
    this.#timeText ??= formatRfc3339(this.time);
    return this.#timeText;
  }

  /** The id that the next transaction gets, or the one after it for `ahead` = 1. */
  nextID(ahead = 0): string {
    return String(this.cell.log.lastID + 1 + ahead);
  }

  /** Commits one transaction: the ledger grows, the state follows, listeners hear of it. */
  add<Body extends TransactionBody>(body: Body): TransactionHead & Body {
    const id = this.nextID();
    this.#batchID ??= id;
    const { requestID, userID = this.cell.userID } = this.#options;
    const accountID = this.cell.state.config.id;
    const batchID = this.#batchID;
    const time = this.timeText;
    // Fields first and one spread last: such objects share their shape, so that they are made and read fast.
    const transaction =
      requestID === undefined
        ? { id, accountID, userID, batchID, time, ...body }
        : { id, accountID, userID, batchID, requestID, time, ...body };
    this.cell.log.append(transaction as Transaction);
    apply(this.cell.state, transaction as Transaction);
    this.transactions.push(transaction as Transaction);
    this.#listener(this.cell, transaction as Transaction);
    return transaction;
  }
}
