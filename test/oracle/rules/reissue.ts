/**
 * What follows a MARKET_IF_TOUCHED order that depth filled only in part: a new order for the rest,
 * or its reject, as the last transaction of the batch. Source: v20 semantics 3.6, 4.4.
 * Ambiguities: an order that filled at once has no market price to wait for, so its rest is
 * refused, unless the fill's own price tells a direction; client ids that something open or
 * pending has by then are left out, but for the order's own id, which is free again.
 */

import type { Instrument } from '../../../src/core/market/instrument.js';
import type {
  ClientExtensions,
  OnFillDetails,
  OrderRequest,
} from '../../../src/core/order/order.js';
import { type Rational, ZERO } from '../numbers/rational.js';
import {
  type Account,
  marketOf,
  nextId,
  type Order,
  openTrades,
  pendingOrders,
  type World,
  withoutAbsent,
  write,
} from '../numbers/state.js';
import { rejectReason } from './check.js';
import type { Plan } from './decide.js';
import { ON_FILL, onFillBody, orderBody, rejectBody } from './request.js';
import { buys } from './trigger.js';

/** What a partial fill did, and what it left. */
interface PartialFill {
  readonly plan: Plan;
  /** Signed units that are not filled. */
  readonly rest: Rational;
}

/** Writes the reissue or its reject for the rest of a filled order. */
export function reissue(world: World, account: Account, filled: Order, fill: PartialFill): void {
  const { instrument } = marketOf(world, filled.instrument);
  const order = restOf(account, filled, fill, instrument);
  const request = requestOf(order, instrument);
  const reason =
    (hasNoDirection(filled, fill.plan) ? 'INVALID_REISSUE_IMMEDIATE_PARTIAL_FILL' : undefined) ??
    rejectReason(world, account, request);
  if (reason === undefined) {
    account.orders.push(order);
    const body = { ...orderBody(order, instrument), reason: 'CLIENT_ORDER' };
    write(world, account, 'MARKET_IF_TOUCHED_ORDER', body);
    return;
  }
  const body = { ...rejectBody(request), reason: 'CLIENT_ORDER', rejectReason: reason };
  write(world, account, 'MARKET_IF_TOUCHED_ORDER_REJECT', body);
}

/** Whether the order was touched from the start and its fill says no more than that. */
function hasNoDirection(filled: Order, plan: Plan): boolean {
  if (!startedAtItsPrice(filled)) return false;
  return !comparesItsFillSide(filled) || plan.vwap.equals(filled.price ?? ZERO);
}

function startedAtItsPrice({ price, initialPrice }: Order): boolean {
  return price !== undefined && initialPrice !== undefined && price.equals(initialPrice);
}

function comparesItsFillSide(order: Order): boolean {
  return ['DEFAULT', buys(order) ? 'ASK' : 'BID'].includes(order.triggerCondition);
}

function restOf(
  account: Account,
  filled: Order,
  { plan, rest }: PartialFill,
  instrument: Instrument,
): Order {
  const orderIds = pendingOrders(account).map(({ clientExtensions }) => clientExtensions?.id);
  const tradeIds = openTrades(account).map(({ clientExtensions }) => clientExtensions?.id);
  return {
    ...filled,
    id: nextId(account),
    units: rest,
    initialPrice: startedAtItsPrice(filled) ? plan.vwap : filled.initialPrice,
    onFill: freedOnFill(filled.onFill, orderIds, instrument),
    tradeClientExtensions: freed(filled.tradeClientExtensions, tradeIds),
    isRest: true,
    pending: true,
  };
}

/** The on-fill objects as the filled order's transaction told them, without ids now taken. */
function freedOnFill(
  onFill: OnFillDetails,
  taken: readonly (string | undefined)[],
  instrument: Instrument,
): OnFillDetails {
  const told = onFillBody(onFill, instrument) as OnFillDetails;
  const pairs = ON_FILL.flatMap(({ key }) => {
    const details = told[key];
    if (details === undefined) return [];
    const clientExtensions = freed(details.clientExtensions, taken);
    return [[key, withoutAbsent({ ...details, clientExtensions })] as const];
  });
  return Object.fromEntries(pairs) as OnFillDetails;
}

/** The extensions without an id that is taken; nothing when nothing is left. */
function freed(
  extensions: ClientExtensions | undefined,
  taken: readonly (string | undefined)[],
): ClientExtensions | undefined {
  if (extensions?.id === undefined || !taken.includes(extensions.id)) return extensions;
  const { id: _, ...others } = extensions;
  return Object.keys(others).length === 0 ? undefined : others;
}

/** The request that would make the order, in the words of its transaction. */
function requestOf(order: Order, instrument: Instrument): OrderRequest {
  const { partialFill: _, ...body } = orderBody(order, instrument);
  return withoutAbsent({ ...body, type: order.type }) as unknown as OrderRequest;
}
