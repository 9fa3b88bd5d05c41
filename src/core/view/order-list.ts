/**
 * Which orders a list holds: newest first, at most so many, from an id downwards. Pending orders are
 * few and kept apart; the others are looked up by id from the newest down, so that a page of a long
 * history costs what the page is long. Source: v20 semantics 1.3; choices 7 and 8 of 10.1.
 */

import type { AccountState, OrderRecord } from '../ledger/account.js';
import type { OrderState } from '../order/order.js';

export interface OrderListing {
  /** Only these ids. */
  readonly ids?: readonly number[];
  readonly state: OrderState | 'ALL';
  readonly instrument?: string;
  /** At most so many orders, at least one. */
  readonly count: number;
  /** The highest id to list. */
  readonly beforeID?: number;
}

export interface OrderPage {
  readonly orders: readonly OrderRecord[];
  /** The highest id of the next page; undefined when this is the last one. */
  readonly nextBeforeID?: number;
}

/** The orders that `listing` asks for, by descending id. */
export function listOrders(account: AccountState, listing: OrderListing): OrderPage {
  const { state, instrument, count, beforeID = account.lastTransactionID } = listing;
  const orders: OrderRecord[] = [];
  for (const order of candidates(account, listing, beforeID)) {
    const isMeant =
      order.id <= beforeID &&
      (state === 'ALL' || order.state === state) &&
      (instrument === undefined || order.instrument === instrument);
    if (!isMeant) continue;
    const last = orders.at(-1);
    if (orders.length === count && last !== undefined) {
      return { orders, nextBeforeID: last.id - 1 };
    }
    orders.push(order);
  }
  return { orders };
}

/** A superset of the orders asked for, by descending id. */
function* candidates(
  account: AccountState,
  { ids, state }: OrderListing,
  beforeID: number,
): Generator<OrderRecord> {
  // v20 has the state for one-cancels-all orders, which never came to be.
  if (state === 'TRIGGERED') return;
  if (state === 'PENDING') {
    const wanted = ids === undefined ? undefined : new Set(ids);
    for (const order of [...account.pendingOrders.values()].reverse()) {
      if (wanted === undefined || wanted.has(order.id)) yield order;
    }
    return;
  }
  const listed = ids === undefined ? undefined : [...new Set(ids)].sort((a, b) => b - a);
  const descending = listed ?? downFrom(Math.min(beforeID, account.lastTransactionID));
  for (const id of descending) {
    const order = account.orders.get(id);
    if (order !== undefined) yield order;
  }
}

function* downFrom(id: number): Generator<number> {
  for (let next = id; next >= 1; next--) yield next;
}
