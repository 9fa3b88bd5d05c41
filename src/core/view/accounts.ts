/**
 * Account views: AccountSummary and Account as v20 sends them. Source: v20 semantics 5.3, 9.1.
 */

import { type Decimal, formatFixed, formatMoney } from '../base/decimal.js';
import { present } from '../base/present.js';
import type { AccountState } from '../ledger/account.js';
import { userOf } from '../ledger/account-id.js';
import {
  type AccountMarket,
  accountMarginRate,
  type Valuation,
  valueAccount,
} from '../ledger/valuation.js';
import type { AccountSource } from './account-source.js';
import { LongList } from './long-list.js';
import { OpenValues } from './open-values.js';
import { type OrderView, orderView } from './orders.js';
import { isOpenPosition, type PositionView, positionView } from './positions.js';
import { type TradeSummary, tradeSummary } from './trades.js';

const PERCENT_DIGITS = 5;
/** Which changes of a guaranteed stop the engine's policy allows. */
const MUTABILITY = {
  DISABLED: undefined,
  ALLOWED: { mutabilityMarketOpen: 'CANCELABLE', mutabilityMarketHalted: 'PRICE_WIDEN_ONLY' },
  REQUIRED: { mutabilityMarketOpen: 'REPLACEABLE', mutabilityMarketHalted: 'PRICE_WIDEN_ONLY' },
} as const;

/** v20's AccountSummary; money as strings with four decimals, in home currency. */
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
  const openPositions = [...state.positions.values()].filter(isOpenPosition);
  const { guaranteedStopLossOrderMode, hedging, id, currency } = state.config;
  return present({
    guaranteedStopLossOrderMode,
    guaranteedStopLossOrderParameters: MUTABILITY[guaranteedStopLossOrderMode],
    hedgingEnabled: hedging,
    id,
    createdTime: state.createdTime,
    currency,
    createdByUserID: userOf(id),
    alias: state.alias,
    marginRate: accountMarginRate(state, market),
    lastTransactionID: String(state.lastTransactionID),
    balance: formatMoney(state.balance),
    openTradeCount: state.openTrades.size,
    openPositionCount: openPositions.length,
    pendingOrderCount: state.pendingOrders.size,
    pl: formatMoney(state.pl),
    resettablePL: formatMoney(state.resettablePL),
    resettablePLTime: state.resettablePLTime,
    financing: formatMoney(state.financing),
    commission: formatMoney(state.commission),
    dividendAdjustment: dividendText(state),
    guaranteedExecutionFees: formatMoney(state.guaranteedExecutionFees),
    ...valueFields(value),
    lastOrderFillTimestamp: state.lastOrderFillTimestamp,
    ...marginCallFields(state),
  });
}

/** The dividend adjustments of an account; recorded accounts without any have no decimals. */
export function dividendText({ dividendAdjustment }: AccountState): string {
  return dividendAdjustment.isZero() ? '0' : formatMoney(dividendAdjustment);
}

/** v20's Account. */
export type Account = AccountSummary & {
  readonly orders: LongList<OrderView>;
  readonly trades: LongList<TradeSummary>;
  readonly positions: LongList<PositionView>;
};

/**
 * The full account: pending orders and open trades, newest first, and every position ever traded.
 */
export function fullAccount(account: AccountSource): Account {
  const { state, market } = account;
  const values = new OpenValues(state, market);
  return {
    ...accountSummary(state, market),
    orders: LongList.of([...state.pendingOrders.values()].reverse(), order =>
      orderView(account, order),
    ),
    trades: LongList.of([...state.openTrades.values()].reverse(), trade =>
      tradeSummary(state, market, trade, values),
    ),
    positions: LongList.of([...state.positions.values()], position =>
      positionView(state, market, position, values),
    ),
  };
}

/** The fields of the account's regulatory margin call; no fields when it is in none. */
export function marginCallFields(state: AccountState) {
  if (state.marginCallEnterTime === undefined) return {};
  return {
    marginCallEnterTime: state.marginCallEnterTime,
    marginCallExtensionCount: state.marginCallExtensionCount,
    lastMarginCallExtensionTime: state.lastMarginCallExtensionTime,
  };
}

interface ValueFields {
  readonly NAV: string;
  readonly [field: string]: string;
}

/** The price-dependent fields, in their recorded order. */
export function valueFields(value: Valuation): ValueFields {
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
