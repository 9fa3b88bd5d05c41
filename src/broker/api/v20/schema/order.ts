/**
 * Order resources and requests. Each type has a definition of its own, as published; `Order` has the
 * fields of all types. Source: v20 semantics 3.1, 3.2.
 */

import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { ensureDefined } from '../../../../core/base/assert.js';
import {
  dependentOrder,
  perDependentOrder,
  trails,
} from '../../../../core/order/dependent-orders.js';
import {
  detailFieldsOf,
  type OrderField,
  type OrderType,
  termsOf,
  type WrittenTerms,
} from '../../../../core/order/order.js';
import { ORDER_TYPE_NAMES } from '../../../../core/order/order-types.js';
import { define, defineChoice, defineObject, ref, textOf } from '../../http/read/define.js';
import {
  DateTime,
  DecimalNumber,
  GivenDateTime,
  InstrumentName,
  named,
  oneOf,
  PriceValue,
  TransactionID,
} from './primitives.js';

const optional = Type.Optional;

/** Both spellings: that of 2016 only under its dialect. */
export const positionFill = named(
  'OrderPositionFill',
  ['OPEN_ONLY', 'REDUCE_FIRST', 'REDUCE_ONLY', 'DEFAULT'].flatMap(each => [
    each,
    `POSITION_${each}`,
  ]),
);
export const triggerCondition = named(
  'OrderTriggerCondition',
  ['DEFAULT', 'INVERSE', 'BID', 'ASK', 'MID'].flatMap(each => [each, `TRIGGER_${each}`]),
);
export const timeInForce = named('TimeInForce', ['GTC', 'GTD', 'GFD', 'FOK', 'IOC']);
const ORDER_STATES = ['PENDING', 'FILLED', 'TRIGGERED', 'CANCELLED'] as const;
export const ORDER_STATE_FILTERS = [...ORDER_STATES, 'ALL'] as const;
export type OrderStateFilter = (typeof ORDER_STATE_FILTERS)[number];
const orderState = named('OrderState', ORDER_STATES);
export const OrderStateFilter = define('OrderStateFilter', oneOf(ORDER_STATE_FILTERS));

/** The types that clients may request; Orrery has no others. */
export const orderType = named('OrderType', ORDER_TYPE_NAMES);

export const ClientExtensions = defineObject('ClientExtensions', {
  id: optional(Type.String()),
  tag: optional(Type.String()),
  comment: optional(Type.String()),
});
export type ClientExtensions = Static<typeof ClientExtensions>;

/** The first part of the names of a type's definitions: `TakeProfit`. */
export function definitionName(type: OrderType): string {
  const words = type.split('_').map(word => word.slice(0, 1) + word.slice(1).toLowerCase());
  return words.join('');
}

/** A schema for each term but flags, whose schemas are made from their rows. One that is missing does not compile. */
export type TermSchemas = Readonly<Record<keyof WrittenTerms<OrderType>, TSchema>>;

/** The schemas of `fields` by their names. @param schemas - of all but flags. */
export function schemasOf(fields: readonly OrderField[], schemas: TermSchemas & TProperties) {
  const schemaOf = ({ name, kind, words = name }: OrderField): TSchema =>
    kind === 'flag'
      ? optional(Type.Boolean({ description: words }))
      : ensureDefined((schemas as TProperties)[name], 'schema of', name);
  return Object.fromEntries(fields.map(field => [field.name, schemaOf(field)]));
}

/** The terms of orders and of the transactions that make them. */
const TERMS: TermSchemas = {
  instrument: InstrumentName,
  units: DecimalNumber,
  price: PriceValue,
  priceBound: optional(PriceValue),
  distance: optional(DecimalNumber),
  tradeID: TransactionID,
  clientTradeID: optional(Type.String()),
  timeInForce,
  gtdTime: optional(DateTime),
  positionFill,
  triggerCondition,
};

/** The fields of the terms of an order; a trailing stop always has its distance. */
export function termFields(type: OrderType): TProperties {
  return schemasOf(termsOf(type), trails(type) ? { ...TERMS, distance: DecimalNumber } : TERMS);
}

const extensions = optional(ref(ClientExtensions));
/** Fields of the Details objects as the server stores them, or as a refusal repeats them. */
const DETAILS = {
  ...TERMS,
  price: optional(PriceValue),
  timeInForce: optional(timeInForce),
  gtdTime: optional(GivenDateTime),
  triggerCondition: optional(triggerCondition),
  clientExtensions: extensions,
};
/** Fields of an entry order for the trade that it opens. */
export const onFillFields = {
  ...perDependentOrder('onFillField', ({ type }) =>
    optional(
      ref(defineObject(`${definitionName(type)}Details`, schemasOf(detailFieldsOf(type), DETAILS))),
    ),
  ),
  tradeClientExtensions: extensions,
};

