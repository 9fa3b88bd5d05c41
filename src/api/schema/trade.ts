/**
 * Trade resources and requests. Source: v20 semantics 9.3, 1.4, field order as recorded.
 */

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { define, ref } from './define.js';
import {
  ClientExtensions,
  GuaranteedStopLossOrder,
  StopLossOrder,
  TakeProfitOrder,
  TrailingStopLossOrder,
  timeInForce,
} from './order.js';
import { doneResponse, refusedResponse } from './outcome.js';
import {
  AccountUnits,
  DateTime,
  DecimalNumber,
  InstrumentName,
  named,
  oneOf,
  PriceValue,
  RequestDecimal,
  TransactionID,
} from './primitives.js';

const optional = Type.Optional;

const TRADE_STATES = ['OPEN', 'CLOSED', 'CLOSE_WHEN_TRADEABLE'] as const;
export const TRADE_STATE_FILTERS = [...TRADE_STATES, 'ALL'] as const;
export type TradeStateFilter = (typeof TRADE_STATE_FILTERS)[number];
define('TradeStateFilter', oneOf(TRADE_STATE_FILTERS));

const tradeFields = {
  id: TransactionID,
  instrument: InstrumentName,
  price: PriceValue,
  openTime: DateTime,
  initialUnits: DecimalNumber,
  initialMarginRequired: AccountUnits,
  state: named('TradeState', TRADE_STATES),
  currentUnits: DecimalNumber,
  realizedPL: AccountUnits,
  unrealizedPL: optional(AccountUnits),
  marginUsed: optional(AccountUnits),
  averageClosePrice: optional(PriceValue),
  closingTransactionIDs: optional(Type.Array(TransactionID)),
  financing: AccountUnits,
  dividendAdjustment: AccountUnits,
  closeTime: optional(DateTime),
  clientExtensions: optional(ref(ClientExtensions)),
};

export const TradeSummary = define(
  'TradeSummary',
  Type.Object({
    ...tradeFields,
    takeProfitOrderID: optional(TransactionID),
    stopLossOrderID: optional(TransactionID),
    guaranteedStopLossOrderID: optional(TransactionID),
    trailingStopLossOrderID: optional(TransactionID),
  }),
);
export type TradeSummary = Static<typeof TradeSummary>;

export const Trade = define(
  'Trade',
  Type.Object({
    ...tradeFields,
    takeProfitOrder: optional(ref(TakeProfitOrder)),
    stopLossOrder: optional(ref(StopLossOrder)),
    guaranteedStopLossOrder: optional(ref(GuaranteedStopLossOrder)),
    trailingStopLossOrder: optional(ref(TrailingStopLossOrder)),
  }),
);
export type Trade = Static<typeof Trade>;

export const CalculatedTradeState = define(
  'CalculatedTradeState',
  Type.Object({ id: TransactionID, unrealizedPL: AccountUnits, marginUsed: AccountUnits }),
);

export const TradesResponse = Type.Object({
  trades: Type.Array(ref(Trade)),
  lastTransactionID: TransactionID,
});
export const TradeResponse = Type.Object({ trade: ref(Trade), lastTransactionID: TransactionID });

export const CloseTradeRequest = Type.Object(
  { units: optional(RequestDecimal) },
  { 'x-optional': true, description: 'units: `ALL`, the default, or a positive number' },
);
export const TradeExtensionsRequest = Type.Object({
  clientExtensions: optional(ref(ClientExtensions)),
});

/** Details as clients send them; what they mean for the market is the engine's to judge. */
const details = {
  timeInForce: optional(timeInForce),
  gtdTime: optional(DateTime),
  triggerCondition: optional(Type.String({ description: 'TriggerCondition' })),
  clientExtensions: optional(ref(ClientExtensions)),
};
const price = optional(RequestDecimal);
const distance = optional(RequestDecimal);
const stopLoss = Type.Object({ price, distance, ...details });

/** Left out: stays as it is. null: is cancelled. Otherwise is made, or replaces the one there is. */
function change<T extends TSchema>(schema: T) {
  return optional(Type.Unsafe<Static<T> | null>({ ...schema, nullable: true }));
}

export const TradeOrdersRequest = Type.Object({
  takeProfit: change(Type.Object({ price, ...details })),
  stopLoss: change(stopLoss),
  trailingStopLoss: change(Type.Object({ distance, ...details })),
  guaranteedStopLoss: change(stopLoss),
});

export const CloseTradeResponse = doneResponse(
  ['orderCreateTransaction'],
  ['orderFillTransaction', 'orderCancelTransaction'],
);
export const CloseTradeRefused = refusedResponse(['orderRejectTransaction']);
export const TradeExtensionsResponse = doneResponse(['tradeClientExtensionsModifyTransaction']);
export const TradeExtensionsRefused = refusedResponse([
  'tradeClientExtensionsModifyRejectTransaction',
]);
export const TradeOrdersResponse = doneResponse(
  [],
  [
    'takeProfitOrderCancelTransaction',
    'takeProfitOrderTransaction',
    'takeProfitOrderFillTransaction',
    'takeProfitOrderCreatedCancelTransaction',
    'stopLossOrderCancelTransaction',
    'stopLossOrderTransaction',
    'stopLossOrderFillTransaction',
    'stopLossOrderCreatedCancelTransaction',
    'trailingStopLossOrderCancelTransaction',
    'trailingStopLossOrderTransaction',
    'guaranteedStopLossOrderCancelTransaction',
    'guaranteedStopLossOrderTransaction',
  ],
);
export const TradeOrdersRefused = refusedResponse([
  'takeProfitOrderCancelRejectTransaction',
  'takeProfitOrderRejectTransaction',
  'stopLossOrderCancelRejectTransaction',
  'stopLossOrderRejectTransaction',
  'trailingStopLossOrderCancelRejectTransaction',
  'trailingStopLossOrderRejectTransaction',
  'guaranteedStopLossOrderCancelRejectTransaction',
  'guaranteedStopLossOrderRejectTransaction',
]);
