/**
 * Commands about orders: create, replace, cancel, client extensions.
 * Source: v20 semantics 1.3, 3.3, 4.5, 4.9.
 * Ambiguities: modified client extensions are merged field by field; extensions for the
 * trade of an order that cannot open one are TRADE_ON_FILL_CLIENT_EXTENSIONS_NOT_SUPPORTED;
 * a reject that concerns an existing order names it as the client did.
 */

import type { ClientExtensions, OrderRequest } from '../../../src/core/order/order.js';
import { decimal, type Rational, ZERO } from '../numbers/rational.js';
import {
  type Account,
  beginBatch,
  cancelOrder,
  isTradeable,
  marketOf,
  nextId,
  type Order,
  openTrades,
  pendingOrders,
  quoteOf,
  type Trade,
  type Wire,
  type World,
  write,
} from '../numbers/state.js';
import { findTrade, lockReason, rejectReason } from './check.js';
import { extensionsReason } from './check-parts.js';
import { expiryOf, settle } from './fill.js';
import { keepReason, priceFromDistance } from './guaranteed.js';
import {
  extensionsBody,
  hasField,
  isBadRequest,
  isEntry,
  orderBody,
  rejectBody,
} from './request.js';
import { comparedPrice, isTriggered } from './trigger.js';

/** A specifier is a number or `@` and a client id; anything else is not even a request. */
export function isSpecifier(text: string): boolean {
  return /^(\d+|@.*)$/s.test(text);
}

/** The pending order that a specifier names. */
function findPending(account: Account, specifier: string): Order | undefined {
  return pendingOrders(account).find(order =>
    specifier.startsWith('@')
      ? order.clientExtensions?.id === specifier.slice(1)
      : order.id === Number(specifier),
  );
}

/** `orderID` or `clientOrderID`, as the client named it. */
export function orderNames(specifier: string): Wire {
  if (specifier.startsWith('@')) return { clientOrderID: specifier.slice(1) };
  return { orderID: specifier };
}

export function createOrder(world: World, account: Account, request: OrderRequest): void {
  if (isBadRequest(world, request)) return;
  beginBatch(account);
  const reason = world.refusal ?? rejectReason(world, account, request);
  if (reason !== undefined) writeReject(world, account, request, { reason });
  else place(world, account, accept(world, account, request, { reason: 'CLIENT_ORDER' }));
}

export function replaceOrder(
  world: World,
  account: Account,
  specifier: string,
  request: OrderRequest,
): void {
  if (!isSpecifier(specifier) || isBadRequest(world, request)) return;
  beginBatch(account);
  const replaced = findPending(account, specifier);
  if (world.refusal !== undefined) {
    const named = specifier.startsWith('@') ? undefined : specifier;
    const intended = replaced === undefined ? named : String(replaced.id);
    writeReject(world, account, request, { reason: world.refusal, intended });
    return;
  }
  if (replaced === undefined) {
    write(world, account, 'ORDER_CANCEL_REJECT', {
      ...orderNames(specifier),
      rejectReason: 'ORDER_DOESNT_EXIST',
    });
    return;
  }
  const reason = rejectReason(world, account, request, replaced);
  const intended = String(replaced.id);
  if (reason !== undefined) writeReject(world, account, request, { reason, intended });
  else place(world, account, replaceBy(world, account, request, replaced));
}

/** Cancels the old order and accepts the new one, which inherits clientExtensions only. */
export function replaceBy(
  world: World,
  account: Account,
  request: OrderRequest,
  replaced: Order,
): Order {
  const inherited = request.clientExtensions ?? replaced.clientExtensions;
  const cancelId = nextId(account);
  cancelOrder(world, account, replaced, {
    reason: 'CLIENT_REQUEST_REPLACED',
    replacedByOrderID: String(cancelId + 1),
  });
  const complete = inherited === undefined ? request : { ...request, clientExtensions: inherited };
  return accept(world, account, complete, {
    reason: 'REPLACEMENT',
    replacesOrderID: String(replaced.id),
    cancellingTransactionID: String(cancelId),
  });
}

