/**
 * The end of a market order that closes a trade or a position, for the answers of closes.
 * Source: v20 semantics 1.4, 1.5.
 */

import type { Outcome } from '../../../../core/engine/state/outputs.js';
import type { Transaction } from '../../../../core/ledger/transaction.js';
import { firstOf } from './outcome.js';

/** The transactions of a closing order; undefined for those that were not written. */
export interface ClosingTransactions {
  readonly create: Transaction | undefined;
  readonly fill: Transaction | undefined;
  readonly cancel: Transaction | undefined;
}

/** The order that `create` made, with its fill or cancel in the same batch. */
export function closingOf(outcome: Outcome, create: Transaction | undefined): ClosingTransactions {
  const ended = (type: 'ORDER_FILL' | 'ORDER_CANCEL') =>
    firstOf(outcome, each => each.type === type && each.orderID === create?.id);
  return { create, fill: ended('ORDER_FILL'), cancel: ended('ORDER_CANCEL') };
}
