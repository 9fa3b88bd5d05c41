/**
 * Order resources and requests. Each type is a definition of its own, as published; `Order` is what
 * any of them looks like. Source: v20 semantics 3.1, 3.2.
 */

import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { define, defineChoice, ref } from '../../http/read/define.js';
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
define('OrderStateFilter', oneOf(ORDER_STATE_FILTERS));

const ORDER_TYPE_NAMES = [
  'MARKET',
  'LIMIT',
  'STOP',
  'MARKET_IF_TOUCHED',
  'TAKE_PROFIT',
  'STOP_LOSS',
  'GUARANTEED_STOP_LOSS',
  'TRAILING_STOP_LOSS',
] as const;
/** The types that clients may ask for; there is no other here. */
export const orderType = named('OrderType', ORDER_TYPE_NAMES);
export type OrderTypeName = (typeof ORDER_TYPE_NAMES)[number];

export const ClientExtensions = define(
  'ClientExtensions',
  Type.Object({
    id: optional(Type.String()),
    tag: optional(Type.String()),
    comment: optional(Type.String()),
  }),
);
export type ClientExtensions = Static<typeof ClientExtensions>;

/** Fields of the four Details objects as the server stores them, or as a refusal repeats them. */
const detailsCommon = {
  timeInForce: optional(timeInForce),
  gtdTime: optional(GivenDateTime),
  triggerCondition: optional(triggerCondition),
  clientExtensions: optional(ref(ClientExtensions)),
};
export const TakeProfitDetails = define(
  'TakeProfitDetails',
  Type.Object({ price: optional(PriceValue), ...detailsCommon }),
);
export const StopLossDetails = define(
  'StopLossDetails',
  Type.Object({
    price: optional(PriceValue),
    distance: optional(DecimalNumber),
    ...detailsCommon,
    guaranteed: optional(Type.Boolean({ description: '2016 dialect' })),
  }),
);
export const GuaranteedStopLossDetails = define(
  'GuaranteedStopLossDetails',
  Type.Object({
    price: optional(PriceValue),
    distance: optional(DecimalNumber),
    ...detailsCommon,
  }),
);
export const TrailingStopLossDetails = define(
  'TrailingStopLossDetails',
  Type.Object({ distance: optional(DecimalNumber), ...detailsCommon }),
);

/** What an entry order may bring for the trade that it opens. */
export const onFillFields = {
  takeProfitOnFill: optional(ref(TakeProfitDetails)),
  stopLossOnFill: optional(ref(StopLossDetails)),
  guaranteedStopLossOnFill: optional(ref(GuaranteedStopLossDetails)),
  trailingStopLossOnFill: optional(ref(TrailingStopLossDetails)),
  tradeClientExtensions: optional(ref(ClientExtensions)),
};
const headFields = { id: TransactionID, createTime: DateTime };
const entryFields = { instrument: InstrumentName, units: DecimalNumber, timeInForce };
/** What can rest can be replaced, by its like. */
const replaceFields = {
  replacesOrderID: optional(TransactionID),
  replacedByOrderID: optional(TransactionID),
};
const tradeFields = {
  ...replaceFields,
  tradeID: TransactionID,
  clientTradeID: optional(Type.String()),
  timeInForce,
  gtdTime: optional(DateTime),
  triggerCondition,
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
  ...replaceFields,
  gtdTime: optional(DateTime),
  price: PriceValue,
  triggerCondition,
  partialFill: oneOf(['DEFAULT_FILL']),
  positionFill,
};

