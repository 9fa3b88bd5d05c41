/** Holds the replay of a recorded run against the ledger that was recorded. */

import type { Sequence } from '../../core/base/chunked-list.js';
import { InputError } from '../../core/base/input-error.js';
import type { Transaction } from '../../core/ledger/transaction.js';
import type { Journal } from './journal-file.js';
import { ledgerHash } from './ledger-file.js';
import { wayBack } from './versions/made-by.js';

/** What is asked of a recorded run. */
export interface RunQuestion {
  /** Its folder or journal. */
  readonly run: string;
  /** The command, as it is typed after `orrery`, without the run. */
  readonly command: string;
  /** The version of Orrery that replays it. */
  readonly own: string;
}

/** Whether the journal recorded the ledger. A run that was stopped recorded its beginning. */
export function isRecordedLedger(
  { seal }: Journal,
  ledger: Sequence<Transaction> | readonly Transaction[],
): boolean {
  return ledgerHash(ledger.slice(0, seal.transactions)) === seal.ledger;
}

/** @throws InputError (data) when the journal recorded another ledger than the replay gives. */
export function checkRecordedLedger(
  journal: Journal,
  ledger: Sequence<Transaction> | readonly Transaction[],
  { run, command, own }: RunQuestion,
): void {
  if (isRecordedLedger(journal, ledger)) return;
  const back = wayBack({ made: journal.header.orrery, own }, `${command} ${run}`);
  const rule = `replays to another ledger; \`orrery verify\` says where${back}`;
  throw new InputError('data', { file: run }, rule);
}
