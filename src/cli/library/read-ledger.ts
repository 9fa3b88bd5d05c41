/** Reads a recorded ledger. */

import type { Transaction } from '../../core/ledger/transaction.js';
import { readLedger as read } from '../../data/record/ledger-file.js';

/**
 * The transactions of a ledger, in order.
 * @param path - a `ledger.ndjson`, or the folder of a run.
 * @throws InputError naming the file, and the line that is no transaction.
 */
export function readLedger(path: string): Promise<Transaction[]> {
  return read(path);
}
