/**
 * Orders as clients request them. A body is checked against `OrderRequest`: every field of every
 * type, in its format; the market decides which of them a type needs, and unknown fields are
 * ignored. The request of each type is published too.
 * Source: v20 semantics 3.1, 3.2; invariant B4 (lengths).
 */

import { type TProperties, type TSchema, Type } from '@sinclair/typebox';
import {
  DEPENDENT_ORDER_LIST,
  type DependentOrder,
  type DependentOrderType,
  perDependentOrder,
} from '../../../../core/order/dependent-orders.js';
import type { EntryOrderType, OrderType, TradeName } from '../../../../core/order/order.js';
import { ORDER_TYPE_NAMES } from '../../../../core/order/order-types.js';
import { BODY_EXAMPLES } from '../../http/read/body.js';
import { defineObject, ref } from '../../http/read/define.js';
import {
  type DependentSchemas,
  definitionName,
  flagFields,
  orderType,
  positionFill,
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

const detailsFields = {
  timeInForce: optional(timeInForce),
  gtdTime,
  triggerCondition: optional(triggerCondition),
  clientExtensions,
} satisfies DependentSchemas<TradeName>;

/** The price fields of a dependent order in a request, and fields of one type only. */
function levelFields({ type, price, distance }: DependentOrder): TProperties {
  return {
    ...(price === 'none' ? {} : { price: decimal }),
    ...(distance === 'none' ? {} : { distance: decimal }),
    ...REQUEST_OF_TYPE[type],
  };
}
const REQUEST_OF_TYPE: Readonly<Partial<Record<DependentOrderType, TProperties>>> = {
  STOP_LOSS: { guaranteed: optional(Type.Boolean({ description: '2016 dialect' })) },
};

const amountFields = {
  instrument: optional(Type.String({ maxLength: NAME_MAX })),
  units: decimal,
};
const lifetimeFields = { timeInForce: optional(timeInForce), gtdTime };
const entryFields = {
  positionFill: optional(positionFill),
  clientExtensions,
  ...perDependentOrder('onFillField', row =>
    optional(Type.Object({ ...levelFields(row), ...detailsFields, ...flagFields(row.type) })),
  ),
  tradeClientExtensions: clientExtensions,
};
const triggerField = { triggerCondition: optional(triggerCondition) };
const boundField = { priceBound: decimal };

const marketFields = {
  ...amountFields,
  timeInForce: optional(timeInForce),
  ...boundField,
  ...entryFields,
};
const limitFields = {
  ...amountFields,
  price: decimal,
  ...lifetimeFields,
  ...triggerField,
  ...entryFields,
};
const stopFields = { ...limitFields, ...boundField };
const dependentFields = {
  tradeID: optional(Type.String({ maxLength: NAME_MAX })),
  clientTradeID: text,
  ...lifetimeFields,
  ...triggerField,
  clientExtensions,
} satisfies DependentSchemas;

const ENTRY_REQUESTS = {
  MARKET: marketFields,
  LIMIT: limitFields,
  STOP: stopFields,
  MARKET_IF_TOUCHED: stopFields,
} as const satisfies { readonly [T in EntryOrderType]: TermSchemas<T> };
/** Fields and definition of each dependent type. */
const DEPENDENT_REQUESTS = DEPENDENT_ORDER_LIST.map(row => ({
  type: row.type,
  name: definitionName(row),
  fields: { ...dependentFields, ...levelFields(row) },
}));

export const OrderRequest = defineObject(
  'OrderRequest',
  {
    type: optional(orderType),
    ...(Object.assign(
      {},
      ...Object.values(ENTRY_REQUESTS),
      ...DEPENDENT_REQUESTS.map(({ fields }) => fields),
      ...ORDER_TYPE_NAMES.map(flagFields),
    ) as TProperties),
  },
  { description: 'an order of any type; the requests of the types name the fields of each' },
);

/** The request of one type, as published. */
function typeRequest(name: string, type: OrderType, fields: TProperties): TSchema {
  return defineObject(`${name}OrderRequest`, {
    type: oneOf([type]),
    ...fields,
    ...flagFields(type),
  });
}
/** The requests of all types. */
export const TYPE_REQUESTS: readonly TSchema[] = [
  typeRequest('Market', 'MARKET', ENTRY_REQUESTS.MARKET),
  typeRequest('Limit', 'LIMIT', ENTRY_REQUESTS.LIMIT),
  typeRequest('Stop', 'STOP', ENTRY_REQUESTS.STOP),
  typeRequest('MarketIfTouched', 'MARKET_IF_TOUCHED', ENTRY_REQUESTS.MARKET_IF_TOUCHED),
  ...DEPENDENT_REQUESTS.map(({ name, type, fields }) => typeRequest(name, type, fields)),
];

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
