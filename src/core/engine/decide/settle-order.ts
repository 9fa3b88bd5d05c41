/**
 * Settles an order that was just written or whose trigger holds: it fills, is cancelled or rests.
 * Source: v20 semantics 3.5, 4.1, 4.9.
 */

import type { OrderRecord } from '../../ledger/account.js';
import { dependentOrder } from '../../order/dependent-orders.js';
import { isReached, sidePrice } from '../../order/trigger.js';
import { commitFill } from '../fill/commit-fill.js';
import { decideFill } from '../fill/decide-fill.js';
import { fillRequest } from '../fill/fill-request.js';
import type { Batch } from '../state/batch.js';
import { commitCancel } from '../state/commit-cancel.js';
import type { ExecutionContext } from '../state/execution-context.js';
import { reissueRest } from './reissue.js';

/** Fills or cancels an order that was just written, or lets it rest. */
export function settle(context: ExecutionContext, batch: Batch, record: OrderRecord): void {
  if (record.type === 'MARKET') {
    fillOrCancel(context, batch, record);
    return;
  }
  const slot = context.quotes.mustSlot(record.instrument);
  const tradeable = context.quotes.isTradeable(slot);
  if (tradeable && triggersAtOnce(context, batch, record, slot)) {
    if (fillOrCancel(context, batch, record) === 'ended') return;
  }
  const { timeInForce } = record.creation;
  if (timeInForce === 'FOK' || timeInForce === 'IOC') {
    commitCancel(batch, record, tradeable ? 'TIME_IN_FORCE_EXPIRED' : 'MARKET_HALTED');
  }
}

/**
 * Trailing and guaranteed stops wait for the next tick, because v20 has no such fill at creation.
 */
function triggersAtOnce(
  context: ExecutionContext,
  batch: Batch,
  record: OrderRecord,
  slot: number,
): boolean {
  if (dependentOrder(record.type)?.fillsWhenMade === false) return false;
  const resting = context.resting[slot]?.get(batch.cell.slot, record.id);
  if (resting === undefined) return false;
  const { quotes } = context;
  const watched = sidePrice(resting.side, quotes.bidPoints(slot), quotes.askPoints(slot));
  // An order that the market can fill when it is made need not wait for the market to pass it.
  const { direction, level, penetration = 0 } = resting;
  const price = direction === 'DOWN' ? level + penetration : level - penetration;
  return isReached(direction, watched, price);
}

/** What became of an order whose trigger holds. One that waits for a price needs a better one to fill. */
export type Settlement = 'ended' | 'waits' | 'waitsForPrice';

/**
 * Decides the pending order now, and reissues the units that the depth leaves.
 * @param penetration - points by which the market has passed the price of an order that rested.
 */
export function fillOrCancel(
  context: ExecutionContext,
  batch: Batch,
  record: OrderRecord,
  penetration = 0,
): Settlement {
  const request = fillRequest(batch.cell.state, record, penetration);
  const decision = decideFill(context, batch.cell, request, batch.time);
  if (decision.kind === 'wait') return decision.isForPrice ? 'waitsForPrice' : 'waits';
  if (decision.kind === 'cancel') {
    commitCancel(batch, record, decision.reason);
    return 'ended';
  }
  const { plan } = decision;
  const reissued = plan.inPart && record.type === 'MARKET_IF_TOUCHED';
  const rested = reissued ? context.resting[plan.slot]?.get(batch.cell.slot, record.id) : undefined;
  commitFill(context, batch, plan);
  if (rested !== undefined) reissueRest(context, batch, record, { rested, plan });
  return 'ended';
}