const MarketOrderTradeClose = defineObject('MarketOrderTradeClose', {
  units: textOf('number of units, or `ALL`'),
  tradeID: optional(TransactionID),
  clientTradeID: optional(Type.String()),
});
const MarketOrderPositionCloseout = defineObject('MarketOrderPositionCloseout', {
  instrument: InstrumentName,
  units: textOf('number of units, `ALL` or `NONE`'),
});
const MarketOrderMarginCloseout = defineObject('MarketOrderMarginCloseout', {
  reason: named('MarketOrderMarginCloseoutReason', [
    'MARGIN_CHECK_VIOLATION',
    'REGULATORY_MARGIN_CALL_VIOLATION',
    'REGULATORY_MARGIN_CHECK_VIOLATION',
  ]),
});
const MarketOrderDelayedTradeClose = defineObject('MarketOrderDelayedTradeClose', {
  tradeID: TransactionID,
  clientTradeID: optional(Type.String()),
  sourceTransactionID: TransactionID,
});
/** Fields of a market order that closes something: what it closes, and why. */
export const purposeFields = {
  tradeClose: optional(ref(MarketOrderTradeClose)),
  longPositionCloseout: optional(ref(MarketOrderPositionCloseout)),
  shortPositionCloseout: optional(ref(MarketOrderPositionCloseout)),
  marginCloseout: optional(ref(MarketOrderMarginCloseout)),
  delayedTradeClose: optional(ref(MarketOrderDelayedTradeClose)),
};

/** The terms of an order that can rest, as recorded; its transaction has them in the order of `termsOf`. */
const RESTING_TERMS: readonly string[] = [
  'instrument',
  'units',
  'tradeID',
  'clientTradeID',
  'timeInForce',
  'gtdTime',
  'price',
  'distance',
  'triggerCondition',
  'partialFill',
  'positionFill',
  'priceBound',
];

/** The fields in the order of `RESTING_TERMS`; flags come last. */
function asResting(fields: TProperties): TProperties {
  const placeOf = (name: string) => {
    const place = RESTING_TERMS.indexOf(name);
    return place < 0 ? RESTING_TERMS.length : place;
  };
  return Object.fromEntries(
    Object.entries(fields).sort(([one], [other]) => placeOf(one) - placeOf(other)),
  );
}

/** Fields of the orders of one type only. */
const ORDER_OF_TYPE: Readonly<Partial<Record<OrderType, TProperties>>> = {
  MARKET: purposeFields,
  MARKET_IF_TOUCHED: { initialMarketPrice: optional(PriceValue) },
  STOP_LOSS: {
    guaranteed: optional(
      Type.Boolean({
        description: 'a field of 2018; today a guaranteed stop is an order type of its own',
      }),
    ),
    guaranteedExecutionPremium: optional(DecimalNumber),
    triggerMode: oneOf(['TOP_OF_BOOK']),
  },
  GUARANTEED_STOP_LOSS: { guaranteedExecutionPremium: DecimalNumber },
  TRAILING_STOP_LOSS: { trailingStopValue: optional(PriceValue) },
};
const endFields = {
  state: orderState,
  fillingTransactionID: optional(TransactionID),
  filledTime: optional(DateTime),
  tradeOpenedID: optional(TransactionID),
  tradeReducedID: optional(TransactionID),
  tradeClosedIDs: optional(Type.Array(TransactionID)),
  cancellingTransactionID: optional(TransactionID),
  cancelledTime: optional(DateTime),
};

/** An order type as a definition of its own. An order that can rest can be replaced. */
function orderDefinition(type: OrderType): TSchema {
  const rests = type !== 'MARKET';
  const isEntry = dependentOrder(type) === undefined;
  return defineObject(`${definitionName(type)}Order`, {
    id: TransactionID,
    createTime: DateTime,
    ...(rests && { replacesOrderID: optional(TransactionID) }),
    type: oneOf([type]),
    ...(rests
      ? asResting({
          ...termFields(type),
          ...(isEntry && { partialFill: oneOf(['DEFAULT_FILL']) }),
        })
      : termFields(type)),
    ...ORDER_OF_TYPE[type],
    ...(isEntry && onFillFields),
    clientExtensions: extensions,
    ...(rests && { replacedByOrderID: optional(TransactionID) }),
    ...endFields,
  });
}

const ORDERS = Object.fromEntries(
  ORDER_TYPE_NAMES.map(type => [type, orderDefinition(type)]),
) as Readonly<Record<OrderType, TSchema>>;

/** The whole order, in a field of the trade that it closes. */
export const orderOfTradeFields = perDependentOrder('orderField', ({ type }) =>
  optional(ref(ORDERS[type])),
);

/** An order of any type, told apart by `type`. */
export const Order = defineChoice<{
  readonly id: string;
  readonly type: string;
  readonly state: string;
}>('Order', Object.values(ORDERS));
