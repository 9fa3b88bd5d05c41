/**
 * Where a turn of a run ends: at an instant, or earlier at the first tick, transaction or fill.
 */

import type { Sequence } from '../base/chunked-list.js';
import type { InstantPart } from '../engine/engine.js';
import type { Transaction } from '../ledger/transaction.js';
import type { Instant } from '../time/instant.js';

/** What ends a turn early: a new transaction, a tick or a transaction, or a fill. */
export const TURN_STOPS = ['transaction', 'tick', 'fill'] as const;
/** One of the stops. */
export type TurnStop = (typeof TURN_STOPS)[number];

/** The end of a turn. */
export interface TurnEnd {
  readonly to: Instant;
  /** How much of the instant `to` itself is included. */
  readonly through: InstantPart;
  /**
   * Default: nothing ends the turn early. A function is asked after each tick or event that wrote a
   * transaction, and says whether the turn ends there.
   */
  readonly until?: TurnStop | (() => boolean) | undefined;
}

/** Whether the transactions from place `from` on end a turn that ends at `until`. */
export function hasStop(
  ledger: Sequence<Transaction>,
  from: number,
  until: NonNullable<TurnEnd['until']>,
): boolean {
  if (typeof until === 'function') return ledger.length > from && until();
  if (until !== 'fill') return ledger.length > from;
  for (let at = from; at < ledger.length; at++) {
    if (ledger.at(at)?.type === 'ORDER_FILL') return true;
  }
  return false;
}
