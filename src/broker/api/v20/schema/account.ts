/**
 * Account resources. Source: v20 semantics 9.1, field order as recorded.
 */

import { type Static, Type } from '@sinclair/typebox';
import { defineObject, ref } from '../../http/read/define.js';
import { answerBody } from './answers.js';
import { Order } from './order.js';
import { Position } from './position.js';
import {
  AccountID,
  AccountUnits,
  Currency,
  DateTime,
  DecimalNumber,
  guaranteedStopLossOrderMode,
  oneOf,
  TransactionID,
} from './primitives.js';
import { TradeSummary } from './trade.js';

const AccountProperties = defineObject('AccountProperties', {
  id: AccountID,
  mt4AccountID: Type.Optional(Type.Integer()),
  tags: Type.Array(Type.String()),
});

/** Which changes of a guaranteed stop are allowed after it was created; v20 publishes it as an enum. */
const mutability = oneOf(['FIXED', 'REPLACEABLE', 'CANCELABLE', 'PRICE_WIDEN_ONLY']);
const GuaranteedStopLossOrderParameters = defineObject('GuaranteedStopLossOrderParameters', {
  mutabilityMarketOpen: mutability,
  mutabilityMarketHalted: mutability,
});

/** Fields that change with prices. */
export const valueFields = {
  unrealizedPL: AccountUnits,
  NAV: AccountUnits,
  marginUsed: AccountUnits,
  marginAvailable: AccountUnits,
  positionValue: AccountUnits,
  marginCloseoutUnrealizedPL: AccountUnits,
  marginCloseoutNAV: AccountUnits,
  marginCloseoutMarginUsed: AccountUnits,
  marginCloseoutPositionValue: AccountUnits,
  marginCloseoutPercent: DecimalNumber,
  withdrawalLimit: AccountUnits,
  marginCallMarginUsed: AccountUnits,
  marginCallPercent: DecimalNumber,
};

/** Fields that an account has only during a margin call. */
export const marginCallFields = {
  marginCallEnterTime: Type.Optional(DateTime),
  marginCallExtensionCount: Type.Optional(Type.Integer()),
  lastMarginCallExtensionTime: Type.Optional(DateTime),
};

/** Fields of both AccountSummary and Account. */
const accountFields = {
  guaranteedStopLossOrderMode,
  guaranteedStopLossOrderParameters: Type.Optional(ref(GuaranteedStopLossOrderParameters)),
  hedgingEnabled: Type.Boolean(),
  id: AccountID,
  createdTime: DateTime,
  currency: Currency,
  createdByUserID: Type.Integer(),
  alias: Type.String(),
  marginRate: Type.Optional(DecimalNumber),
  lastTransactionID: TransactionID,
  balance: AccountUnits,
  openTradeCount: Type.Integer(),
  openPositionCount: Type.Integer(),
  pendingOrderCount: Type.Integer(),
  pl: AccountUnits,
  resettablePL: AccountUnits,
  resettablePLTime: DateTime,
  financing: AccountUnits,
  commission: AccountUnits,
  dividendAdjustment: AccountUnits,
  guaranteedExecutionFees: AccountUnits,
  ...valueFields,
  lastOrderFillTimestamp: Type.Optional(DateTime),
  ...marginCallFields,
};

export const AccountSummary = defineObject('AccountSummary', accountFields);
export type AccountSummary = Static<typeof AccountSummary>;

export const Account = defineObject('Account', {
  ...accountFields,
  orders: Type.Array(ref(Order)),
  trades: Type.Array(ref(TradeSummary)),
  positions: Type.Array(ref(Position)),
});
export type Account = Static<typeof Account>;

export const AccountsResponse = Type.Object({ accounts: Type.Array(ref(AccountProperties)) });
export const AccountResponse = answerBody({ account: ref(Account) });
export const AccountSummaryResponse = answerBody({ account: ref(AccountSummary) });
