/**
 * CreateOrder and ReplaceOrder: refuse, or write the order and, when its trigger already holds,
 * its fill or cancel in the same batch. Source: v20 semantics 3.3, 4.9; decision 0007.
 */

import type { OrderRecord } from '../../ledger/account.js';
import { mustPending } from '../../ledger/account-records.js';
import type { OrderRequest } from '../../order/order.js';
import { isReached, sidePrice } from '../../order/trigger.js';
import type { Batch } from '../account-cell.js';
import { cancelOrder } from '../cancel-order.js';
import type { ExecutionContext } from '../execution-context.js';
import { commitFill } from '../fill/commit-fill.js';
import { decideFill } from '../fill/decide-fill.js';
import { fillRequest } from '../fill/fill-request.js';
import { dependentBody, entryBody, type Replacement, rejectBody } from '../order-body.js';
import { BadRequest, readOrder } from '../order-shape.js';
import { type OrderCase, rejectReason, ruleOf } from '../reject.js';
import { findPendingOrder, orderNames, requestedTrade } from '../trade-reference.js';
import { reissueRest } from './reissue.js';

/** Carries out CreateOrder. @throws BadRequest when the body is no order of this market. */
export function createOrder(context: ExecutionContext, batch: Batch, raw: OrderRequest): void {
  const order = caseOf(context, batch, readOrder(raw), undefined);
  const reason = rejectReason(order);
  if (reason !== undefined) batch.add(rejectBody(order.request, reason));
  else settle(context, batch, placeOrder(order, batch));
}

/** Carries out ReplaceOrder: the old order goes and the new one comes in one batch, or neither. */
export function replaceOrder(
  context: ExecutionContext,
  batch: Batch,
  specifier: string,
  raw: OrderRequest,
): void {
  const request = readOrder(raw);
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

/** Cancels `replaced` and writes the order of `order` in its stead. */
export function placeReplacement(
  order: OrderCase,
  batch: Batch,
  replaced: OrderRecord,
): OrderRecord {
  const cancellingTransactionID = batch.nextID();
  const inherited = replaced.clientExtensions;
  cancelOrder(batch, replaced, 'CLIENT_REQUEST_REPLACED', { replacedByOrderID: batch.nextID(1) });
  return placeOrder(order, batch, {
    replacesOrderID: String(replaced.id),
    cancellingTransactionID,
    ...(inherited === undefined ? {} : { clientExtensions: inherited }),
  });
}

/** A dependent order keeps its trade when the replacing request names none. */
function inheritedTrade(request: OrderRequest, replaced: OrderRecord): { tradeID?: string } {
  const named = request.tradeID !== undefined || request.clientTradeID !== undefined;
  return named || replaced.tradeID === undefined || !ruleOf(request).dependent
    ? {}
    : { tradeID: String(replaced.tradeID) };
}

/** Gathers what the checks look at. @throws BadRequest for an instrument that is not in the market. */
export function caseOf(
  context: ExecutionContext,
  batch: Batch,
  request: OrderRequest,
  replaced: OrderRecord | undefined,
): OrderCase {
  const rule = ruleOf(request);
  const trade = rule.dependent ? requestedTrade(batch.cell.state, request) : undefined;
  const name = rule.dependent ? trade?.instrument : request.instrument;
  const slot = name === undefined ? undefined : context.quotes.slot(name);
  if (name !== undefined && slot === undefined) throw new BadRequest('order.instrument');
  const instrument = slot === undefined ? undefined : context.quotes.instrument(slot);
  const { cell, time: now } = batch;
  return { context, cell, request, rule, instrument, trade, replaced, now };
}

/** Writes the accepted order; `settle` then sees whether it ends at once. */
export function placeOrder(order: OrderCase, batch: Batch, replacement?: Replacement): OrderRecord {
  const { context, request, instrument, trade } = order;
  const body =
    trade !== undefined
      ? dependentBody(context, request, trade, replacement)
      : entryBody(request, instrument as NonNullable<typeof instrument>, replacement);
  const { id } = batch.add(body);
  return mustPending(batch.cell.state, Number(id));
}

/** Fills, cancels or leaves resting an order that was just written. */
export function settle(context: ExecutionContext, batch: Batch, record: OrderRecord): void {
  if (record.type === 'MARKET') {
    fillOrCancel(context, batch, record);
    return;
  }
  const slot = context.quotes.mustSlot(record.instrument);
  const tradeable = context.quotes.isTradeable(slot);
  if (tradeable && triggersAtOnce(context, batch, record, slot)) {
    const ended = fillOrCancel(context, batch, record);
    if (ended) return;
  }
  const { timeInForce } = record.creation;
  if (timeInForce === 'FOK' || timeInForce === 'IOC') {
    cancelOrder(batch, record, tradeable ? 'TIME_IN_FORCE_EXPIRED' : 'MARKET_HALTED');
  }
}

/** Trailing and guaranteed stops wait for the next tick: v20 has no such fill on creation. */
function triggersAtOnce(
  context: ExecutionContext,
  batch: Batch,
  record: OrderRecord,
  slot: number,
): boolean {
  if (record.type === 'TRAILING_STOP_LOSS' || record.type === 'GUARANTEED_STOP_LOSS') return false;
  const resting = context.resting[slot]?.get(batch.cell.slot, record.id);
  if (resting === undefined) return false;
  const { quotes } = context;
  const watched = sidePrice(resting.side, quotes.bidPoints(slot), quotes.askPoints(slot));
  return isReached(resting.direction, watched, resting.level);
}

/** Decides on the pending order now, and reissues what depth leaves of it. @returns whether it has ended. */
export function fillOrCancel(
  context: ExecutionContext,
  batch: Batch,
  record: OrderRecord,
): boolean {
  const request = fillRequest(batch.cell.state, record);
  const decision = decideFill(context, batch.cell, request, batch.time);
  if (decision.kind === 'wait') return false;
  if (decision.kind === 'cancel') {
    cancelOrder(batch, record, decision.reason);
    return true;
  }
  const { plan } = decision;
  const rested = context.resting[plan.slot]?.get(batch.cell.slot, record.id);
  commitFill(context, batch, plan);
  const reissued = plan.inPart && record.type === 'MARKET_IF_TOUCHED';
  if (reissued && rested !== undefined) reissueRest(context, batch, record, { rested, plan });
  return true;
}