/** Writes the reject of a request. @param intended - the id of the order that it was meant to replace. */
export function writeReject(
  world: World,
  account: Account,
  request: OrderRequest,
  { reason, intended }: { readonly reason: string; readonly intended?: string | undefined },
): void {
  write(world, account, `${request.type}_ORDER_REJECT`, {
    ...rejectBody(request),
    reason: intended === undefined || request.type === 'MARKET' ? 'CLIENT_ORDER' : 'REPLACEMENT',
    intendedReplacesOrderID: intended,
    rejectReason: reason,
  });
}

/** Why an order exists, and the order that it replaces. */
interface Origin {
  readonly reason: string;
  readonly replacesOrderID?: string;
  readonly cancellingTransactionID?: string;
}

/** Records an order whose checks passed and writes its transaction. */
export function accept(
  world: World,
  account: Account,
  request: OrderRequest,
  origin: Origin,
): Order {
  const named = isEntry(request.type) ? undefined : findTrade(account, request);
  const trade = typeof named === 'object' ? named : undefined;
  const order = build(world, account, request, trade);
  account.orders.push(order);
  write(world, account, `${request.type}_ORDER`, {
    ...orderBody(order, marketOf(world, order.instrument).instrument),
    ...origin,
  });
  return order;
}

function build(
  world: World,
  account: Account,
  request: OrderRequest,
  trade: Trade | undefined,
): Order {
  const { type } = request;
  const instrument = trade?.instrument ?? (request.instrument as string);
  const value = (field: 'units' | 'price' | 'priceBound' | 'distance'): Rational | undefined => {
    const text = hasField(type, field) ? request[field] : undefined;
    return text === undefined ? undefined : decimal(text);
  };
  const timeInForce = request.timeInForce ?? (type === 'MARKET' ? 'FOK' : 'GTC');
  const gtdTime = timeInForce === 'GTD' ? request.gtdTime : undefined;
  const units = value('units') ?? ZERO;
  const distance = value('distance');
  const triggerCondition = request.triggerCondition ?? 'DEFAULT';
  const compared = comparedPrice(quoteOf(world, instrument), { units, trade, triggerCondition });
  const trailing = type === 'TRAILING_STOP_LOSS';
  const fromDistance =
    trade === undefined || distance === undefined || trailing
      ? undefined
      : priceFromDistance(world, trade, distance);
  const order: Order = {
    id: nextId(account),
    type,
    instrument,
    units,
    timeInForce,
    positionFill: request.positionFill ?? 'DEFAULT',
    triggerCondition,
    price: value('price') ?? fromDistance,
    bound: value('priceBound'),
    distance,
    expires: expiryOf(world, timeInForce, gtdTime),
    gtdTime,
    trade,
    initialPrice: type === 'MARKET_IF_TOUCHED' ? compared : undefined,
    onFill: trade === undefined ? request : {},
    clientExtensions: request.clientExtensions,
    tradeClientExtensions: trade === undefined ? request.tradeClientExtensions : undefined,
    pending: type !== 'MARKET',
  };
  if (trailing && trade !== undefined && distance !== undefined) {
    const long = trade.units.sign > 0;
    order.trailingValue = long ? compared.minus(distance) : compared.plus(distance);
  }
  return order;
}

/** What happens to a new order in its own batch. Stops with a level wait for the next tick. */
export function place(world: World, account: Account, order: Order): void {
  if (order.type === 'MARKET') {
    settle(world, account, order);
    return;
  }
  if (order.type === 'GUARANTEED_STOP_LOSS' || order.type === 'TRAILING_STOP_LOSS') return;
  const open = isTradeable(world, marketOf(world, order.instrument));
  if (open && isTriggered(world, order)) {
    settle(world, account, order);
  } else if (order.timeInForce === 'FOK' || order.timeInForce === 'IOC') {
    const reason = open ? 'TIME_IN_FORCE_EXPIRED' : 'MARKET_HALTED';
    cancelOrder(world, account, order, { reason });
  }
}

