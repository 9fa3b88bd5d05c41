/**
 * The dependent orders of a trade, asked for all at once, and what became of each.
 * Source: v20 semantics 1.4.
 */

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { ref } from '../../http/read/define.js';
import { carriedOutBody, refusedBody } from './answers.js';
import { ClientExtensions, timeInForce } from './order.js';
import { DateTime, RequestDecimal } from './primitives.js';
import { OrderCancelRejectTransaction, OrderCancelTransaction } from './transaction.js';
import { OrderFillTransaction } from './transaction-fill.js';
import {
  GuaranteedStopLossOrderRejectTransaction,
  GuaranteedStopLossOrderTransaction,
  StopLossOrderRejectTransaction,
  StopLossOrderTransaction,
  TakeProfitOrderRejectTransaction,
  TakeProfitOrderTransaction,
  TrailingStopLossOrderRejectTransaction,
  TrailingStopLossOrderTransaction,
} from './transaction-orders.js';

const optional = Type.Optional;

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

const cancel = optional(ref(OrderCancelTransaction));
const fill = optional(ref(OrderFillTransaction));
export const TradeOrdersResponse = carriedOutBody({
  takeProfitOrderCancelTransaction: cancel,
  takeProfitOrderTransaction: optional(ref(TakeProfitOrderTransaction)),
  takeProfitOrderFillTransaction: fill,
  takeProfitOrderCreatedCancelTransaction: cancel,
  stopLossOrderCancelTransaction: cancel,
  stopLossOrderTransaction: optional(ref(StopLossOrderTransaction)),
  stopLossOrderFillTransaction: fill,
  stopLossOrderCreatedCancelTransaction: cancel,
  trailingStopLossOrderCancelTransaction: cancel,
  trailingStopLossOrderTransaction: optional(ref(TrailingStopLossOrderTransaction)),
  guaranteedStopLossOrderCancelTransaction: cancel,
  guaranteedStopLossOrderTransaction: optional(ref(GuaranteedStopLossOrderTransaction)),
});

const cancelReject = optional(ref(OrderCancelRejectTransaction));
export const TradeOrdersRefused = refusedBody({
  takeProfitOrderCancelRejectTransaction: cancelReject,
  takeProfitOrderRejectTransaction: optional(ref(TakeProfitOrderRejectTransaction)),
  stopLossOrderCancelRejectTransaction: cancelReject,
  stopLossOrderRejectTransaction: optional(ref(StopLossOrderRejectTransaction)),
  trailingStopLossOrderCancelRejectTransaction: cancelReject,
  trailingStopLossOrderRejectTransaction: optional(ref(TrailingStopLossOrderRejectTransaction)),
  guaranteedStopLossOrderCancelRejectTransaction: cancelReject,
  guaranteedStopLossOrderRejectTransaction: optional(ref(GuaranteedStopLossOrderRejectTransaction)),
});
