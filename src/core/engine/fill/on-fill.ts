/**
 * The dependent orders that a fill makes: whether they are allowed, and at which price. They are
 * judged before the fill commits; a failed check cancels the order and nothing fills. Source: v20
 * semantics 3.5, 4.7; the order of kinds is take profit, stop, guaranteed, trailing.
 */

import { type Decimal, decimal } from '../../base/decimal.js';
import type { DependentTypesPriced } from '../../order/dependent-orders.js';
import { type OnFillOrder, onFillOrders } from '../../order/on-fill-orders.js';
import type { ClientExtensions, DependentDetails } from '../../order/order.js';
import type { OrderCancelReason } from '../../reason/cancel-reasons.js';
import { instantOf } from '../../time/instant.js';
import type { AccountCell } from '../state/account-cell.js';
import type { ExecutionContext } from '../state/execution-context.js';
import type { FillPlan } from './fill-plan.js';
import { guaranteedLevelRefusal, guaranteedPolicy, requiresGuaranteed } from './guaranteed-stop.js';

/**
 * The price of the stop: the given price, or `distance` from the trade's open price on the losing
 * side.
 */
export function onFillPrice(details: DependentDetails, openPrice: Decimal, long: boolean): Decimal {
  if (details.price !== undefined) return decimal(details.price);
  const distance = decimal(details.distance ?? '0');
  return long ? openPrice.minus(distance) : openPrice.plus(distance);
}

/** Why the trade that the fill opens may not have its on-fill objects; undefined when it may. */
export function onFillRefusal(
  context: ExecutionContext,
  cell: AccountCell,
  plan: FillPlan,
  time: number,
): OrderCancelReason | undefined {
  if (plan.netting.openUnits.isZero()) return undefined;
  const { closed } = plan;
  const tradeHolder = holderOf(
    cell.state.clientTradeIDs,
    plan.request.onFill.tradeClientExtensions,
  );
  if (tradeHolder !== undefined && !closed.includes(tradeHolder))
    return 'CLIENT_TRADE_ID_ALREADY_EXISTS';
  const orders = onFillOrders(plan.request.onFill);
  if (orders.length === 0) return guaranteedPolicy(context, cell, plan, orders);
  const policy = () => guaranteedPolicy(context, cell, plan, orders);
  const after: AfterFill = { cell, plan };
  const judge = (order: OnFillOrder) =>
    identityRefusal(after, order, time) ?? priceRefusal(context, cell, plan, order);
  return judgeInTurn(orders, judge, policy) ?? countRefusal(after, orders.length);
}

/**
 * The first fault of the on-fill objects, in the order of their table. The policy of guaranteed
 * stops is also judged at its place in this order, even when no guaranteed stop is given.
 */
export function judgeInTurn<Reason>(
  orders: readonly OnFillOrder[],
  judge: (order: OnFillOrder) => Reason | undefined,
  policy: () => Reason | undefined,
): Reason | undefined {
  const isEarlier = ({ row }: OnFillOrder) => row.judged === 'beforePolicy';
  const first = (some: readonly OnFillOrder[]) => {
    for (const order of some) {
      const fault = judge(order);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };
  return (
    first(orders.filter(isEarlier)) ?? policy() ?? first(orders.filter(order => !isEarlier(order)))
  );
}

function holderOf(
  ids: ReadonlyMap<string, number>,
  extensions: ClientExtensions | undefined,
): number | undefined {
  return extensions?.id === undefined ? undefined : ids.get(extensions.id);
}

/** An account with a fill that is planned for it. */
interface AfterFill {
  readonly cell: AccountCell;
  readonly plan: FillPlan;
}

/** Whether the pending order is still pending after the fill. */
function stays({ cell, plan }: AfterFill, id: number): boolean {
  const tradeID = cell.state.pendingOrders.get(id)?.tradeID;
  return (
    String(id) !== plan.request.orderID && (tradeID === undefined || !plan.closed.includes(tradeID))
  );
}

function countRefusal(after: AfterFill, created: number): OrderCancelReason | undefined {
  const { pendingOrders, config } = after.cell.state;
  const staying = [...pendingOrders.keys()].filter(id => stays(after, id));
  return staying.length + created > config.maximumPendingOrders
    ? 'PENDING_ORDERS_ALLOWED_EXCEEDED'
    : undefined;
}

function identityRefusal(
  after: AfterFill,
  { row: { onFillPrefix }, details }: OnFillOrder,
  time: number,
): OrderCancelReason | undefined {
  const holder = holderOf(after.cell.state.clientOrderIDs, details.clientExtensions);
  if (holder !== undefined && stays(after, holder)) {
    return `${onFillPrefix}_CLIENT_ORDER_ID_ALREADY_EXISTS`;
  }
  return details.gtdTime !== undefined && instantOf(details.gtdTime) <= time
    ? `${onFillPrefix}_GTD_TIMESTAMP_IN_PAST`
    : undefined;
}

function priceRefusal(
  { quotes }: ExecutionContext,
  { state }: AccountCell,
  plan: FillPlan,
  { row: { type, price, trigger }, details }: OnFillOrder,
): OrderCancelReason | undefined {
  if (price === 'none') return undefined;
  const long = plan.netting.openUnits.isPositive();
  const level = onFillPrice(details, plan.price, long);
  const closing = long ? quotes.bidPrice(plan.slot) : quotes.askPrice(plan.slot);
  const loss = `${type as DependentTypesPriced<'required' | 'orDistance'>}_ON_FILL_LOSS` as const;
  if (trigger === 'limit') {
    if (long ? level.lt(plan.price) : level.gt(plan.price)) return 'LOSING_TAKE_PROFIT';
    return (long ? level.lte(closing) : level.gte(closing)) ? loss : undefined;
  }
  const stop = type as DependentTypesPriced<'orDistance'>;
  if (level.lte(0)) return `${stop}_ON_FILL_PRICE_DISTANCE_MAXIMUM_EXCEEDED`;
  const instrument = quotes.instrument(plan.slot);
  const guaranteed = type === 'GUARANTEED_STOP_LOSS';
  const { timeInForce = 'GTC' } = details;
  if (guaranteed && timeInForce !== 'GTC' && requiresGuaranteed(state, instrument)) {
    return 'GUARANTEED_STOP_LOSS_ON_FILL_TIME_IN_FORCE_INVALID';
  }
  if (long ? level.gte(closing) : level.lte(closing)) return loss;
  return guaranteed ? guaranteedLevelRefusal(state, instrument, plan, level) : undefined;
}
