/**
 * Orders: list them, look at one. Source: v20 semantics 1.3.
 */

import { Type } from '@sinclair/typebox';
import { present } from '../../core/base/present.js';
import type { OrderRecord } from '../../core/ledger/account.js';
import type { AccountView } from '../../core/view/account-view.js';
import { listOrders, type OrderListing } from '../../core/view/order-list.js';
import { orderView } from '../../core/view/orders.js';
import { speakOrder } from '../dialect.js';
import { invalidParameter, noSuch } from '../errors.js';
import { type Call, type Operation, ok, operation } from '../operation.js';
import { OrderResponse, OrdersResponse } from '../schema/order-response.js';
import { defaulted, listOf, oneOf } from '../schema/primitives.js';
import { ORDER_COMMANDS, ORDER_PATH, ORDERS_PATH, specifierOf } from './order-commands.js';

const COUNT_DEFAULT = 50;
const COUNT_MAX = 500;
const ID = '^\\d{1,15}$';

const OrderQuery = Type.Object({
  ids: Type.Optional(listOf(Type.String({ pattern: ID }), 'only these orders')),
  state: defaulted(
    Type.Unsafe<OrderListing['state']>({
      ...oneOf(['PENDING', 'FILLED', 'TRIGGERED', 'CANCELLED', 'ALL']),
      default: 'PENDING',
    }),
  ),
  instrument: Type.Optional(Type.String({ description: 'only orders of this instrument' })),
  count: defaulted(
    Type.Integer({
      minimum: 1,
      maximum: COUNT_MAX,
      default: COUNT_DEFAULT,
      'x-exceeded': "Maximum value for 'count' exceeded",
    }),
  ),
  beforeID: Type.Optional(Type.String({ pattern: ID, description: 'the highest id to list' })),
});

/** The order of a specifier: of any state by its id, a pending one by its client id. */
function findOrder({ state }: AccountView, specifier: string): OrderRecord | undefined {
  const id = specifier.startsWith('@')
    ? state.clientOrderIDs.get(specifier.slice(1))
    : Number(specifier);
  return id === undefined ? undefined : state.orders.get(id);
}

function shown({ account, dialect }: Call, order: OrderRecord) {
  return speakOrder(orderView(account, order), dialect);
}

/** The link to the next page: the filters repeated, from the next id downwards. */
function nextLink(call: Call, filters: object, beforeID: number) {
  const query = Object.entries({ ...filters, beforeID })
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value)).replaceAll('%2C', ',')}`)
    .join('&');
  const path = `/v3/accounts/${call.account.state.config.id}/orders`;
  return { Link: `<${call.url(`${path}?${query}`)}>; rel="next"` };
}

export const ORDER_OPERATIONS: readonly Operation[] = [
  operation({
    operationId: 'listOrders',
    method: 'GET',
    path: ORDERS_PATH,
    summary: 'Orders, newest first',
    tag: 'order',
    query: OrderQuery,
    responseHeaders: ['Link'],
    responses: { 200: OrdersResponse },
    handle: call => {
      const { account, query } = call;
      const { ids, state, instrument, count, beforeID } = query;
      const isKnown =
        instrument === undefined || account.market.quotes.slot(instrument) !== undefined;
      if (!isKnown) throw invalidParameter('instrument');
      const listing = present({
        ids: ids?.map(Number),
        state,
        instrument,
        count,
        beforeID: beforeID === undefined ? undefined : Number(beforeID),
      }) as OrderListing;
      const { orders, nextBeforeID } = listOrders(account.state, listing);
      const answer = ok({
        orders: orders.map(order => shown(call, order)),
        lastTransactionID: String(account.log.lastID),
      });
      if (nextBeforeID === undefined) return answer;
      const filters = present({ ids, state, instrument, count });
      return { ...answer, headers: nextLink(call, filters, nextBeforeID) };
    },
  }),
  operation({
    operationId: 'listPendingOrders',
    method: 'GET',
    path: '/v3/accounts/:accountID/pendingOrders',
    summary: 'All pending orders, newest first',
    tag: 'order',
    responses: { 200: OrdersResponse },
    handle: call => {
      const { state, log } = call.account;
      const { orders } = listOrders(state, { state: 'PENDING', count: Number.POSITIVE_INFINITY });
      return ok({
        orders: orders.map(order => shown(call, order)),
        lastTransactionID: String(log.lastID),
      });
    },
  }),
  operation({
    operationId: 'getOrder',
    method: 'GET',
    path: ORDER_PATH,
    summary: 'One order, by its id or a pending one by `@clientID`',
    tag: 'order',
    responses: { 200: OrderResponse },
    handle: call => {
      const order = findOrder(call.account, specifierOf(call));
      const lastTransactionID = String(call.account.log.lastID);
      if (order === undefined) throw noSuch('ORDER', lastTransactionID);
      return ok({ order: shown(call, order), lastTransactionID });
    },
  }),
  ...ORDER_COMMANDS,
];
