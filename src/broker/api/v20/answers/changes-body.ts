/**
 * What has changed in an account, in the spelling of the dialect. Source: v20 semantics 9.2.
 */

import type { AccountSource } from '../../../../core/view/account-source.js';
import { accountChanges, accountChangesState } from '../../../../core/view/changes.js';
import type { LongList } from '../../../../core/view/long-list.js';
import type { OrderView } from '../../../../core/view/orders.js';
import { type Dialect, speakOrder } from '../dialect.js';

/** The changes after transaction `since`, and the values now: lists are made when they are written. */
export function changesBody(account: AccountSource, since: number, dialect: Dialect) {
  const changes = accountChanges(account, since);
  return {
    changes: {
      ...changes,
      ordersCreated: speakOrders(changes.ordersCreated, dialect),
      ordersCancelled: speakOrders(changes.ordersCancelled, dialect),
      ordersFilled: speakOrders(changes.ordersFilled, dialect),
      ordersTriggered: speakOrders(changes.ordersTriggered, dialect),
    },
    state: accountChangesState(account),
    lastTransactionID: String(account.log.lastID),
  };
}

/** Orders as the dialect spells them. */
export function speakOrders(orders: LongList<OrderView>, dialect: Dialect): LongList<OrderView> {
  return dialect === 'current' ? orders : orders.map(order => speakOrder(order, dialect));
}
