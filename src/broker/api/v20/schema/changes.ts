/**
 * Changes of an account, and its price-dependent state. Source: v20 semantics 9.2.
 */

import { type Static, Type } from '@sinclair/typebox';
import { defineObject, ref } from '../../http/read/define.js';
import { marginCallFields, valueFields } from './account.js';
import { answerBody } from './answers.js';
import { Order } from './order.js';
import { CalculatedPositionState, Position } from './position.js';
import { AccountUnits, DecimalNumber, PriceValue, TransactionID } from './primitives.js';
import { CalculatedTradeState, TradeSummary } from './trade.js';
import { Transaction } from './transaction.js';

const optional = Type.Optional;

export const AccountChanges = defineObject('AccountChanges', {
  ordersCreated: Type.Array(ref(Order)),
  ordersCancelled: Type.Array(ref(Order)),
  ordersFilled: Type.Array(ref(Order)),
  ordersTriggered: Type.Array(ref(Order)),
  tradesOpened: Type.Array(ref(TradeSummary)),
  tradesReduced: Type.Array(ref(TradeSummary)),
  tradesClosed: Type.Array(ref(TradeSummary)),
  positions: Type.Array(ref(Position)),
  transactions: Type.Array(ref(Transaction)),
});
export type AccountChanges = Static<typeof AccountChanges>;

const DynamicOrderState = defineObject('DynamicOrderState', {
  id: TransactionID,
  trailingStopValue: optional(PriceValue),
  triggerDistance: optional(DecimalNumber),
  isTriggerDistanceExact: optional(Type.Boolean()),
});

export const AccountChangesState = defineObject('AccountChangesState', {
  ...valueFields,
  balance: AccountUnits,
  pl: AccountUnits,
  resettablePL: AccountUnits,
  financing: AccountUnits,
  commission: AccountUnits,
  dividendAdjustment: AccountUnits,
  guaranteedExecutionFees: AccountUnits,
  ...marginCallFields,
  orders: Type.Array(ref(DynamicOrderState)),
  trades: Type.Array(ref(CalculatedTradeState)),
  positions: Type.Array(ref(CalculatedPositionState)),
});
export type AccountChangesState = Static<typeof AccountChangesState>;

export const ChangesQuery = Type.Object({
  sinceTransactionID: Type.String({
    pattern: '^-?\\d{1,15}$',
    description: 'changes after this transaction; the last one that the client knows',
  }),
});
export const ChangesResponse = answerBody({
  changes: ref(AccountChanges),
  state: ref(AccountChangesState),
});
