/**
 * Reasons to reject an order request, first hit wins, in the order of v20 semantics 3.3:
 * account, instrument, units, price, bound, distance, time in force, trigger condition, client ids,
 * trade reference and duplicates, on-fill objects, pending count.
 * Ambiguities: precision counts significant decimals ("1.10000000" is fine at 5 decimals);
 * a dependent order whose trade is unknown skips the checks that need its instrument or side;
 * one whose two names disagree is checked against the trade of its tradeID until then;
 * one whose distance gives a price of zero or less: PRICE_DISTANCE_MAXIMUM_EXCEEDED;
 * what a replacement may not change (type, trade) follows the account checks (decision 0007).
 */

import type { Instrument } from '../../../src/core/market/instrument.js';
import type { OrderRequest } from '../../../src/core/order/order.js';
import { decimal } from '../numbers/rational.js';
import {
  type Account,
  dependentsOf,
  marketOf,
  type Order,
  openTrades,
  pendingOrders,
  type Trade,
  type World,
} from '../numbers/state.js';
import { extensionsReason, onFillReason, type TimeRules, timeReason } from './check-parts.js';
import { guaranteedReason, priceFromDistance } from './guaranteed.js';
import { hasField, isEntry, ON_FILL } from './request.js';

/** Reason to refuse the request, or undefined. `replaced` is the pending order it would replace. */
export function rejectReason(
  world: World,
  account: Account,
  request: OrderRequest,
  replaced?: Order,
): string | undefined {
  return (
    faultReason(world, account, request, replaced) ?? pendingReason(account, request, replaced)
  );
}

/** The same without the last check, that of the number of pending orders. */
export function faultReason(
  world: World,
  account: Account,
  request: OrderRequest,
  replaced?: Order,
): string | undefined {
  const trade = isEntry(request.type) ? undefined : tradeForChecks(account, request);
  const name = trade?.instrument ?? request.instrument;
  const entry = isEntry(request.type);
  const instrument =
    (entry && request.instrument !== undefined) || trade !== undefined
      ? marketOf(world, name as string).instrument
      : undefined;
  return (
    accountReason(account, request, replaced) ??
    replacementReason(request, trade, replaced) ??
    (entry ? instrumentReason(world, request) : undefined) ??
    (entry ? unitsReason(request, instrument as Instrument) : undefined) ??
    priceReason(request, instrument) ??
    boundReason(request, instrument) ??
    distanceReason(world, request, instrument, trade) ??
    timeReason(world, request, timesOf(request.type)) ??
    triggerReason(request, trade) ??
    clientReason(account, request, replaced) ??
    (entry ? undefined : tradeReason(world, account, request, replaced)) ??
    (entry ? onFillReasons(world, account, request) : undefined)
  );
}

/** The trade that lends its instrument and side: tradeID's, even when clientTradeID disagrees. */
function tradeForChecks(account: Account, request: OrderRequest): Trade | undefined {
  const { tradeID, clientTradeID } = request;
  const named = findTrade(account, tradeID === undefined ? { clientTradeID } : { tradeID });
  return typeof named === 'object' ? named : undefined;
}

/** Locks that stop any command that creates an order. */
export function lockReason(account: Account): string | undefined {
  if (account.closed) return 'ACCOUNT_NOT_ACTIVE';
  const { locks } = account.config;
  if (locks.includes('ACCOUNT_LOCKED')) return 'ACCOUNT_LOCKED';
  if (locks.includes('ORDER_CREATION_LOCKED')) return 'ACCOUNT_ORDER_CREATION_LOCKED';
  return undefined;
}

function accountReason(
  account: Account,
  request: OrderRequest,
  replaced: Order | undefined,
): string | undefined {
  const locked = lockReason(account);
  if (locked !== undefined) return locked;
  if (replaced !== undefined && account.config.locks.includes('ORDER_CANCEL_LOCKED')) {
    return 'ACCOUNT_ORDER_CANCEL_LOCKED';
  }
  // an account without trailing stops refuses them before it looks at any field.
  if (request.type === 'TRAILING_STOP_LOSS' && !account.config.trailingStops) {
    return 'TRAILING_STOP_LOSS_ORDERS_NOT_SUPPORTED';
  }
  return undefined;
}

