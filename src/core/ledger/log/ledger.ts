/**
 * The ledger of all accounts: their transactions in commit order. A fill without a subscriber may
 * be kept as its numbers. To read it gives its wire object, an equal one each time (decision 0061).
 */

import { ChunkedList, type ListImage, type Sequence } from '../../base/chunked-list.js';
import type { Packing } from '../../base/packing.js';
import type { OrderFillTransaction, Transaction } from '../transaction.js';

/** A fill that is not written out yet; it never changes. */
export abstract class UnwrittenFill {
  readonly type = 'ORDER_FILL';
  abstract readonly id: string;
  abstract readonly accountID: string;
  abstract readonly orderID: string;
  /** RFC 3339. */
  abstract readonly time: string;
  /** Name of the instrument. */
  abstract readonly instrument: string;

  /** Whether it has no commission and no fee. */
  abstract readonly isFree: boolean;

  /** The wire object, made anew by each call. */
  abstract write(): OrderFillTransaction;

  /** What packing keeps of it. */
  toJSON(): OrderFillTransaction {
    return this.write();
  }
}

/** A transaction, or a fill that is not written out yet. */
export type LedgerEntry = Transaction | UnwrittenFill;

/** The wire object of an entry. */
export function written(entry: LedgerEntry): Transaction {
  return entry instanceof UnwrittenFill ? entry.write() : entry;
}

/** A list of transactions that only grows. */
export class Ledger implements Sequence<Transaction> {
  readonly #entries: ChunkedList<LedgerEntry>;

  constructor(entries = new ChunkedList<LedgerEntry>()) {
    this.#entries = entries;
  }

  get length(): number {
    return this.#entries.length;
  }

  /** The entries, for readers that need few fills or none. */
  get entries(): Sequence<LedgerEntry> {
    return this.#entries;
  }

  /** Adds an entry at the end. */
  push(entry: LedgerEntry): void {
    this.#entries.push(entry);
  }

  at(index: number): Transaction | undefined {
    const entry = this.#entries.at(index);
    return entry === undefined ? undefined : written(entry);
  }

  slice(from?: number, to?: number): Transaction[] {
    return this.#entries.slice(from, to).map(written);
  }

  toJSON(): Transaction[] {
    return this.slice();
  }

  *[Symbol.iterator](): Generator<Transaction, void> {
    for (const entry of this.#entries) yield written(entry);
  }

  /** A separate ledger with the same transactions. */
  clone(): Ledger {
    return new Ledger(this.#entries.clone());
  }

  /** Packs all full chunks but the last `kept`, for all copies. */
  pack(packing: Packing, kept: number): void {
    this.#entries.pack(packing, kept);
  }

  /** The ledger as bytes. */
  image(packing: Packing): ListImage {
    return this.#entries.image(packing);
  }

  /** The ledger of which `image` was made. */
  static restored(image: ListImage, packing: Packing): Ledger {
    return new Ledger(ChunkedList.restored<LedgerEntry>(image, packing));
  }
}
