/**
 * Writes a MARKET_ORDER that closes, and its fill or cancel. Source: v20 semantics 4.9.
 */

import { mustPending } from '../../ledger/account-records.js';
import { type ClosingOrder, closingBody } from '../request/order-body.js';
import type { Batch } from '../state/batch.js';
import type { ExecutionContext } from '../state/execution-context.js';
import { fillOrCancel } from './settle-order.js';

/** Writes a closing MARKET_ORDER and its fill or cancel. */
export function placeClose(context: ExecutionContext, batch: Batch, closing: ClosingOrder): void {
  const { id } = batch.add(closingBody(closing));
  fillOrCancel(context, batch, mustPending(batch.cell.state, Number(id)));
}
