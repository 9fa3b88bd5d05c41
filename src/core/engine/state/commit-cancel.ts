/**
 * Writes the cancel of a pending order. Source: v20 semantics 3.5, 4.9.
 */

import { present } from '../../base/present.js';
import type { OrderRecord } from '../../ledger/account.js';
import type { OrderCancelBody } from '../../ledger/transaction.js';
import type { OrderCancelReason } from '../../reason/cancel-reasons.js';
import type { Batch } from './batch.js';

type Links = Pick<
  OrderCancelBody,
  'replacedByOrderID' | 'closedTradeID' | 'tradeCloseTransactionID'
>;

/** Commits the ORDER_CANCEL of a pending order. */
export function commitCancel(
  batch: Batch,
  order: OrderRecord,
  reason: OrderCancelReason,
  links: Links = {},
): void {
  const clientOrderID = order.clientExtensions?.id;
  batch.add({
    type: 'ORDER_CANCEL',
    orderID: String(order.id),
    ...present({ clientOrderID }),
    ...links,
    reason,
  });
}
