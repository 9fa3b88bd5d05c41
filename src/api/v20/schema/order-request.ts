/**
 * Orders as clients ask for them. `OrderRequest` is what a body is held against: every field of every
 * type, in its format; which of them a type needs is for the market to judge, and unknown ones are
 * ignored. The requests of the single types are published beside it.
 * Source: v20 semantics 3.1, 3.2; invariant B4 (lengths).
 */

import { type TProperties, Type } from '@sinclair/typebox';
import { define, ref } from '../../http/read/define.js';
import {
  type OrderTypeName,
  orderType,
  positionFill,
  timeInForce,
  triggerCondition,
} from './order.js';
import { oneOf, RequestDecimal } from './primitives.js';

const optional = Type.Optional;

/** Longest text that is looked at; v20's own limits are judged by the market, with a reason. */
const TEXT_MAX = 1_024;
const NAME_MAX = 64;

const text = optional(Type.String({ maxLength: TEXT_MAX }));
const gtdTime = optional(Type.String({ maxLength: NAME_MAX, description: 'RFC 3339 or UNIX' }));
const decimal = optional(RequestDecimal);

/** Client extensions as asked for. */
export const requestExtensions = Type.Object({ id: text, tag: text, comment: text });
const clientExtensions = optional(requestExtensions);

const detailsFields = {
  timeInForce: optional(timeInForce),
  gtdTime,
  triggerCondition: optional(triggerCondition),
  clientExtensions,
};
/** 2016 dialect: asks for a guaranteed stop. */
const guaranteed = optional(Type.Boolean({ description: '2016 dialect' }));
const priceOrDistance = { price: decimal, distance: decimal };

/** The Details objects as asked for: on fill of an order, or on a trade. */
export const takeProfitRequest = Type.Object({ price: decimal, ...detailsFields });
export const stopLossRequest = Type.Object({ ...priceOrDistance, ...detailsFields, guaranteed });
export const guaranteedStopLossRequest = Type.Object({ ...priceOrDistance, ...detailsFields });
export const trailingStopLossRequest = Type.Object({ distance: decimal, ...detailsFields });

const amountFields = {
  instrument: optional(Type.String({ maxLength: NAME_MAX })),
  units: decimal,
};
const lifetimeFields = { timeInForce: optional(timeInForce), gtdTime };
const entryFields = {
  positionFill: optional(positionFill),
  clientExtensions,
  takeProfitOnFill: optional(takeProfitRequest),
  stopLossOnFill: optional(stopLossRequest),
  guaranteedStopLossOnFill: optional(guaranteedStopLossRequest),
  trailingStopLossOnFill: optional(trailingStopLossRequest),
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
};
const takeProfitFields = { ...dependentFields, price: decimal };
const stopLossFields = { ...dependentFields, ...priceOrDistance, guaranteed };
const guaranteedFields = { ...dependentFields, ...priceOrDistance };
const trailingFields = { ...dependentFields, distance: decimal };

const FIELDS_OF_TYPE = {
  MARKET: marketFields,
  LIMIT: limitFields,
  STOP: stopFields,
  MARKET_IF_TOUCHED: stopFields,
  TAKE_PROFIT: takeProfitFields,
  STOP_LOSS: stopLossFields,
  GUARANTEED_STOP_LOSS: guaranteedFields,
  TRAILING_STOP_LOSS: trailingFields,
} as const satisfies Readonly<Record<OrderTypeName, TProperties>>;

export const OrderRequest = define(
  'OrderRequest',
  Type.Object(
    {
      type: optional(orderType),
      ...(Object.assign({}, ...Object.values(FIELDS_OF_TYPE)) as TProperties),
    },
    { description: 'an order of any type; the requests of the types name the fields of each' },
  ),
);

/** The request of one type, as published. */
function typeRequest(name: string, type: OrderTypeName): void {
  define(`${name}OrderRequest`, Type.Object({ type: oneOf([type]), ...FIELDS_OF_TYPE[type] }));
}
typeRequest('Market', 'MARKET');
typeRequest('Limit', 'LIMIT');
typeRequest('Stop', 'STOP');
typeRequest('MarketIfTouched', 'MARKET_IF_TOUCHED');
typeRequest('TakeProfit', 'TAKE_PROFIT');
typeRequest('StopLoss', 'STOP_LOSS');
typeRequest('GuaranteedStopLoss', 'GUARANTEED_STOP_LOSS');
typeRequest('TrailingStopLoss', 'TRAILING_STOP_LOSS');

/** The body of create and replace. */
export const OrderBody = Type.Object({ order: ref(OrderRequest) });
/** The body of a change of client extensions. */
export const OrderExtensionsBody = Type.Object({
  clientExtensions,
  tradeClientExtensions: clientExtensions,
});
