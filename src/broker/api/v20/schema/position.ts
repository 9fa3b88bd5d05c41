/**
 * Position resources and requests. Source: v20 semantics 9.4, 1.5, field order as recorded.
 */

import { type Static, Type } from '@sinclair/typebox';
import { defineObject, ref } from '../../http/read/define.js';
import { answerBody, carriedOutBody, refusedBody } from './answers.js';
import { ClientExtensions } from './order.js';
import {
  AccountUnits,
  DecimalNumber,
  InstrumentName,
  PriceValue,
  RequestDecimal,
  TransactionID,
} from './primitives.js';
import { OrderCancelTransaction } from './transaction.js';
import { OrderFillTransaction } from './transaction-fill.js';
import { MarketOrderRejectTransaction, MarketOrderTransaction } from './transaction-orders.js';

const optional = Type.Optional;

export const PositionSide = defineObject('PositionSide', {
  units: DecimalNumber,
  averagePrice: optional(PriceValue),
  tradeIDs: optional(Type.Array(TransactionID)),
  pl: AccountUnits,
  unrealizedPL: optional(AccountUnits),
  resettablePL: AccountUnits,
  financing: AccountUnits,
  dividendAdjustment: AccountUnits,
  guaranteedExecutionFees: AccountUnits,
});

export const Position = defineObject('Position', {
  instrument: InstrumentName,
  pl: AccountUnits,
  unrealizedPL: optional(AccountUnits),
  marginUsed: optional(AccountUnits),
  resettablePL: AccountUnits,
  financing: AccountUnits,
  commission: AccountUnits,
  dividendAdjustment: AccountUnits,
  guaranteedExecutionFees: AccountUnits,
  long: ref(PositionSide),
  short: ref(PositionSide),
});
export type Position = Static<typeof Position>;

export const CalculatedPositionState = defineObject('CalculatedPositionState', {
  instrument: InstrumentName,
  netUnrealizedPL: AccountUnits,
  longUnrealizedPL: AccountUnits,
  shortUnrealizedPL: AccountUnits,
  marginUsed: AccountUnits,
});

export const PositionsResponse = answerBody({ positions: Type.Array(ref(Position)) });
export const PositionResponse = answerBody({ position: ref(Position) });

export const ClosePositionRequest = Type.Object(
  {
    longUnits: optional(RequestDecimal),
    longClientExtensions: optional(ref(ClientExtensions)),
    shortUnits: optional(RequestDecimal),
    shortClientExtensions: optional(ref(ClientExtensions)),
  },
  { 'x-optional': true, description: 'units: `ALL`, the default, `NONE` or a positive number' },
);

const create = optional(ref(MarketOrderTransaction));
const fill = optional(ref(OrderFillTransaction));
const cancel = optional(ref(OrderCancelTransaction));
export const ClosePositionResponse = carriedOutBody({
  longOrderCreateTransaction: create,
  longOrderFillTransaction: fill,
  longOrderCancelTransaction: cancel,
  shortOrderCreateTransaction: create,
  shortOrderFillTransaction: fill,
  shortOrderCancelTransaction: cancel,
});
const reject = optional(ref(MarketOrderRejectTransaction));
export const ClosePositionRefused = refusedBody({
  longOrderRejectTransaction: reject,
  shortOrderRejectTransaction: reject,
});
