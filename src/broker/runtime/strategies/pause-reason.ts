/**
 * What a playing clock can stop at by itself.
 */

import type { Transaction } from '../../../core/ledger/transaction.js';

/** What time can stop at; the most special first. */
export const PAUSE_REASONS = ['stop', 'profit', 'fill', 'event', 'transaction'] as const;
/** A reason to pause. */
export type PauseReason = (typeof PAUSE_REASONS)[number];

const STOPS: ReadonlySet<string> = new Set([
  'STOP_LOSS_ORDER',
  'TRAILING_STOP_LOSS_ORDER',
  'GUARANTEED_STOP_LOSS_ORDER',
]);

/** The first of `reasons` that a transaction is; undefined when it is none. */
export function pauseReasonOf(
  transaction: Transaction,
  reasons: readonly PauseReason[],
): PauseReason | undefined {
  const is = reasonsOf(transaction);
  return reasons.find(each => is.has(each));
}

function reasonsOf(transaction: Transaction): ReadonlySet<PauseReason> {
  const is = new Set<PauseReason>(['transaction']);
  if (transaction.type !== 'ORDER_FILL') return is;
  is.add('fill');
  if (STOPS.has(transaction.reason)) is.add('stop');
  if (transaction.reason === 'TAKE_PROFIT_ORDER') is.add('profit');
  return is;
}
