/**
 * Account resources. Source: v20 semantics 9.1, field order as recorded.
 */

import { type Static, Type } from '@sinclair/typebox';
import { define, ref } from './define.js';
import {
  AccountID,
  AccountUnits,
  Currency,
  DateTime,
  DecimalNumber,
  oneOf,
  TransactionID,
} from './primitives.js';

export const AccountProperties = define(
  'AccountProperties',
  Type.Object({
    id: AccountID,
    mt4AccountID: Type.Optional(Type.Integer()),
    tags: Type.Array(Type.String()),
  }),
);
export type AccountProperties = Static<typeof AccountProperties>;

export const GuaranteedStopLossOrderMode = oneOf(['DISABLED', 'ALLOWED', 'REQUIRED']);

/** What AccountSummary and Account share. */
export const accountFields = {
  guaranteedStopLossOrderMode: GuaranteedStopLossOrderMode,
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
  lastOrderFillTimestamp: Type.Optional(DateTime),
  marginCallEnterTime: Type.Optional(DateTime),
};

export const AccountSummary = define('AccountSummary', Type.Object(accountFields));
export type AccountSummary = Static<typeof AccountSummary>;

export const AccountsResponse = Type.Object({ accounts: Type.Array(ref(AccountProperties)) });
export const AccountSummaryResponse = Type.Object({
  account: ref(AccountSummary),
  lastTransactionID: TransactionID,
});
