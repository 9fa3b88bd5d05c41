/**
 * The dependent orders of a trade, set all at once or not at all.
 * Source: v20 semantics 1.4, 4.9.
 * Ambiguities: a trade that is not open writes nothing (v20 semantics 1.4: bare 404); all orders are
 * created before any that already triggers fills; each kind is judged as things stood before, but the
 * pending orders are counted as the whole request would leave them, up to the order that is judged.
 */

import type { ReadCommand as Command } from '../../../src/core/engine/state/command.js';
import type { DependentDetails, OrderRequest } from '../../../src/core/order/order.js';
import {
  type Account,
  beginBatch,
  cancelOrder,
  dependentsOf,
  type Order,
  pendingOrders,
  type Trade,
  type World,
  write,
} from '../numbers/state.js';
import { faultReason } from './check.js';
import { keepReason } from './guaranteed.js';
import {
  accept,
  cancelLock,
  isSpecifier,
  orderNames,
  place,
  replaceBy,
  writeReject,
} from './orders.js';
import { hasField, isBadDetails, ON_FILL } from './request.js';
import { findOpen } from './trades.js';

type SetTradeOrders = Extract<Command, { type: 'SetTradeOrders' }>;

/** Kinds in the order of the recorded batches: TP, SL, then trailing, guaranteed. */
const KINDS = [
  { key: 'takeProfit', type: 'TAKE_PROFIT' },
  { key: 'stopLoss', type: 'STOP_LOSS' },
  { key: 'trailingStopLoss', type: 'TRAILING_STOP_LOSS' },
  { key: 'guaranteedStopLoss', type: 'GUARANTEED_STOP_LOSS' },
] as const;

export function setTradeOrders(world: World, account: Account, command: SetTradeOrders): void {
  if (!isSpecifier(command.tradeSpecifier)) return;
  const bad = KINDS.some(({ key, type }) => {
    const fields = ON_FILL.find(kind => kind.type === type)?.fields ?? [];
    const details = command[key];
    return details !== undefined && details !== null && isBadDetails(details, fields);
  });
  const trade = findOpen(account, command.tradeSpecifier);
  if (bad || trade === undefined) return;
  beginBatch(account);
  const asked = KINDS.filter(({ key }) => command[key] !== undefined);
  const has = (type: OrderRequest['type']) =>
    dependentsOf(account, trade).some(order => order.type === type);
  const leaving = asked.filter(({ key, type }) => command[key] === null && has(type));
  let room = account.config.maximumPendingOrders - (pendingOrders(account).length - leaving.length);
  const steps = asked.map(({ key, type }) => {
    const old = dependentsOf(account, trade).find(order => order.type === type);
    const details = command[key];
    if (details === null || details === undefined) {
      const kept =
        old === undefined ? undefined : (cancelLock(account) ?? keepReason(world, account, old));
      return { old, request: undefined, reason: kept };
    }
    const request = requestFrom(type, trade, details, old);
    if (old === undefined) room -= 1;
    const crowded = old === undefined && room < 0 ? 'PENDING_ORDERS_ALLOWED_EXCEEDED' : undefined;
    return { old, request, reason: faultReason(world, account, request, old) ?? crowded };
  });
  const failed = steps.filter(step => step.reason !== undefined);
  for (const { old, request, reason = '' } of failed) {
    if (request !== undefined)
      writeReject(world, account, request, { reason, intended: old && String(old.id) });
    else if (old !== undefined) {
      const rest = { ...orderNames(String(old.id)), rejectReason: reason };
      write(world, account, 'ORDER_CANCEL_REJECT', rest);
    }
  }
  if (failed.length > 0) return;
  const created: Order[] = [];
  for (const { old, request } of steps) {
    if (request === undefined) {
      if (old !== undefined) cancelOrder(world, account, old, { reason: 'CLIENT_REQUEST' });
    } else if (old !== undefined) created.push(replaceBy(world, account, request, old));
    else created.push(accept(world, account, request, { reason: 'CLIENT_ORDER' }));
  }
  for (const order of created) if (order.pending) place(world, account, order);
}

/** The order request of one object; in a modify an omitted field keeps the old order's value. */
function requestFrom(
  type: OrderRequest['type'],
  trade: Trade,
  details: DependentDetails,
  old: Order | undefined,
): OrderRequest {
  const tradeID = String(trade.id);
  if (old === undefined) return { ...details, type, tradeID };
  const named = (['price', 'distance'] as const).some(
    field => hasField(type, field) && details[field] !== undefined,
  );
  const digits = 15;
  const level = named
    ? {}
    : old.distance === undefined
      ? { price: old.price?.trimmed(digits) as string }
      : { distance: old.distance.trimmed(digits) };
  const gtdTime = details.gtdTime ?? old.gtdTime;
  return {
    timeInForce: old.timeInForce,
    triggerCondition: old.triggerCondition,
    ...(gtdTime === undefined ? {} : { gtdTime }),
    ...level,
    ...details,
    type,
    tradeID,
  };
}