export function cancelByClient(world: World, account: Account, specifier: string): void {
  if (!isSpecifier(specifier)) return;
  beginBatch(account);
  const order = findPending(account, specifier);
  const reason =
    cancelLock(account) ??
    (order === undefined ? 'ORDER_DOESNT_EXIST' : keepReason(world, account, order));
  if (order !== undefined && reason === undefined) {
    cancelOrder(world, account, order, { reason: 'CLIENT_REQUEST' });
    return;
  }
  write(world, account, 'ORDER_CANCEL_REJECT', { ...orderNames(specifier), rejectReason: reason });
}

/** Locks that stop a client from cancelling. */
export function cancelLock(account: Account): string | undefined {
  if (account.closed) return 'ACCOUNT_NOT_ACTIVE';
  const { locks } = account.config;
  if (locks.includes('ACCOUNT_LOCKED')) return 'ACCOUNT_LOCKED';
  return locks.includes('ORDER_CANCEL_LOCKED') ? 'ACCOUNT_ORDER_CANCEL_LOCKED' : undefined;
}

export function setOrderExtensions(
  world: World,
  account: Account,
  specifier: string,
  given: { clientExtensions?: ClientExtensions; tradeClientExtensions?: ClientExtensions },
): void {
  if (!isSpecifier(specifier)) return;
  beginBatch(account);
  const order = findPending(account, specifier);
  const body = {
    clientExtensionsModify: extensionsBody(given.clientExtensions),
    tradeClientExtensionsModify: extensionsBody(given.tradeClientExtensions),
  };
  const reason = lockReason(account) ?? modifyReason(account, order, given);
  if (order === undefined || reason !== undefined) {
    const rest = { ...orderNames(specifier), ...body, rejectReason: reason };
    write(world, account, 'ORDER_CLIENT_EXTENSIONS_MODIFY_REJECT', rest);
    return;
  }
  write(world, account, 'ORDER_CLIENT_EXTENSIONS_MODIFY', {
    orderID: String(order.id),
    clientOrderID: order.clientExtensions?.id,
    ...body,
  });
  order.clientExtensions = merged(order.clientExtensions, given.clientExtensions);
  order.tradeClientExtensions = merged(order.tradeClientExtensions, given.tradeClientExtensions);
}

function modifyReason(
  account: Account,
  order: Order | undefined,
  given: { clientExtensions?: ClientExtensions; tradeClientExtensions?: ClientExtensions },
): string | undefined {
  if (order === undefined) return 'ORDER_DOESNT_EXIST';
  const { clientExtensions, tradeClientExtensions } = given;
  if (clientExtensions === undefined && tradeClientExtensions === undefined) {
    return 'CLIENT_EXTENSIONS_DATA_MISSING';
  }
  const others = pendingOrders(account).filter(other => other !== order);
  const orderIds = others.map(other => other.clientExtensions?.id);
  const reason = extensionsReason('CLIENT_ORDER', clientExtensions, orderIds);
  if (reason !== undefined || tradeClientExtensions === undefined) return reason;
  const tradeIds = openTrades(account).map(trade => trade.clientExtensions?.id);
  const tradeReason = extensionsReason('CLIENT_TRADE', tradeClientExtensions, tradeIds);
  if (tradeReason !== undefined) return tradeReason;
  const opens = order.trade === undefined && order.positionFill !== 'REDUCE_ONLY';
  return opens ? undefined : 'TRADE_ON_FILL_CLIENT_EXTENSIONS_NOT_SUPPORTED';
}

/** Given fields replace, others stay. */
export function merged(
  old: ClientExtensions | undefined,
  given: ClientExtensions | undefined,
): ClientExtensions | undefined {
  return given === undefined ? old : { ...old, ...given };
}
