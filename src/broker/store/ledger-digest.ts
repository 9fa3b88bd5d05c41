/**
 * What a store remembers of a ledger, beside its causes: a digest of the transactions that came
 * since the one before. A replay under other rules gives others, and is noticed (decision 0065).
 */

import type { Sequence } from '../../core/base/chunked-list.js';
import type { Transaction } from '../../core/ledger/transaction.js';
import { ledgerLine } from '../../data/record/ledger-file.js';
import { runningSha256 } from '../../data/storage/files/sha256.js';

/** The digest of the transactions from `from` to `to`, exclusive, counted from 0 over all accounts. */
export interface LedgerDigest {
  readonly from: number;
  readonly to: number;
  /** The first half of their SHA-256, hex. */
  readonly digest: string;
}

/** Hex digits that distinguish two ledgers. */
const DIGITS = 32;
/** Transactions that are read from a packed ledger at a time. */
const PIECE = 4_096;

/** The digest of the transactions from `from` to `to`. */
function ledgerDigest(ledger: Sequence<Transaction>, from: number, to: number): LedgerDigest {
  const hash = runningSha256();
  for (let at = from; at < to; at += PIECE) {
    for (const transaction of ledger.slice(at, Math.min(to, at + PIECE))) {
      hash.update(ledgerLine(transaction));
    }
  }
  return { from, to, digest: hash.digest('hex').slice(0, DIGITS) };
}

/** Whether a ledger has the transactions of a digest. */
export function hasDigest(ledger: Sequence<Transaction>, { from, to, digest }: LedgerDigest) {
  return ledger.length >= to && ledgerDigest(ledger, from, to).digest === digest;
}

/**
 * Owns how much of a ledger has a digest. `next` moves it on, `goBack` back to where a rewound
 * ledger ends.
 */
export class LedgerDigests {
  #done: number;

  /** @param done - transactions that are remembered already. */
  constructor(done: number) {
    this.#done = done;
  }

  /** The digest of what has come since the last call; undefined when nothing has. */
  next(ledger: Sequence<Transaction>): LedgerDigest | undefined {
    const from = this.#done;
    this.#done = ledger.length;
    return from === this.#done ? undefined : ledgerDigest(ledger, from, this.#done);
  }

  /** The ledger went back to `length` transactions: what comes after them is other than before. */
  goBack(length: number): void {
    this.#done = Math.min(this.#done, length);
  }
}
