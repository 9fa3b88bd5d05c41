/**
 * The dependent orders that a fill brings with it: may they be made, and at which price?
 * Judged before the fill commits; a failed guard cancels the order and nothing fills.
 * Source: v20 semantics 3.5, 4.7; the order of kinds is take profit, stop, guaranteed, trailing.
 */

import { type Decimal, decimal } from '../../base/decimal.js';
import type { DependentDetails, DependentOrderType, OnFillDetails } from '../../order/order.js';
import type { OnFillPrefix, OrderCancelReason } from '../../order/reasons.js';
import type { AccountCell } from '../account-cell.js';
import type { ExecutionContext } from '../execution-context.js';
import { guaranteedRefusal } from '../guaranteed-stop.js';
import { instantOf } from '../order-shape.js';
import type { FillPlan } from './decide-fill.js';

export interface OnFillOrder {
  readonly type: DependentOrderType;
  readonly prefix: OnFillPrefix;
  readonly details: DependentDetails;
}

/** The on-fill objects given, in the order in which they are checked and created. */
export function onFillOrders(onFill: OnFillDetails): OnFillOrder[] {
  const orders: OnFillOrder[] = [];
  const push = (type: DependentOrderType, details: DependentDetails | undefined) => {
    if (details !== undefined) orders.push({ type, prefix: `${type}_ON_FILL`, details });
  };
  push('TAKE_PROFIT', onFill.takeProfitOnFill);
  push('STOP_LOSS', onFill.stopLossOnFill);
  push('GUARANTEED_STOP_LOSS', onFill.guaranteedStopLossOnFill);
  push('TRAILING_STOP_LOSS', onFill.trailingStopLossOnFill);
  return orders;
}

/** The stop's price: as given, or `distance` on the losing side of the trade's open price. */
export function onFillPrice(details: DependentDetails, openPrice: Decimal, long: boolean): Decimal {
  if (details.price !== undefined) return decimal(details.price);
  const distance = decimal(details.distance ?? '0');
  return long ? openPrice.minus(distance) : openPrice.plus(distance);
}

/** Why the trade that the fill opens may not carry its on-fill objects; undefined when it may. */
export function onFillRefusal(
  context: ExecutionContext,
  cell: AccountCell,
  plan: FillPlan,
  time: number,
): OrderCancelReason | undefined {
  if (plan.netting.openUnits.isZero()) return undefined;
  const { state } = cell;
  const { onFill } = plan.request;
  const tradeClientID = onFill.tradeClientExtensions?.id;
  if (tradeClientID !== undefined && state.clientTradeIDs.has(tradeClientID)) {
    return 'CLIENT_TRADE_ID_ALREADY_EXISTS';
  }
  const orders = onFillOrders(onFill);
  const long = plan.netting.openUnits.isPositive();
  for (const order of orders) {
    const refused =
      identityRefusal(cell, plan, order, time) ?? priceRefusal(context, plan, order, long);
    if (refused !== undefined) return refused;
  }
  const guaranteed = guaranteedRefusal(context, cell, plan, orders);
  if (guaranteed !== undefined) return guaranteed;
  // The order that fills stops being pending, so it does not count against the cap.
  const pending = state.pendingOrders.size - 1 + orders.length;
  return pending > state.config.maximumPendingOrders
    ? 'PENDING_ORDERS_ALLOWED_EXCEEDED'
    : undefined;
}

function identityRefusal(
  { state }: AccountCell,
  plan: FillPlan,
  { prefix, details }: OnFillOrder,
  time: number,
): OrderCancelReason | undefined {
  const clientID = details.clientExtensions?.id;
  const holder = clientID === undefined ? undefined : state.clientOrderIDs.get(clientID);
  if (holder !== undefined && String(holder) !== plan.request.orderID) {
    return `${prefix}_CLIENT_ORDER_ID_ALREADY_EXISTS`;
  }
  if (details.gtdTime !== undefined && instantOf(details.gtdTime) <= time) {
    return `${prefix}_GTD_TIMESTAMP_IN_PAST`;
  }
  return undefined;
}

function priceRefusal(
  { quotes }: ExecutionContext,
  plan: FillPlan,
  { type, details }: OnFillOrder,
  long: boolean,
): OrderCancelReason | undefined {
  if (type === 'TRAILING_STOP_LOSS') return undefined;
  const level = onFillPrice(details, plan.price, long);
  const closing = long ? quotes.bidPrice(plan.slot) : quotes.askPrice(plan.slot);
  if (type === 'TAKE_PROFIT') {
    if (long ? level.lt(plan.price) : level.gt(plan.price)) return 'LOSING_TAKE_PROFIT';
    return (long ? level.lte(closing) : level.gte(closing))
      ? 'TAKE_PROFIT_ON_FILL_LOSS'
      : undefined;
  }
  if (level.lte(0)) return `${type}_ON_FILL_PRICE_DISTANCE_MAXIMUM_EXCEEDED`;
  return (long ? level.gte(closing) : level.lte(closing)) ? `${type}_ON_FILL_LOSS` : undefined;
}
