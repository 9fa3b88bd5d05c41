/**
 * Orders as clients request them. A body is checked against `OrderRequest`: every field of every
 * type, in its format; the market decides which of them a type needs, and unknown fields are
 * ignored. The request of each type is published too.
 * Source: v20 semantics 3.1, 3.2; invariant B4 (lengths).
 */

import { type TProperties, type TSchema, Type } from '@sinclair/typebox';
import {
  type DependentOrderType,
  perDependentOrder,
} from '../../../../core/order/dependent-orders.js';
import { detailFieldsOf, ORDER_FIELD_LIST } from '../../../../core/order/order.js';
import { ORDER_TYPE_NAMES } from '../../../../core/order/order-types.js';
import { BODY_EXAMPLES } from '../../http/read/body.js';
import { defineObject, ref } from '../../http/read/define.js';
import {
  definitionName,
  orderType,
  positionFill,
  schemasOf,
  type TermSchemas,
  timeInForce,
  triggerCondition,
} from './order.js';
import { ORDER_EXAMPLES } from './order-examples.js';
import { oneOf, RequestDecimal } from './primitives.js';

const optional = Type.Optional;

/** Longest text that is read; the market checks v20's own limits and refuses with a reason. */
const TEXT_MAX = 1_024;
const NAME_MAX = 64;

const text = optional(Type.String({ maxLength: TEXT_MAX }));
const gtdTime = optional(Type.String({ maxLength: NAME_MAX, description: 'RFC 3339 or UNIX' }));
const decimal = optional(RequestDecimal);

/** Client extensions in a request. */
const requestExtensions = Type.Object({ id: text, tag: text, comment: text });
const clientExtensions = optional(requestExtensions);

const name = optional(Type.String({ maxLength: NAME_MAX }));

/** The fields of requests but flags and what an order requests on its fill. */
const FIELDS = {
  instrument: name,
  units: decimal,
  price: decimal,
  priceBound: decimal,
  distance: decimal,
  tradeID: name,
  clientTradeID: text,
  timeInForce: optional(timeInForce),
  gtdTime,
  positionFill: optional(positionFill),
  triggerCondition: optional(triggerCondition),
  clientExtensions,
  tradeClientExtensions: clientExtensions,
} satisfies TermSchemas & TProperties;

/** A dependent order without its trade, as clients request it. */
export function requestDetails(type: DependentOrderType) {
  return Type.Object(schemasOf(detailFieldsOf(type), FIELDS));
}

const ALL = {
  ...FIELDS,
  ...perDependentOrder('onFillField', ({ type }) => optional(requestDetails(type))),
};

export const OrderRequest = defineObject(
  'OrderRequest',
  { type: optional(orderType), ...schemasOf(ORDER_FIELD_LIST, ALL) },
  { description: 'an order of any type; the requests of the types name the fields of each' },
);

/** The requests of all types, as published. */
export const TYPE_REQUESTS: readonly TSchema[] = ORDER_TYPE_NAMES.map(type =>
  defineObject(`${definitionName(type)}OrderRequest`, {
    type: oneOf([type]),
    ...schemasOf(
      ORDER_FIELD_LIST.filter(({ of }) => of.includes(type)),
      ALL,
    ),
  }),
);

/** The body of create and replace. */
export const OrderBody = Type.Object(
  { order: ref(OrderRequest) },
  { [BODY_EXAMPLES]: ORDER_EXAMPLES },
);
/** The body of a change of client extensions. */
export const OrderExtensionsBody = Type.Object({
  clientExtensions,
  tradeClientExtensions: clientExtensions,
});
