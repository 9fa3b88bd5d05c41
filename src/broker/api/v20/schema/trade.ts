/**
 * Trade resources and requests. Source: v20 semantics 9.3, 1.4, field order as recorded.
 */

import { type Static, Type } from '@sinclair/typebox';
import { perDependentOrder } from '../../../../core/order/dependent-orders.js';
import { define, defineObject, ref } from '../../http/read/define.js';
import { answerBody, carriedOutBody, refusedBody } from './answers.js';
import { ClientExtensions, orderOfTradeFields } from './order.js';
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
import {
  OrderCancelTransaction,
  TradeClientExtensionsModifyRejectTransaction,
  TradeClientExtensionsModifyTransaction,
} from './transaction.js';
import { OrderFillTransaction } from './transaction-fill.js';
import { MarketOrderRejectTransaction, MarketOrderTransaction } from './transaction-orders.js';

const optional = Type.Optional;

const TRADE_STATES = ['OPEN', 'CLOSED', 'CLOSE_WHEN_TRADEABLE'] as const;
export const TRADE_STATE_FILTERS = [...TRADE_STATES, 'ALL'] as const;
export type TradeStateFilter = (typeof TRADE_STATE_FILTERS)[number];
export const TradeStateFilter = define('TradeStateFilter', oneOf(TRADE_STATE_FILTERS));

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

export const TradeSummary = defineObject('TradeSummary', {
  ...tradeFields,
  ...perDependentOrder('link', () => optional(TransactionID)),
});
export type TradeSummary = Static<typeof TradeSummary>;

export const Trade = defineObject('Trade', { ...tradeFields, ...orderOfTradeFields });
export type Trade = Static<typeof Trade>;

export const CalculatedTradeState = defineObject('CalculatedTradeState', {
  id: TransactionID,
  unrealizedPL: AccountUnits,
  marginUsed: AccountUnits,
});

export const TradesResponse = answerBody({ trades: Type.Array(ref(Trade)) });
export const TradeResponse = answerBody({ trade: ref(Trade) });

export const CloseTradeRequest = Type.Object(
  { units: optional(Type.Unsafe<string>({ ...RequestDecimal, default: 'ALL' })) },
  { 'x-optional': true, description: 'units: `ALL`, the default, or a positive number' },
);
export const TradeExtensionsRequest = Type.Object({
  clientExtensions: optional(ref(ClientExtensions)),
});

export const CloseTradeResponse = carriedOutBody({
  orderCreateTransaction: ref(MarketOrderTransaction),
  orderFillTransaction: optional(ref(OrderFillTransaction)),
  orderCancelTransaction: optional(ref(OrderCancelTransaction)),
});
export const CloseTradeRefused = refusedBody({
  orderRejectTransaction: optional(ref(MarketOrderRejectTransaction)),
});
export const TradeExtensionsResponse = carriedOutBody({
  tradeClientExtensionsModifyTransaction: ref(TradeClientExtensionsModifyTransaction),
});
export const TradeExtensionsRefused = refusedBody({
  tradeClientExtensionsModifyRejectTransaction: optional(
    ref(TradeClientExtensionsModifyRejectTransaction),
  ),
});
