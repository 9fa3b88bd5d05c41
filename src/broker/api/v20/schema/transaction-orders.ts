/**
 * Transactions that create orders, and those that refuse them: the terms of the type, then what only
 * transactions have. Source: v20 semantics 3.1, 6.1.
 */

import { type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { dependentOrder } from '../../../../core/order/dependent-orders.js';
import type { OrderType } from '../../../../core/order/order.js';
import { ORDER_TYPE_NAMES } from '../../../../core/order/order-types.js';
import { ref } from '../../http/read/define.js';
import {
  ClientExtensions,
  definitionName,
  onFillFields,
  positionFill,
  purposeFields,
  termFields,
} from './order.js';
import {
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

/** Fields of the transactions of one type only. */
const TRANSACTION_OF_TYPE: Readonly<Partial<Record<OrderType, TProperties>>> = {
  // In 2016 a stop loss itself could be guaranteed.
  STOP_LOSS: {
    guaranteedExecutionPremium: optional(DecimalNumber),
    triggerMode: optional(oneOf(['TOP_OF_BOOK'])),
    guaranteed: optional(Type.Boolean({ description: '2016 dialect' })),
  },
  GUARANTEED_STOP_LOSS: { guaranteedExecutionPremium: optional(DecimalNumber) },
};

const clientExtensions = optional(ref(ClientExtensions));
/** What a replacing order says about the order that it replaces. */
const replacesFields = {
  replacesOrderID: optional(TransactionID),
  cancellingTransactionID: optional(TransactionID),
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
function orderPair(type: OrderType): readonly [TSchema, TSchema] {
  const name = `${definitionName(type)}Order`;
  const rests = type !== 'MARKET';
  const isEntry = dependentOrder(type) === undefined;
  const fields = {
    ...termFields(type),
    ...(rests && isEntry && { partialFill: optional(oneOf(['DEFAULT'])) }),
    ...TRANSACTION_OF_TYPE[type],
    ...(isEntry && onFillFields),
    clientExtensions,
    reason: rests
      ? named(`${name}Reason`, isEntry ? ENTRY_REASONS : DEPENDENT_REASONS)
      : marketOrderReason,
    ...(rests ? {} : purposeFields),
    // The fill that made a dependent order.
    ...(!isEntry && { orderFillTransactionID: optional(TransactionID) }),
  };
  return [
    // A market order cannot replace another order, because it cannot rest.
    transaction(`${name}Transaction`, `${type}_ORDER`, { ...fields, ...(rests && replacesFields) }),
    rejected(`${name}RejectTransaction`, `${type}_ORDER`, {
      ...asGiven(fields),
      intendedReplacesOrderID: TransactionID,
    }),
  ];
}

/** The transactions that create and refuse an order of each type. */
export const ORDER_PAIRS = Object.fromEntries(
  ORDER_TYPE_NAMES.map(type => [type, orderPair(type)]),
) as Readonly<Record<OrderType, readonly [TSchema, TSchema]>>;
export const [MarketOrderTransaction, MarketOrderRejectTransaction] = ORDER_PAIRS.MARKET;

const FIXED_PRICE = transaction('FixedPriceOrderTransaction', 'FIXED_PRICE_ORDER', {
  instrument: InstrumentName,
  units: DecimalNumber,
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

const [MARKET, ...others] = Object.values(ORDER_PAIRS).map(([creation]) => creation);
/** Transactions that made an order. */
export const ORDER_CREATIONS = [MARKET, FIXED_PRICE, ...others] as readonly TSchema[];
/** Transactions that refused to make one. */
export const ORDER_REJECTS: readonly TSchema[] = Object.values(ORDER_PAIRS).map(
  ([, refusal]) => refusal,
);
