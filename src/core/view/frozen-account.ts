/**
 * A frozen copy of an account at an instant, for an answer that is written while time goes on. Only
 * data that can still change is copied: pending orders, open trades, positions, quotes and trailing
 * levels. Ended orders, closed trades and transactions never change and are shared. Decision 0025.
 */

import { cloneAccount } from '../ledger/account.js';
import { Conversion } from '../market/conversion.js';
import { trails } from '../order/dependent-orders.js';
import { ORDER_TYPE_NAMES, ORDER_TYPES } from '../order/order-types.js';
import type { RestingOrder } from '../order/resting-orders.js';
import type { AccountSource } from './account-source.js';
import { restingOf } from './orders.js';

/** Approximate bytes of a frozen copy per pending order and open trade. */
const RECORD_BYTES = 400;
/** Order types whose view shows data from the index of resting orders. */
const SHOWS_LEVEL: ReadonlySet<string> = new Set(
  ORDER_TYPE_NAMES.filter(type => trails(type) || ORDER_TYPES[type].trigger === 'touch'),
);

/** The number of pending orders and open trades; it decides the cost of freezing. */
export function liveRecords({ state }: AccountSource): number {
  return state.pendingOrders.size + state.openTrades.size;
}

/** Approximate bytes of a frozen copy, without the shared data. */
export function frozenBytes(account: AccountSource): number {
  return liveRecords(account) * RECORD_BYTES;
}

/**
 * The account as it is now. Transactions in `log` with ids above `state.lastTransactionID` are
 * later than the copy.
 */
export function frozenAccount(account: AccountSource): AccountSource {
  const { slot, state, log, market } = account;
  const quotes = market.quotes.clone();
  const { currency, conversionMarkup } = state.config;
  const conversion = new Conversion(quotes, currency, conversionMarkup);
  const levels = levelsOf(account);
  const resting = account.resting.map(() => ({
    get: (_account: number, orderID: number) => levels.get(orderID),
  }));
  return { slot, state: cloneAccount(state), log, market: { quotes, conversion }, resting };
}

/** Entries of the index by order id. Entries that can move are copied. */
function levelsOf(account: AccountSource): ReadonlyMap<number, RestingOrder> {
  const levels = new Map<number, RestingOrder>();
  for (const order of account.state.pendingOrders.values()) {
    if (!SHOWS_LEVEL.has(order.type)) continue;
    const resting = restingOf(account, order);
    if (resting !== undefined) levels.set(order.id, { ...resting });
  }
  return levels;
}
