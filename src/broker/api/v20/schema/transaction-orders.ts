/**
 * Transactions that create orders, and those that refuse them. Field groups are those of the order types.
 * Source: v20 semantics 3.1, 6.1.
 *
 * The list of words from `primitives.js` is much like that of `order.ts`. The language has no import
 * that takes its names from another file, and a re-export would make `order.ts` the owner of words
 * that are not of orders.
 */

import { type TProperties, type TSchema, Type } from '@sinclair/typebox';
import {
  type DependentOrderType,
  perDependentOrder,
} from '../../../../core/order/dependent-orders.js';
import type { OrderType } from '../../../../core/order/order.js';
import { ref } from '../../http/read/define.js';
import {
  ClientExtensions,
  type DependentSchemas,
  definitionName,
  distanceOf,
  flagFields,
  onFillFields,
  positionFill,
  purposeFields,
  type TermSchemas,
  timeInForce,
  triggerCondition,
} from './order.js';
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
import { marketOrderReason } from './reasons.js';
import { rejected, transaction } from './transaction-head.js';

const optional = Type.Optional;

const clientExtensions = optional(ref(ClientExtensions));
const amountFields = { instrument: InstrumentName, units: DecimalNumber };
const lifetimeFields = { timeInForce, gtdTime: optional(DateTime) };
const priceBoundField = { priceBound: optional(PriceValue) };
const partialFill = optional(oneOf(['DEFAULT']));

/** What a replacing order says about the order that it replaces. */
const replacesFields = {
  replacesOrderID: optional(TransactionID),
  cancellingTransactionID: optional(TransactionID),
};
const intendsFields = { intendedReplacesOrderID: TransactionID };

const marketFields = {
  ...amountFields,
  timeInForce,
  ...priceBoundField,
  positionFill,
  ...flagFields('MARKET'),
  ...onFillFields,
  clientExtensions,
  reason: marketOrderReason,
  ...purposeFields,
} satisfies TermSchemas<'MARKET'>;
const limitFields = {
  ...amountFields,
  price: PriceValue,
  ...lifetimeFields,
  positionFill,
  triggerCondition,
  partialFill,
  ...onFillFields,
  clientExtensions,
} satisfies TermSchemas<'LIMIT'>;
const stopFields = { ...limitFields, ...priceBoundField } satisfies TermSchemas<
  'STOP' | 'MARKET_IF_TOUCHED'
>;
const tradeNames = { tradeID: TransactionID, clientTradeID: optional(Type.String()) };
/** What a dependent order says about the fill that made it. */
const fillField = { orderFillTransactionID: optional(TransactionID) };
/** Fields of the transactions of one dependent type only. */
const TRANSACTION_OF_TYPE: Readonly<Partial<Record<DependentOrderType, TProperties>>> = {
  // In 2016 a stop loss itself could be guaranteed.
  STOP_LOSS: {
    guaranteedExecutionPremium: optional(DecimalNumber),
    triggerMode: optional(oneOf(['TOP_OF_BOOK'])),
    guaranteed: optional(Type.Boolean({ description: '2016 dialect' })),
  },
  GUARANTEED_STOP_LOSS: { guaranteedExecutionPremium: optional(DecimalNumber) },
};

const ENTRY_REASONS = ['CLIENT_ORDER', 'REPLACEMENT'];
const DEPENDENT_REASONS = [...ENTRY_REASONS, 'ON_FILL'];

/** The fields as a refusal repeats them: in the text of the client. */
function asGiven(fields: TProperties): TProperties {
  return {
    ...fields,
    ...('gtdTime' in fields ? { gtdTime: optional(GivenDateTime) } : {}),
    ...('tradeID' in fields ? { tradeID: Type.String() } : {}),
  };
}

/** The definitions of the transaction that makes an order, and of its refusal. */
function orderPair(name: string, type: OrderType, terms: TProperties): [TSchema, TSchema] {
  const fields = { ...terms, ...flagFields(type) };
  const isDependent = 'tradeID' in fields;
  const reason = named(`${name}Reason`, isDependent ? DEPENDENT_REASONS : ENTRY_REASONS);
  const end = { reason, ...(isDependent ? fillField : {}) };
  return [
    transaction(`${name}Transaction`, `${type}_ORDER`, { ...fields, ...end, ...replacesFields }),
    rejected(`${name}RejectTransaction`, `${type}_ORDER`, {
      ...asGiven(fields),
      ...end,
      ...intendsFields,
    }),
  ];
}

export const MarketOrderTransaction = transaction(
  'MarketOrderTransaction',
  'MARKET_ORDER',
  marketFields,
);
/** A market order cannot replace another order, because it cannot rest. */
export const MarketOrderRejectTransaction = rejected(
  'MarketOrderRejectTransaction',
  'MARKET_ORDER',
  { ...marketFields, ...intendsFields },
);
const FIXED_PRICE = transaction('FixedPriceOrderTransaction', 'FIXED_PRICE_ORDER', {
  ...amountFields,
  price: PriceValue,
  positionFill,
  tradeState: Type.String(),
  ...onFillFields,
  clientExtensions,
  reason: named('FixedPriceOrderReason', [
    'PLATFORM_ACCOUNT_MIGRATION',
    'TRADE_CLOSE_DIVISION_ACCOUNT_MIGRATION',
    'TRADE_CLOSE_ADMINISTRATIVE_ACTION',
  ]),
});

const LIMIT = orderPair('LimitOrder', 'LIMIT', limitFields);
const STOP = orderPair('StopOrder', 'STOP', stopFields);
const MARKET_IF_TOUCHED = orderPair('MarketIfTouchedOrder', 'MARKET_IF_TOUCHED', stopFields);
/** The transactions that create and refuse an order of each dependent type. */
export const DEPENDENT_ORDER_PAIRS = perDependentOrder('name', row =>
  orderPair(`${definitionName(row)}Order`, row.type, {
    ...tradeNames,
    ...(row.price === 'none' ? {} : { price: PriceValue }),
    ...(row.distance === 'none' ? {} : { distance: distanceOf(row) }),
    ...lifetimeFields,
    triggerCondition,
    ...TRANSACTION_OF_TYPE[row.type],
    clientExtensions,
  } satisfies DependentSchemas),
);
const DEPENDENT_PAIR_LIST = Object.values(DEPENDENT_ORDER_PAIRS);

/** Transactions that made an order. */
export const ORDER_CREATIONS: readonly TSchema[] = [
  MarketOrderTransaction,
  FIXED_PRICE,
  LIMIT[0],
  STOP[0],
  MARKET_IF_TOUCHED[0],
  ...DEPENDENT_PAIR_LIST.map(([creation]) => creation),
];
/** Transactions that refused to make one. */
export const ORDER_REJECTS: readonly TSchema[] = [
  MarketOrderRejectTransaction,
  LIMIT[1],
  STOP[1],
  MARKET_IF_TOUCHED[1],
  ...DEPENDENT_PAIR_LIST.map(([, refusal]) => refusal),
];
