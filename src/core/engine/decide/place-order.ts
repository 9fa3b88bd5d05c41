/**
 * Writes an accepted order, alone or as the replacement of another. Source: v20 semantics 4.9.
 */

import { present } from '../../base/present.js';
import type { OrderRecord } from '../../ledger/account.js';
import { mustPending } from '../../ledger/account-records.js';
import type { Instrument } from '../../market/instrument.js';
import type { OrderRequest } from '../../order/order.js';
import { dependentBody, entryBody, MarketOrder, type Replacement } from '../request/order-body.js';
import { BadRequest } from '../request/read-order.js';
import { type OrderCase, ruleOf } from '../request/reject-order.js';
import { requestedTrade } from '../request/specifier.js';
import type { Batch } from '../state/batch.js';
import { commitCancel } from '../state/commit-cancel.js';
import type { ExecutionContext } from '../state/execution-context.js';

/** Cancels `replaced` and writes `order` as its replacement. */
export function placeReplacement(
  order: OrderCase,
  batch: Batch,
  replaced: OrderRecord,
): OrderRecord {
  const cancellingTransactionID = batch.nextID();
  const inherited = replaced.clientExtensions;
  commitCancel(batch, replaced, 'CLIENT_REQUEST_REPLACED', { replacedByOrderID: batch.nextID(1) });
  return placeOrder(order, batch, {
    replacesOrderID: String(replaced.id),
    cancellingTransactionID,
    ...present({ clientExtensions: inherited }),
  });
}

/**
 * Collects what the checks read of a request that makes one order. @throws BadRequest for an instrument that is not in the market.
 */
export function caseOf(
  context: ExecutionContext,
  batch: Batch,
  request: OrderRequest,
  replaced: OrderRecord | undefined,
): OrderCase {
  const rule = ruleOf(request);
  const trade = rule.dependent ? requestedTrade(batch.cell.state, request) : undefined;
  const name = rule.dependent ? trade?.instrument : request.instrument;
  const slot = tradedSlot(context, name);
  const instrument = slot === undefined ? undefined : context.quotes.instrument(slot);
  const { cell, time: now } = batch;
  return { context, cell, request, rule, instrument, trade, replaced, pendingChange: 0, now };
}

/** @throws BadRequest when an order that names its instrument names one that is not in the market. */
export function checkInstrument(context: ExecutionContext, request: OrderRequest): void {
  if (!ruleOf(request).dependent) tradedSlot(context, request.instrument);
}

/** The slot of a named instrument. @throws BadRequest for one that is not in the market. */
function tradedSlot({ quotes }: ExecutionContext, name: string | undefined): number | undefined {
  if (name === undefined) return undefined;
  const slot = quotes.slot(name);
  if (slot === undefined) throw new BadRequest('order.instrument');
  return slot;
}

/** Writes the accepted order. `settle` then decides whether it ends at once. */
export function placeOrder(order: OrderCase, batch: Batch, replacement?: Replacement): OrderRecord {
  const { context, request, instrument, trade } = order;
  if (trade !== undefined) batch.add(dependentBody(context, request, trade, replacement));
  else writeEntry(batch, request, instrument as NonNullable<typeof instrument>, replacement);
  return mustPending(batch.cell.state, batch.cell.log.lastID);
}

function writeEntry(
  batch: Batch,
  request: OrderRequest,
  instrument: Instrument,
  replacement?: Replacement,
): void {
  if (request.type === 'MARKET') batch.commit(new MarketOrder(batch, request, instrument));
  else batch.add(entryBody(request, instrument, replacement));
}
