/**
 * Account views: AccountSummary as v20 sends it. Source: v20 semantics 5.3, 9.1.
 */

import { type Decimal, formatFixed, formatMoney } from '../base/decimal.js';
import { present } from '../base/present.js';
import type { AccountState } from '../ledger/account.js';
import { type AccountMarket, type Valuation, valueAccount } from '../ledger/valuation.js';

const PERCENT_DIGITS = 5;

/** v20's AccountSummary; money as strings of four decimals. */
export interface AccountSummary {
  readonly id: string;
  readonly currency: string;
  readonly balance: string;
  readonly NAV: string;
  readonly openTradeCount: number;
  readonly [field: string]: string | number | boolean | object;
}

/** The summary of an account at the current quotes. */
export function accountSummary(state: AccountState, market: AccountMarket): AccountSummary {
  const value = valueAccount(state, market);
  const instruments = new Set([...state.openTrades.values()].map(trade => trade.instrument));
  const { guaranteedStopLossOrderMode, hedging, id, currency } = state.config;
  return present({
    guaranteedStopLossOrderMode,
    hedgingEnabled: hedging,
    id,
    createdTime: state.createdTime,
    currency,
    createdByUserID: userOf(id),
    alias: state.alias,
    marginRate: state.marginRate,
    lastTransactionID: String(state.lastTransactionID),
    balance: formatMoney(state.balance),
    openTradeCount: state.openTrades.size,
    openPositionCount: instruments.size,
    pendingOrderCount: state.pendingOrders.size,
    pl: formatMoney(state.pl),
    resettablePL: formatMoney(state.resettablePL),
    resettablePLTime: state.resettablePLTime,
    financing: formatMoney(state.financing),
    commission: formatMoney(state.commission),
    dividendAdjustment: '0',
    guaranteedExecutionFees: formatMoney(state.guaranteedExecutionFees),
    ...valueFields(value),
    lastOrderFillTimestamp: state.lastOrderFillTimestamp,
    marginCallEnterTime: state.marginCallEnterTime,
  }) as unknown as AccountSummary;
}

/** The user number in an account id `site-division-user-number`. */
export function userOf(accountID: string): number {
  return Number(accountID.split('-')[2] ?? 0);
}

/** The price-dependent fields, in their recorded order. */
export function valueFields(value: Valuation): Record<string, string> {
  const percent = (ratio: Decimal) => formatFixed(ratio, PERCENT_DIGITS);
  return {
    unrealizedPL: formatMoney(value.unrealizedPL),
    NAV: formatMoney(value.NAV),
    marginUsed: formatMoney(value.marginUsed),
    marginAvailable: formatMoney(value.marginAvailable),
    positionValue: formatMoney(value.positionValue),
    marginCloseoutUnrealizedPL: formatMoney(value.closeoutUnrealizedPL),
    marginCloseoutNAV: formatMoney(value.closeoutNAV),
    marginCloseoutMarginUsed: formatMoney(value.marginUsed),
    marginCloseoutPositionValue: formatMoney(value.positionValue),
    marginCloseoutPercent: percent(value.closeoutPercent),
    withdrawalLimit: formatMoney(value.withdrawalLimit),
    marginCallMarginUsed: formatMoney(value.marginUsed),
    marginCallPercent: percent(value.marginCallPercent),
  };
}
