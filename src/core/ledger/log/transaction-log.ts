/**
 * The append-only ledger of one account: its places in the ledger of all accounts. Ids rise by one
 * from the first, so an id is an array position and every query is a slice. Source: v20 semantics
 * 4.9; invariants I1, I2.
 */

import { assert, ensureDefined } from '../../base/assert.js';
import { ChunkedList, type ListImage } from '../../base/chunked-list.js';
import type { Packing } from '../../base/packing.js';
import type { Transaction } from '../transaction.js';
import { Ledger, type LedgerEntry } from './ledger.js';

/** The transactions of one account, in id order. */
export class TransactionLog {
  /** Id of the oldest transaction, also while there is none yet. */
  readonly firstID: number;
  readonly #ledger: Ledger;
  readonly #places: ChunkedList<number>;

  /**
   * @param firstID - id of the first transaction; default 1.
   * @param ledger - transactions of all accounts, in commit order; default: of this one alone.
   */
  constructor(firstID = 1, ledger = new Ledger(), places = new ChunkedList<number>()) {
    this.firstID = firstID;
    this.#ledger = ledger;
    this.#places = places;
  }

  /** Id of the newest transaction; `firstID` - 1 while there is none. */
  get lastID(): number {
    return this.firstID + this.#places.length - 1;
  }

  /**
   * Adds a transaction at the end, and at the end of the ledger of all accounts.
   * @throws InvariantError when its id is not the next one.
   */
  append(entry: LedgerEntry): void {
    assert(Number(entry.id) === this.lastID + 1, 'Invariant: transaction ids rise by one');
    this.#places.push(this.#ledger.length);
    this.#ledger.push(entry);
  }

  /** Transaction `id`; undefined when there is none. */
  get(id: number): Transaction | undefined {
    const place = this.#placeOf(id);
    return place === undefined ? undefined : this.#ledger.at(place);
  }

  /** Transaction `id`. @throws InvariantError when there is none. */
  must(id: number): Transaction {
    return ensureDefined(this.get(id), 'transaction', id);
  }

  /** Place of transaction `id` among all accounts'. @throws InvariantError when there is none. */
  mustPlace(id: number): number {
    return ensureDefined(this.#placeOf(id), 'transaction', id);
  }

  /** Transactions `from` to `to`, both included, ascending. */
  range(from: number, to: number): readonly Transaction[] {
    return this.#at(Math.max(0, from - this.firstID), Math.max(0, to - this.firstID + 1));
  }

  /** Transactions with an id greater than `id`, ascending. */
  since(id: number): readonly Transaction[] {
    return this.#at(Math.max(0, id - this.firstID + 1));
  }

  /** A separate log. @param ledger - the copy of the ledger. */
  clone(ledger: Ledger): TransactionLog {
    return new TransactionLog(this.firstID, ledger, this.#places.clone());
  }

  /** Packs the places of old transactions, for all copies. */
  pack(packing: Packing, kept: number): void {
    this.#places.pack(packing, kept);
  }

  /** The places of the transactions among those of all accounts, as bytes. */
  image(packing: Packing): ListImage {
    return this.#places.image(packing);
  }

  #placeOf(id: number): number | undefined {
    return id < this.firstID ? undefined : this.#places.at(id - this.firstID);
  }

  #at(from: number, to?: number): readonly Transaction[] {
    return this.#places.slice(from, to).map(place => this.#ledger.at(place) as Transaction);
  }
}
