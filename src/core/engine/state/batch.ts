/**
 * Transactions that are written together. The ledger grows only here: a batch appends the
 * transaction, applies it, and then calls the listener. Invariant I3.
 */

import { assert } from '../../base/assert.js';
import { apply, applyDecided } from '../../ledger/apply.js';
import type { FillNumbers } from '../../ledger/apply-fill.js';
import type { LedgerEntry, UnwrittenFill } from '../../ledger/log/ledger.js';
import type {
  OrderFillTransaction,
  Transaction,
  TransactionBody,
  TransactionHead,
} from '../../ledger/transaction.js';
import { formatRfc3339, type Instant } from '../../time/instant.js';
import type { AccountCell } from './account-cell.js';

/** The subscriber to every committed transaction, in order. */
export interface CommitListener {
  /** Whether a subscriber to transactions exists; then fills are written out at once. */
  readonly looks: boolean;
  told(cell: AccountCell, entry: LedgerEntry): void;
}

/** What a batch is opened with. */
export interface BatchOptions {
  readonly requestID?: string;
  /** Default: the user of the account. 0 for closeouts. */
  readonly userID?: number;
}

/**
 * Owns the transactions that are written together: they share one time, one batchID and one request
 * (invariant I3). `add`, `commit` and `addFill` append one; the account has applied each.
 */
export class Batch {
  readonly cell: AccountCell;
  readonly time: Instant;
  /** Ids of the first and the last transaction so far; 0 while there is none. */
  #firstID = 0;
  #lastID = 0;
  readonly #options: BatchOptions;
  readonly #listener: CommitListener;
  #timeText: string | undefined;
  #batchID: string | undefined;

  constructor(cell: AccountCell, time: Instant, listener: CommitListener, options: BatchOptions) {
    this.cell = cell;
    this.time = time;
    this.#options = options;
    this.#listener = listener;
  }

  /** The transactions so far, read from the ledger: most batches are never asked for them. */
  get transactions(): readonly Transaction[] {
    return this.#firstID === 0 ? [] : this.cell.log.range(this.#firstID, this.#lastID);
  }

  /** Whether a subscriber to transactions exists; then fills are written out at once. */
  get looks(): boolean {
    return this.#listener.looks;
  }

  /** The time as the ledger writes it, made on first use. Most margin checks write nothing. */
  get timeText(): string {
    this.#timeText ??= formatRfc3339(this.time);
    return this.#timeText;
  }

  /** The id of the next transaction, or of the one after it when `ahead` is 1. */
  nextID(ahead = 0): string {
    return String(this.cell.log.lastID + 1 + ahead);
  }

  /** The id of the first transaction. */
  get batchID(): string {
    this.#batchID ??= this.nextID();
    return this.#batchID;
  }

  get userID(): number {
    return this.#options.userID ?? this.cell.userID;
  }

  get requestID(): string | undefined {
    return this.#options.requestID;
  }

  /** Commits the next transaction, without its head. */
  add<Body extends TransactionBody>(body: Body): TransactionHead & Body {
    const { batchID, userID, requestID, timeText: time } = this;
    const id = this.nextID();
    const accountID = this.cell.state.config.id;
    // The named fields come first and one spread last. Objects made this way share one shape, so
    // they are fast to make and to read.
    const transaction =
      requestID === undefined
        ? { id, accountID, userID, batchID, time, ...body }
        : { id, accountID, userID, batchID, requestID, time, ...body };
    this.commit(transaction as Transaction);
    return transaction;
  }

  /**
   * Commits the next transaction: the ledger grows, the state follows, the listeners are called.
   */
  commit(transaction: Transaction): void {
    this.cell.log.append(transaction);
    apply(this.cell.state, transaction);
    this.#tell(transaction);
  }

  /** Commits a fill as `commit` does, without reading the amounts back from its texts. */
  addFill(fill: OrderFillTransaction | UnwrittenFill, decided: FillNumbers): void {
    this.cell.log.append(fill);
    applyDecided(this.cell.state, fill, decided);
    this.#tell(fill);
  }

  #tell(entry: LedgerEntry): void {
    const { lastID } = this.cell.log;
    if (this.#firstID === 0) this.#firstID = lastID;
    else assert(lastID === this.#lastID + 1, 'Invariant: a batch has ids without a gap');
    this.#lastID = lastID;
    this.#listener.told(this.cell, entry);
  }
}
