/**
 * The hash of a growing ledger. Each transaction is hashed once, in slices that let other work run.
 */

import { performance } from 'node:perf_hooks';
import type { Sequence } from '../../../core/base/chunked-list.js';
import type { Transaction } from '../../../core/ledger/transaction.js';
import { ledgerLine } from '../../../data/record/ledger-file.js';
import { runningSha256 } from '../../../data/storage/files/sha256.js';
import type { Slices } from '../http/long/slices.js';

/** Wall milliseconds of a piece of the work. */
const PIECE_MS = 5;

/**
 * Owns the hash of one ledger and how much of the ledger it covers. Only `now` moves it on; no
 * transaction is hashed twice.
 */
export class GrowingHash {
  readonly #ledger: Sequence<Transaction>;
  readonly #slices: Slices;
  readonly #hash = runningSha256();
  #hashed = 0;
  /** The hash asked for last. Hashes are taken one after another, so that the ledger only grows between them. */
  #last: Promise<unknown> = Promise.resolve();

  /** @param ledger - may only grow at its end. */
  constructor(ledger: Sequence<Transaction>, slices: Slices) {
    this.#ledger = ledger;
    this.#slices = slices;
  }

  /** `sha256:<hex>` of the ledger as it stands now, as `ledgerHash` gives it. */
  now(): Promise<string> {
    const { length } = this.#ledger;
    const hash = this.#last.then(() => this.#upTo(length));
    this.#last = hash;
    return hash;
  }

  async #upTo(length: number): Promise<string> {
    while (this.#hashed < length) {
      await new Promise<void>(resolve => this.#slices.add(resolve));
      this.#hashSome(length);
    }
    return `sha256:${this.#hash.copy().digest('hex')}`;
  }

  #hashSome(length: number): void {
    const endMs = performance.now() + PIECE_MS;
    while (this.#hashed < length && performance.now() < endMs) {
      this.#hash.update(ledgerLine(this.#ledger.at(this.#hashed++) as Transaction));
    }
  }
}
