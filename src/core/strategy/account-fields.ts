/**
 * The account, its trades and its orders as plain objects, as they print and as JSON: their fields,
 * without what is absent.
 */

import { present } from '../base/present.js';
import type { StrategyAccount, StrategyOrder, StrategyTrade } from './account.js';

/** The amounts of an account, its trades and its orders. */
export function accountFields(account: StrategyAccount): object {
  const { id, currency, balance, NAV, unrealizedPL, marginUsed, marginAvailable } = account;
  return {
    id,
    currency,
    balance,
    NAV,
    unrealizedPL,
    marginUsed,
    marginAvailable,
    openTrades: account.openTrades(),
    pendingOrders: account.pendingOrders(),
  };
}

/** The fields of a trade. */
export function tradeFields(trade: StrategyTrade): StrategyTrade {
  const { id, instrument, price, openTime, currentUnits, financing, clientExtensions } = trade;
  return {
    id,
    instrument,
    price,
    openTime,
    currentUnits,
    financing,
    ...present({ clientExtensions }),
  };
}

/** The fields of an order. */
export function orderFields(order: StrategyOrder): StrategyOrder {
  const { id, type, instrument, units, price, tradeID, clientExtensions } = order;
  return { id, type, ...present({ instrument, units, price, tradeID, clientExtensions }) };
}
