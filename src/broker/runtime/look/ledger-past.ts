/**
 * What the time line and the curve take of an account's transactions: both in one reading, because to
 * unpack a long ledger takes most of the time.
 */

import type { TransactionLog } from '../../../core/ledger/log/transaction-log.js';
import { FoldedLogs } from './folded-logs.js';
import { markOf, type TimeMark } from './time-marks.js';
import { type ValueChange, valueChangeOf } from './value-changes.js';

/** The past of an account, in order. */
interface LedgerPast {
  readonly marks: readonly TimeMark[];
  readonly changes: readonly ValueChange[];
}

const PASTS = new FoldedLogs(
  () => ({ marks: [] as TimeMark[], changes: [] as ValueChange[] }),
  ({ marks, changes }, transaction) => {
    const mark = markOf(transaction);
    const change = valueChangeOf(transaction);
    if (mark !== undefined) marks.push(mark);
    if (change !== undefined) changes.push(change);
  },
);

/** The past that a log has so far, read with pauses. */
export function pastOf(log: TransactionLog): Generator<undefined, LedgerPast> {
  return PASTS.of(log);
}
