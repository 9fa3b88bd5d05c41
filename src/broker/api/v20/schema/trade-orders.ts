/**
 * The dependent orders of a trade, set in one request, and the outcome for each.
 * Source: v20 semantics 1.4.
 */

import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import {
  type DependentOrder,
  ORDERS_ON_TRADE,
  perDependentOrder,
} from '../../../../core/order/dependent-orders.js';
import { ref } from '../../http/read/define.js';
import { carriedOutBody, refusedBody } from './answers.js';
import { requestDetails } from './order-request.js';
import { OrderCancelRejectTransaction, OrderCancelTransaction } from './transaction.js';
import { OrderFillTransaction } from './transaction-fill.js';
import { ORDER_PAIRS } from './transaction-orders.js';

const optional = Type.Optional;

/** Absent: the order stays. null: it is cancelled. Otherwise it is created, or replaces the present one. */
function change<T extends TSchema>(schema: T) {
  return optional(Type.Unsafe<Static<T> | null>({ ...schema, nullable: true }));
}

export const TradeOrdersRequest = Type.Object(
  perDependentOrder('name', ({ type }) => change(requestDetails(type)), ORDERS_ON_TRADE),
);

/** The fields of an answer that has fields for each type. */
function fieldsOfTypes(fieldsOf: (row: DependentOrder) => TProperties): TProperties {
  return Object.assign({}, ...ORDERS_ON_TRADE.map(fieldsOf));
}

const cancel = optional(ref(OrderCancelTransaction));
const fill = optional(ref(OrderFillTransaction));
export const TradeOrdersResponse = carriedOutBody(
  fieldsOfTypes(({ name, type, showsEnd }) => ({
    [`${name}OrderCancelTransaction`]: cancel,
    [`${name}OrderTransaction`]: optional(ref(ORDER_PAIRS[type][0])),
    ...(showsEnd
      ? { [`${name}OrderFillTransaction`]: fill, [`${name}OrderCreatedCancelTransaction`]: cancel }
      : {}),
  })),
);

const cancelReject = optional(ref(OrderCancelRejectTransaction));
export const TradeOrdersRefused = refusedBody(
  fieldsOfTypes(({ name, type }) => ({
    [`${name}OrderCancelRejectTransaction`]: cancelReject,
    [`${name}OrderRejectTransaction`]: optional(ref(ORDER_PAIRS[type][1])),
  })),
);
