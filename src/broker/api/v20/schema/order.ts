/**
 * Order resources and requests. Each type has a definition of its own, as published; `Order` has the
 * fields of all types. Source: v20 semantics 3.1, 3.2.
 */

import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import {
  type DependentOrder,
  type DependentOrderType,
  perDependentOrder,
} from '../../../../core/order/dependent-orders.js';
import { flagsOf } from '../../../../core/order/flags.js';
import type { OrderType, TermOf, TradeName, WrittenTerms } from '../../../../core/order/order.js';
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

/** The first part of the names of a dependent type's definitions: `TakeProfit`. */
export function definitionName({ words }: DependentOrder): string {
  return words.replaceAll(' ', '');
}

/** A field for each flag of an order type. */
export function flagFields(type: OrderType): TProperties {
  return Object.fromEntries(
    flagsOf(type).map(({ name, words = name }) => [
      name,
      optional(Type.Boolean({ description: words })),
    ]),
  );
}

/** The schemas of the terms that all orders of `Type` have; one that is missing does not compile. */
export type TermSchemas<Type extends OrderType> = Readonly<
  Record<keyof WrittenTerms<Type>, TSchema>
> &
  TProperties;
/** The terms of dependent orders, without price and distance, of which a type has one or both. */
export type DependentSchemas<Left extends TermOf<DependentOrderType> = never> = Readonly<
  Record<Exclude<keyof WrittenTerms<DependentOrderType>, 'price' | 'distance' | Left>, TSchema>
> &
  TProperties;

/** Fields of the four Details objects as the server stores them, or as a refusal repeats them. */
const detailsCommon = {
  timeInForce: optional(timeInForce),
  gtdTime: optional(GivenDateTime),
  triggerCondition: optional(triggerCondition),
  clientExtensions: optional(ref(ClientExtensions)),
} satisfies DependentSchemas<TradeName>;
/** Fields of the Details object of one type only. */
const DETAILS_OF_TYPE: Readonly<Partial<Record<DependentOrderType, TProperties>>> = {
  STOP_LOSS: { guaranteed: optional(Type.Boolean({ description: '2016 dialect' })) },
};
const detailsOnFill = perDependentOrder('onFillField', row =>
  optional(
    ref(
      defineObject(`${definitionName(row)}Details`, {
        ...(row.price === 'none' ? {} : { price: optional(PriceValue) }),
        ...(row.distance === 'none' ? {} : { distance: optional(DecimalNumber) }),
        ...detailsCommon,
        ...flagFields(row.type),
        ...DETAILS_OF_TYPE[row.type],
      }),
    ),
  ),
);

/** Fields of an entry order for the trade that it opens. */
export const onFillFields = {
  ...detailsOnFill,
  tradeClientExtensions: optional(ref(ClientExtensions)),
};
const headFields = { id: TransactionID, createTime: DateTime };
const entryFields = { instrument: InstrumentName, units: DecimalNumber, timeInForce };
/** Fields of an order that can rest: such an order can be replaced, by one of its own type. */
const replacesField = { replacesOrderID: optional(TransactionID) };
const replacedField = { replacedByOrderID: optional(TransactionID) };
const tradeFields = {
  tradeID: TransactionID,
  clientTradeID: optional(Type.String()),
  timeInForce,
  gtdTime: optional(DateTime),
};
const endFields = {
  clientExtensions: optional(ref(ClientExtensions)),
  state: orderState,
  fillingTransactionID: optional(TransactionID),
  filledTime: optional(DateTime),
  tradeOpenedID: optional(TransactionID),
  tradeReducedID: optional(TransactionID),
  tradeClosedIDs: optional(Type.Array(TransactionID)),
  cancellingTransactionID: optional(TransactionID),
  cancelledTime: optional(DateTime),
};
const pendingEntryFields = {
  gtdTime: optional(DateTime),
  price: PriceValue,
  triggerCondition,
  partialFill: oneOf(['DEFAULT_FILL']),
  positionFill,
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

/** The distance of an order or a transaction; required when the type must have one. */
export function distanceOf({ distance }: DependentOrder): TSchema {
  return distance === 'required' ? DecimalNumber : optional(DecimalNumber);
}

/** An order type as a definition of its own. */
function typed<T extends OrderType, P extends TProperties>(name: string, type: T, fields: P) {
  const canRest = type !== 'MARKET';
  const head = { ...headFields, ...(canRest ? replacesField : {}), type: oneOf([type]) };
  const { clientExtensions, ...end } = endFields;
  const links = { clientExtensions, ...(canRest ? replacedField : {}) };
  return defineObject(name, { ...head, ...fields, ...flagFields(type), ...links, ...end });
}

export const MarketOrder = typed('MarketOrder', 'MARKET', {
  ...entryFields,
  priceBound: optional(PriceValue),
  positionFill,
  ...purposeFields,
  ...onFillFields,
} satisfies TermSchemas<'MARKET'>);
export const LimitOrder = typed('LimitOrder', 'LIMIT', {
  ...entryFields,
  ...pendingEntryFields,
  ...onFillFields,
} satisfies TermSchemas<'LIMIT'>);
export const StopOrder = typed('StopOrder', 'STOP', {
  ...entryFields,
  ...pendingEntryFields,
  priceBound: optional(PriceValue),
  ...onFillFields,
} satisfies TermSchemas<'STOP'>);
export const MarketIfTouchedOrder = typed('MarketIfTouchedOrder', 'MARKET_IF_TOUCHED', {
  ...entryFields,
  ...pendingEntryFields,
  priceBound: optional(PriceValue),
  initialMarketPrice: optional(PriceValue),
  ...onFillFields,
} satisfies TermSchemas<'MARKET_IF_TOUCHED'>);
/** Fields of the orders of one dependent type only. */
const ORDER_OF_TYPE: Readonly<Partial<Record<DependentOrderType, TProperties>>> = {
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

/** The whole order, in a field of the trade that it closes. */
const ordersOfTrade = perDependentOrder('orderField', row =>
  typed(`${definitionName(row)}Order`, row.type, {
    ...tradeFields,
    ...(row.price === 'none' ? {} : { price: PriceValue }),
    ...(row.distance === 'none' ? {} : { distance: distanceOf(row) }),
    triggerCondition,
    ...ORDER_OF_TYPE[row.type],
  } satisfies DependentSchemas),
);
export const orderOfTradeFields = perDependentOrder('orderField', ({ orderField }) =>
  optional(ref(ordersOfTrade[orderField])),
);

const ORDER_SCHEMAS: readonly TSchema[] = [
  MarketOrder,
  LimitOrder,
  StopOrder,
  MarketIfTouchedOrder,
  ...Object.values(ordersOfTrade),
];

/** An order of any type, told apart by `type`. */
export const Order = defineChoice<{
  readonly id: string;
  readonly type: string;
  readonly state: string;
}>('Order', ORDER_SCHEMAS);