/** Another type than that of the replaced order, or another trade than that one's. */
function replacementReason(
  request: OrderRequest,
  trade: Trade | undefined,
  replaced: Order | undefined,
): string | undefined {
  if (replaced === undefined) return undefined;
  if (replaced.type !== request.type) return 'REPLACING_ORDER_INVALID';
  const moved = trade !== undefined && replaced.trade !== trade;
  return moved ? 'REPLACING_TRADE_ID_INVALID' : undefined;
}

function instrumentReason(world: World, request: OrderRequest): string | undefined {
  if (request.instrument === undefined) return 'INSTRUMENT_MISSING';
  const { quote } = marketOf(world, request.instrument);
  return quote === undefined ? 'INSTRUMENT_PRICE_UNKNOWN' : undefined;
}

function unitsReason(request: OrderRequest, instrument: Instrument): string | undefined {
  if (request.units === undefined) return 'UNITS_MISSING';
  const units = decimal(request.units);
  if (units.sign === 0) return 'UNITS_INVALID';
  if (!units.fits(instrument.tradeUnitsPrecision)) return 'UNITS_PRECISION_EXCEEDED';
  if (units.abs().lessThan(decimal(instrument.minimumTradeSize))) return 'UNITS_MINIMUM_NOT_MET';
  const over = units.abs().moreThan(decimal(instrument.maximumOrderUnits));
  return over ? 'UNITS_LIMIT_EXCEEDED' : undefined;
}

function priceReason(
  request: OrderRequest,
  instrument: Instrument | undefined,
): string | undefined {
  if (!hasField(request.type, 'price')) return undefined;
  const { price, distance, type } = request;
  if (hasField(type, 'distance')) {
    if (price !== undefined && distance !== undefined) {
      return `${type}_ORDER_PRICE_AND_DISTANCE_BOTH_SPECIFIED`;
    }
    if (price === undefined && distance === undefined) {
      return `${type}_ORDER_PRICE_AND_DISTANCE_BOTH_MISSING`;
    }
    if (price === undefined) return undefined;
  }
  if (price === undefined) return 'PRICE_MISSING';
  if (decimal(price).sign <= 0) return 'PRICE_INVALID';
  if (instrument !== undefined && !decimal(price).fits(instrument.displayPrecision)) {
    return 'PRICE_PRECISION_EXCEEDED';
  }
  return undefined;
}

function boundReason(
  request: OrderRequest,
  instrument: Instrument | undefined,
): string | undefined {
  if (!hasField(request.type, 'priceBound') || request.priceBound === undefined) return undefined;
  const bound = decimal(request.priceBound);
  if (bound.sign <= 0) return 'PRICE_BOUND_INVALID';
  if (instrument === undefined || bound.fits(instrument.displayPrecision)) return undefined;
  return 'PRICE_BOUND_PRECISION_EXCEEDED';
}

function distanceReason(
  world: World,
  request: OrderRequest,
  instrument: Instrument | undefined,
  trade: Trade | undefined,
): string | undefined {
  if (!hasField(request.type, 'distance')) return undefined;
  const trailing = request.type === 'TRAILING_STOP_LOSS';
  if (request.distance === undefined) return trailing ? 'PRICE_DISTANCE_MISSING' : undefined;
  const distance = decimal(request.distance);
  if (distance.sign <= 0) return 'PRICE_DISTANCE_INVALID';
  if (instrument === undefined || trade === undefined) return undefined;
  if (!distance.fits(instrument.displayPrecision)) return 'PRICE_DISTANCE_PRECISION_EXCEEDED';
  if (!trailing) {
    const price = priceFromDistance(world, trade, distance);
    return price.sign <= 0 ? 'PRICE_DISTANCE_MAXIMUM_EXCEEDED' : undefined;
  }
  if (distance.moreThan(decimal(instrument.maximumTrailingStopDistance))) {
    return 'PRICE_DISTANCE_MAXIMUM_EXCEEDED';
  }
  if (distance.lessThan(decimal(instrument.minimumTrailingStopDistance))) {
    return 'PRICE_DISTANCE_MINIMUM_NOT_MET';
  }
  return undefined;
}

/** The lifetimes of a type; a MARKET order that names none is FOK. */
function timesOf(type: OrderRequest['type']): TimeRules {
  const prefix = '';
  if (type === 'MARKET') return { prefix, allowed: ['FOK', 'IOC'], usual: 'FOK' };
  const brief = type === 'LIMIT' || type === 'STOP' ? ['FOK', 'IOC'] : [];
  return { prefix, allowed: ['GTC', 'GTD', 'GFD', ...brief], usual: 'GTC' };
}

