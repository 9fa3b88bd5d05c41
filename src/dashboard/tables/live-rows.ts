/**
 * Rows of the server's tables at the latest prices: the server pages them when the ledger grows,
 * and the feed sends what moves between. Pure.
 */

import type { PageAccount } from '../state/apply-changes.js';
import type { Trade } from '../wire/trades.js';
import type { Order } from '../wire/types.js';

/**
 * An order with its present level; one that is closed, or that the account does not have yet, as it
 * is.
 */
export function liveOrder(order: Order, account: PageAccount | undefined): Order {
  const { trailingStopValue } = account?.orders.get(order.id) ?? {};
  if (order.state !== 'PENDING' || trailingStopValue === undefined) return order;
  return { ...order, trailingStopValue };
}

/**
 * A trade with its present result; one that is closed, or that the account does not have yet, as it
 * is.
 */
export function liveTrade(trade: Trade, account: PageAccount | undefined): Trade {
  const known = account?.trades.get(trade.id);
  if (trade.state !== 'OPEN' || known === undefined) return trade;
  const { currentUnits, unrealizedPL, marginUsed } = known;
  const { trailingStopLossOrder: trailing } = trade;
  return {
    ...trade,
    currentUnits,
    ...(unrealizedPL === undefined ? {} : { unrealizedPL }),
    ...(marginUsed === undefined ? {} : { marginUsed }),
    ...(trailing === undefined ? {} : { trailingStopLossOrder: liveOrder(trailing, account) }),
  };
}
