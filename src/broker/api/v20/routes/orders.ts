/**
 * Orders: list them, look at one. Source: v20 semantics 1.3.
 */

import type { OrderRecord } from '../../../../core/ledger/account.js';
import type { AccountSource } from '../../../../core/view/account-source.js';
import { LongList } from '../../../../core/view/long-list.js';
import { orderView } from '../../../../core/view/orders.js';
import { okOfAccount } from '../answers/account-answer.js';
import { listPage, listQuery } from '../answers/list-page.js';
import { speakOrder } from '../dialect.js';
import { noSuch } from '../errors.js';
import { type AccountCall, type Answer, type Operation, ok, operation } from '../operation.js';
import { ORDER_STATE_FILTERS, type OrderStateFilter } from '../schema/order.js';
import { OrderResponse, OrdersResponse } from '../schema/order-response.js';
import { ORDER_COMMANDS, ORDER_PATH, ORDERS_PATH, specifierOf } from './order-commands.js';

/** No order is ever TRIGGERED: that state belongs to one-cancels-all orders, which v20 does not have. */
const NONE: ReadonlyMap<number, OrderRecord> = new Map();

/** The order of a specifier: of any state by its id, a pending one by its client id. */
function findOrder({ state }: AccountSource, specifier: string): OrderRecord | undefined {
  const id = specifier.startsWith('@')
    ? state.clientOrderIDs.get(specifier.slice(1))
    : Number(specifier);
  return id === undefined ? undefined : state.orders.get(id);
}

function shown({ account, dialect }: AccountCall, order: OrderRecord) {
  return speakOrder(orderView(account, order), dialect);
}

/** A map that holds all orders of a state, as small as possible. */
function heldIn(
  { state }: AccountSource,
  wanted: OrderStateFilter,
): ReadonlyMap<number, OrderRecord> {
  if (wanted === 'TRIGGERED') return NONE;
  return wanted === 'PENDING' ? state.pendingOrders : state.orders;
}

function ordersBody(call: AccountCall, orders: readonly OrderRecord[]) {
  return {
    orders: orders.map(order => shown(call, order)),
    lastTransactionID: String(call.account.log.lastID),
  };
}

/** Whether reads do not show the order yet, because of a fault. */
function isHidden({ bend }: AccountCall, { id, creation }: OrderRecord): boolean {
  return bend?.hides?.(id, creation.time) === true;
}

function pendingOrders(call: AccountCall): Answer {
  const { account, dialect } = call;
  const lastTransactionID = String(account.log.lastID);
  return okOfAccount(account, view => {
    const newestFirst = [...view.state.pendingOrders.values()]
      .filter(order => !isHidden(call, order))
      .reverse();
    const show = (order: OrderRecord) => speakOrder(orderView(view, order), dialect);
    return { orders: LongList.of(newestFirst, show), lastTransactionID };
  });
}

export const ORDER_OPERATIONS: readonly Operation[] = [
  operation({
    operationId: 'listOrders',
    method: 'GET',
    path: ORDERS_PATH,
    summary: 'Orders, newest first',
    tag: 'order',
    query: listQuery(ORDER_STATE_FILTERS, 'PENDING'),
    responseHeaders: ['Link'],
    responses: { 200: OrdersResponse },
    handle: call => {
      const { state } = call.query;
      const { items, headers } = listPage(
        call,
        'orders',
        heldIn(call.account, state),
        order => (state === 'ALL' || order.state === state) && !isHidden(call, order),
      );
      const answer = ok(ordersBody(call, items));
      return headers === undefined ? answer : { ...answer, headers };
    },
  }),
  operation({
    operationId: 'listPendingOrders',
    method: 'GET',
    path: '/v3/accounts/:accountID/pendingOrders',
    summary: 'All pending orders, newest first',
    tag: 'order',
    responses: { 200: OrdersResponse },
    handle: pendingOrders,
  }),
  operation({
    operationId: 'getOrder',
    method: 'GET',
    path: ORDER_PATH,
    summary: 'One order by its id, or a pending order by `@clientID`',
    tag: 'order',
    responses: { 200: OrderResponse },
    handle: call => {
      const order = findOrder(call.account, specifierOf(call));
      const lastTransactionID = String(call.account.log.lastID);
      if (order === undefined || isHidden(call, order)) throw noSuch('ORDER', lastTransactionID);
      return ok({ order: shown(call, order), lastTransactionID });
    },
  }),
  ...ORDER_COMMANDS,
];
