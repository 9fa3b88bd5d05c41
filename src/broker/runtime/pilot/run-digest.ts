/**
 * The digest of what a run wrote in a step: its transactions and its accepted commands, byte for byte.
 * Two runs of the same market have the same one after each step. Source: decision 0067.
 */

import type { Sequence } from '../../../core/base/chunked-list.js';
import type { Engine } from '../../../core/engine/engine.js';
import { sha256 } from '../../../data/storage/files/sha256.js';

/**
 * Owns how much of one run is in the digest. Only `next` moves it on; after a rewind it begins
 * where the ledger now ends.
 */
export class RunDigest {
  #engine: Engine | undefined;
  #transactions = 0;
  #accepted = 0;

  /**
   * SHA-256, as 64 hex digits, of what `engine` has written since this was called last; of all that it
   * has written when it is another engine than then, as after a rewind. Empty when it is nothing.
   */
  next(engine: Engine): string {
    if (engine !== this.#engine) {
      this.#engine = engine;
      this.#transactions = 0;
      this.#accepted = 0;
    }
    const { ledger, accepted } = engine;
    const lines = [...linesOf(ledger, this.#transactions), ...linesOf(accepted, this.#accepted)];
    this.#transactions = ledger.length;
    this.#accepted = accepted.length;
    return lines.length === 0 ? '' : sha256(lines.join('\n'));
  }
}

/** The items of `list` from a place on, each as JSON. */
function linesOf(list: Sequence<unknown>, from: number): string[] {
  return list.length === from ? [] : list.slice(from).map(item => JSON.stringify(item));
}
