/**
 * Finds trades and orders by the names that clients use, and computes the price of a stop given by
 * distance. Source: v20 semantics 1.3 (specifiers), 3.1 (reference price of a distance).
 */

import { type Decimal, decimal } from '../../base/decimal.js';
import type { AccountState, OrderRecord, TradeRecord } from '../../ledger/account.js';
import type { OrderRequest } from '../../order/order.js';
import type { ExecutionContext } from '../state/execution-context.js';

const DIGITS = /^\d{1,15}$/;

/**
 * The open trade that the request of a dependent order names: by id first, otherwise by client id.
 */
export function requestedTrade(
  state: AccountState,
  request: OrderRequest,
): TradeRecord | undefined {
  if (request.tradeID !== undefined) {
    return DIGITS.test(request.tradeID) ? state.openTrades.get(Number(request.tradeID)) : undefined;
  }
  if (request.clientTradeID === undefined) return undefined;
  const id = state.clientTradeIDs.get(request.clientTradeID);
  return id === undefined ? undefined : state.openTrades.get(id);
}

/** The name of an order in a request, as fields: `@clientID`, or the id. */
export function orderNames(specifier: string): { orderID?: string; clientOrderID?: string } {
  return specifier.startsWith('@') ? { clientOrderID: specifier.slice(1) } : { orderID: specifier };
}

/** The name of a trade in a request, as fields: `@clientID`, or the id. */
export function tradeNames(specifier: string): { tradeID?: string; clientTradeID?: string } {
  return specifier.startsWith('@') ? { clientTradeID: specifier.slice(1) } : { tradeID: specifier };
}

/** The open trade of a specifier: an id, or `@clientID`; undefined when there is none. */
export function findTrade(state: AccountState, specifier: string): TradeRecord | undefined {
  const id = idOf(specifier, state.clientTradeIDs);
  return id === undefined ? undefined : state.openTrades.get(id);
}

/** The pending order of a specifier: an id, or `@clientID`; undefined when there is none. */
export function findPendingOrder(state: AccountState, specifier: string): OrderRecord | undefined {
  const id = idOf(specifier, state.clientOrderIDs);
  return id === undefined ? undefined : state.pendingOrders.get(id);
}

/**
 * The price of a dependent order that is made after its trade: the given price, or `distance` from
 * the current ask for a long trade and from the bid for a short trade.
 */
export function dependentPrice(
  { quotes }: ExecutionContext,
  trade: TradeRecord,
  { price, distance }: Pick<OrderRequest, 'price' | 'distance'>,
): Decimal {
  if (price !== undefined) return decimal(price);
  const slot = quotes.mustSlot(trade.instrument);
  return trade.currentUnits.isPositive()
    ? quotes.askPrice(slot).minus(distance ?? '0')
    : quotes.bidPrice(slot).plus(distance ?? '0');
}

function idOf(specifier: string, clientIDs: ReadonlyMap<string, number>): number | undefined {
  if (specifier.startsWith('@')) return clientIDs.get(specifier.slice(1));
  return DIGITS.test(specifier) ? Number(specifier) : undefined;
}
