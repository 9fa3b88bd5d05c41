/**
 * CreateOrder and ReplaceOrder: refuses the order, or writes it. If its trigger already holds, its
 * fill or cancel is in the same batch. Source: v20 semantics 3.3, 4.9; decision 0007.
 */

import type { OrderRecord } from '../../ledger/account.js';
import type { OrderRequest } from '../../order/order.js';
import { rejectBody } from '../request/order-body.js';
import { rejectReason, ruleOf } from '../request/reject-order.js';
import { findPendingOrder, orderNames } from '../request/specifier.js';
import type { Batch } from '../state/batch.js';
import type { ExecutionContext } from '../state/execution-context.js';
import { caseOf, checkInstrument, placeOrder, placeReplacement } from './place-order.js';
import { settle } from './settle-order.js';

/** Executes CreateOrder. @throws BadRequest for an instrument that is not in the market. */
export function createOrder(context: ExecutionContext, batch: Batch, request: OrderRequest): void {
  const order = caseOf(context, batch, request, undefined);
  const reason = rejectReason(order);
  if (reason !== undefined) batch.add(rejectBody(order.request, reason));
  else settle(context, batch, placeOrder(order, batch));
}

/**
 * Executes ReplaceOrder: one batch cancels the old order and makes the new one, or changes neither.
 * @throws BadRequest for an instrument that is not in the market, whatever order it names.
 */
export function replaceOrder(
  context: ExecutionContext,
  batch: Batch,
  specifier: string,
  request: OrderRequest,
): void {
  checkInstrument(context, request);
  const replaced = findPendingOrder(batch.cell.state, specifier);
  if (replaced === undefined) {
    batch.add({
      type: 'ORDER_CANCEL_REJECT',
      ...orderNames(specifier),
      rejectReason: 'ORDER_DOESNT_EXIST',
    });
    return;
  }
  const named = { ...request, ...inheritedTrade(request, replaced) };
  const order = caseOf(context, batch, named, replaced);
  const reason = rejectReason(order);
  if (reason !== undefined) batch.add(rejectBody(named, reason, String(replaced.id)));
  else settle(context, batch, placeReplacement(order, batch, replaced));
}

/** A dependent order keeps its trade when the replacing request names none. */
function inheritedTrade(request: OrderRequest, replaced: OrderRecord): { tradeID?: string } {
  const named = request.tradeID !== undefined || request.clientTradeID !== undefined;
  return named || replaced.tradeID === undefined || !ruleOf(request).dependent
    ? {}
    : { tradeID: String(replaced.tradeID) };
}