/** A guaranteed stop triggers on its natural side only. */
function triggerReason(request: OrderRequest, trade: Trade | undefined): string | undefined {
  if (request.type !== 'GUARANTEED_STOP_LOSS') return undefined;
  const condition = request.triggerCondition ?? 'DEFAULT';
  const natural = trade === undefined ? ['BID', 'ASK'] : [trade.units.sign > 0 ? 'BID' : 'ASK'];
  return ['DEFAULT', ...natural].includes(condition) ? undefined : 'TRIGGER_CONDITION_INVALID';
}

function clientReason(
  account: Account,
  request: OrderRequest,
  replaced: Order | undefined,
): string | undefined {
  const others = pendingOrders(account).filter(order => order !== replaced);
  const orders = others.map(order => order.clientExtensions?.id);
  const reason = extensionsReason('CLIENT_ORDER', request.clientExtensions, orders);
  if (reason !== undefined || !isEntry(request.type)) return reason;
  if (request.tradeClientExtensions === undefined) return undefined;
  const trades = openTrades(account).map(trade => trade.clientExtensions?.id);
  const tradeReason = extensionsReason('CLIENT_TRADE', request.tradeClientExtensions, trades);
  if (tradeReason !== undefined) return tradeReason;
  const opens = request.positionFill !== 'REDUCE_ONLY';
  return opens ? undefined : 'TRADE_ON_FILL_CLIENT_EXTENSIONS_NOT_SUPPORTED';
}

/** The open trade that a dependent order names, or why there is none. */
export function findTrade(
  account: Account,
  names: { readonly tradeID?: string | undefined; readonly clientTradeID?: string | undefined },
): Trade | string {
  const { tradeID, clientTradeID } = names;
  const open = openTrades(account);
  if (tradeID === undefined && clientTradeID === undefined) return 'TRADE_ID_UNSPECIFIED';
  const trade =
    tradeID === undefined
      ? open.find(({ clientExtensions }) => clientExtensions?.id === clientTradeID)
      : open.find(({ id }) => id === Number(tradeID));
  if (trade === undefined) return 'TRADE_DOESNT_EXIST';
  if (clientTradeID !== undefined && trade.clientExtensions?.id !== clientTradeID) {
    return 'TRADE_IDENTIFIER_INCONSISTENCY';
  }
  return trade;
}

function tradeReason(
  world: World,
  account: Account,
  request: OrderRequest,
  replaced: Order | undefined,
): string | undefined {
  const named = findTrade(account, request);
  if (typeof named !== 'object') return named;
  const { type } = request;
  const twin = dependentsOf(account, named).find(order => order.type === type);
  if (twin !== undefined && twin !== replaced) return `${type}_ORDER_ALREADY_EXISTS`;
  if (account.config.fifo && hasTwinSize(account, named)) {
    return `${type}_ORDER_WOULD_VIOLATE_FIFO_VIOLATION_SAFEGUARD`;
  }
  if (type !== 'GUARANTEED_STOP_LOSS') return undefined;
  return guaranteedReason(world, account, request, { trade: named, replaced });
}

/** Whether another open trade of the instrument has the same size. */
function hasTwinSize(account: Account, trade: Trade): boolean {
  return openTrades(account, trade.instrument).some(
    other => other !== trade && other.units.abs().equals(trade.units.abs()),
  );
}

function onFillReasons(world: World, account: Account, request: OrderRequest): string | undefined {
  for (const kind of ON_FILL) {
    const reason = onFillReason(world, account, request, kind);
    if (reason !== undefined) return reason;
  }
  const ids = ON_FILL.map(({ key }) => request[key]?.clientExtensions?.id).filter(
    id => id !== undefined,
  );
  return new Set(ids).size < ids.length ? 'ORDERS_ON_FILL_DUPLICATE_CLIENT_ORDER_IDS' : undefined;
}

/** MARKET orders are never pending; a replacement adds no order to those that are. */
function pendingReason(
  account: Account,
  request: OrderRequest,
  replaced: Order | undefined,
): string | undefined {
  if (request.type === 'MARKET' || replaced !== undefined) return undefined;
  const full = pendingOrders(account).length + 1 > account.config.maximumPendingOrders;
  return full ? 'PENDING_ORDERS_ALLOWED_EXCEEDED' : undefined;
}