export const MarketOrderTradeClose = define(
  'MarketOrderTradeClose',
  Type.Object({
    tradeID: optional(TransactionID),
    clientTradeID: optional(Type.String()),
    units: Type.String({ description: 'number of units, or `ALL`' }),
  }),
);
export const MarketOrderPositionCloseout = define(
  'MarketOrderPositionCloseout',
  Type.Object({
    instrument: InstrumentName,
    units: Type.String({ description: 'number of units, `ALL` or `NONE`' }),
  }),
);
export const MarketOrderMarginCloseout = define(
  'MarketOrderMarginCloseout',
  Type.Object({
    reason: named('MarketOrderMarginCloseoutReason', [
      'MARGIN_CHECK_VIOLATION',
      'REGULATORY_MARGIN_CALL_VIOLATION',
      'REGULATORY_MARGIN_CHECK_VIOLATION',
    ]),
  }),
);
export const MarketOrderDelayedTradeClose = define(
  'MarketOrderDelayedTradeClose',
  Type.Object({
    tradeID: TransactionID,
    clientTradeID: optional(Type.String()),
    sourceTransactionID: TransactionID,
  }),
);
/** What a market order says about the close that it serves. */
export const purposeFields = {
  tradeClose: optional(ref(MarketOrderTradeClose)),
  longPositionCloseout: optional(ref(MarketOrderPositionCloseout)),
  shortPositionCloseout: optional(ref(MarketOrderPositionCloseout)),
  marginCloseout: optional(ref(MarketOrderMarginCloseout)),
  delayedTradeClose: optional(ref(MarketOrderDelayedTradeClose)),
};

/** An order type as a definition of its own. */
function typed<T extends OrderTypeName, P extends TProperties>(name: string, type: T, fields: P) {
  return define(name, Type.Object({ ...headFields, type: oneOf([type]), ...fields, ...endFields }));
}

export const MarketOrder = typed('MarketOrder', 'MARKET', {
  ...entryFields,
  priceBound: optional(PriceValue),
  positionFill,
  ...purposeFields,
  ...onFillFields,
});
export const LimitOrder = typed('LimitOrder', 'LIMIT', {
  ...entryFields,
  ...pendingEntryFields,
  ...onFillFields,
});
export const StopOrder = typed('StopOrder', 'STOP', {
  ...entryFields,
  ...pendingEntryFields,
  priceBound: optional(PriceValue),
  ...onFillFields,
});
export const MarketIfTouchedOrder = typed('MarketIfTouchedOrder', 'MARKET_IF_TOUCHED', {
  ...entryFields,
  ...pendingEntryFields,
  priceBound: optional(PriceValue),
  initialMarketPrice: optional(PriceValue),
  ...onFillFields,
});
export const TakeProfitOrder = typed('TakeProfitOrder', 'TAKE_PROFIT', {
  ...tradeFields,
  price: PriceValue,
});
export const StopLossOrder = typed('StopLossOrder', 'STOP_LOSS', {
  ...tradeFields,
  price: PriceValue,
  distance: optional(DecimalNumber),
  guaranteed: optional(Type.Boolean({ description: 'of 2018; guaranteed stops are a type now' })),
  guaranteedExecutionPremium: optional(DecimalNumber),
  triggerMode: oneOf(['TOP_OF_BOOK']),
});
export const GuaranteedStopLossOrder = typed('GuaranteedStopLossOrder', 'GUARANTEED_STOP_LOSS', {
  ...tradeFields,
  guaranteedExecutionPremium: DecimalNumber,
  price: PriceValue,
  distance: optional(DecimalNumber),
});
export const TrailingStopLossOrder = typed('TrailingStopLossOrder', 'TRAILING_STOP_LOSS', {
  ...tradeFields,
  distance: DecimalNumber,
  trailingStopValue: optional(PriceValue),
});

const ORDER_TYPES: readonly TSchema[] = [
  MarketOrder,
  LimitOrder,
  StopOrder,
  MarketIfTouchedOrder,
  TakeProfitOrder,
  StopLossOrder,
  GuaranteedStopLossOrder,
  TrailingStopLossOrder,
];

/** An order of any type, told apart by `type`. */
export const Order = defineChoice<{
  readonly id: string;
  readonly type: string;
  readonly state: string;
}>('Order', ORDER_TYPES);
