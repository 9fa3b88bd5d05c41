/**
 * AccountState: the result of folding all transactions of one account. Plain data; only apply.ts
 * writes it. It contains no quotes: NAV, margin and unrealized P/L are computed from this state and
 * the market (valuation.ts). Invariant I24: fold(ledger) = live state.
 */

import { type Decimal, ZERO } from '../base/decimal.js';
import { IdTable } from '../base/id-table.js';
import type { DependentLink } from '../order/dependent-orders.js';
import type { ClientExtensions, OrderState, OrderType } from '../order/order.js';
import type { AccountConfig } from './account-config.js';
import type { OrderTransaction } from './transaction.js';

/** One order, pending or ended. */
export interface OrderRecord {
  readonly id: number;
  readonly type: OrderType;
  readonly instrument: string;
  /** Signed units; ZERO for a dependent order, which has the size of its trade. */
  readonly units: Decimal;
  /** The trade that a dependent order closes. */
  readonly tradeID?: number;
  /** The transaction that made the order, with every field that never changes. */
  readonly creation: OrderTransaction;
  state: OrderState;
  clientExtensions?: ClientExtensions;
  tradeClientExtensions?: ClientExtensions;
  replacedByOrderID?: string;
  fillingTransactionID?: string;
  /** Times of the record are RFC 3339. */
  filledTime?: string;
  tradeOpenedID?: string;
  tradeReducedID?: string;
  tradeClosedIDs?: readonly string[];
  cancellingTransactionID?: string;
  cancelledTime?: string;
}

/** One trade, open or closed. Money is in home currency. */
export interface TradeRecord extends Partial<Record<DependentLink, number>> {
  readonly id: number;
  readonly instrument: string;
  /** The open price, in quote currency per unit. */
  readonly price: Decimal;
  readonly openTime: string;
  /** Signed units at the opening. */
  readonly initialUnits: Decimal;
  readonly initialMarginRequired: string;
  state: 'OPEN' | 'CLOSED' | 'CLOSE_WHEN_TRADEABLE';
  /** Id of the DELAYED_TRADE_CLOSURE that set CLOSE_WHEN_TRADEABLE. */
  delayedClosureID?: number;
  /** Signed units that are open; zero when the trade is closed. */
  currentUnits: Decimal;
  /** Profit, financing and dividend adjustments so far, in home currency. */
  realizedPL: Decimal;
  financing: Decimal;
  dividendAdjustment: Decimal;
  /** The RFC 3339 time up to which financing by the second has been settled. */
  financedUntil: string;
  closingTransactionIDs: readonly string[];
  /**
   * Sum of
   * closed units
   * x close price; gives the average close price.
   */
  closedValue: Decimal;
  closeTime?: string;
  clientExtensions?: ClientExtensions;
}

/** One side of a position. Money is in home currency. */
export interface SideRecord {
  /** Ids of the open trades, oldest first. */
  tradeIDs: readonly number[];
  /** Realized profit since the creation of the account, and since the last reset. */
  pl: Decimal;
  resettablePL: Decimal;
  financing: Decimal;
  dividendAdjustment: Decimal;
  guaranteedExecutionFees: Decimal;
}

/** The position of one instrument. It stays after the last trade is closed. */
export interface PositionRecord {
  readonly instrument: string;
  commission: Decimal;
  readonly long: SideRecord;
  readonly short: SideRecord;
}

/** The state of one account. Money is in home currency. */
export interface AccountState {
  readonly config: AccountConfig;
  alias: string;
  /** The margin rate that the client set, a fraction. */
  marginRate?: string;
  createdTime: string;
  /** Whether the account is open; a closed account takes no orders. */
  active: boolean;
  lastTransactionID: number;
  /** The balance, in home currency, rounded to 4 decimals. */
  balance: Decimal;
  /** Realized profit since the creation of the account, and since the last reset. */
  pl: Decimal;
  resettablePL: Decimal;
  resettablePLTime: string;
  financing: Decimal;
  dividendAdjustment: Decimal;
  commission: Decimal;
  guaranteedExecutionFees: Decimal;
  lastOrderFillTimestamp?: string;
  marginCallEnterTime?: string;
  marginCallExtensionCount: number;
  lastMarginCallExtensionTime?: string;
  /** All orders, pending and ended, by id. An ended order is never written again. */
  readonly orders: IdTable<OrderRecord>;
  /** Pending orders by id, oldest first. */
  readonly pendingOrders: Map<number, OrderRecord>;
  /** All trades, open and closed, by id. A closed trade is replaced, never written. */
  readonly trades: IdTable<TradeRecord>;
  /** Open trades by id, oldest first. */
  readonly openTrades: Map<number, TradeRecord>;
  /** Positions by instrument name. */
  readonly positions: Map<string, PositionRecord>;
  /** Order id by client id, for pending orders. */
  readonly clientOrderIDs: Map<string, number>;
  /** Trade id by client id, for open trades. */
  readonly clientTradeIDs: Map<string, number>;
}

/** Id of the first transaction of an account with this configuration, at least 1. */
export function firstTransactionID(config: AccountConfig): number {
  return config.firstTransactionID ?? 1;
}

/** The state before the first transaction. */
export function initialState(config: AccountConfig): AccountState {
  return {
    config,
    alias: config.alias,
    createdTime: '',
    active: true,
    lastTransactionID: firstTransactionID(config) - 1,
    balance: ZERO,
    pl: ZERO,
    resettablePL: ZERO,
    resettablePLTime: '0',
    financing: ZERO,
    dividendAdjustment: ZERO,
    commission: ZERO,
    guaranteedExecutionFees: ZERO,
    marginCallExtensionCount: 0,
    orders: new IdTable(),
    pendingOrders: new Map(),
    trades: new IdTable(),
    openTrades: new Map(),
    positions: new Map(),
    clientOrderIDs: new Map(),
    clientTradeIDs: new Map(),
  };
}

/**
 * A separate copy for a fork. Only records that can still change are copied: pending orders, open
 * trades and positions (decision 0026).
 */
export function cloneAccount(state: AccountState): AccountState {
  const orders = state.orders.clone();
  const trades = state.trades.clone();
  return {
    ...state,
    orders,
    trades,
    pendingOrders: copyLive(state.pendingOrders, orders),
    openTrades: copyLive(state.openTrades, trades),
    positions: copyPositions(state.positions),
    clientOrderIDs: new Map(state.clientOrderIDs),
    clientTradeIDs: new Map(state.clientTradeIDs),
  };
}

/** Copies of `live`, which also replace the originals in `all`. */
function copyLive<T extends object>(live: ReadonlyMap<number, T>, all: IdTable<T>): Map<number, T> {
  const copies = new Map<number, T>();
  for (const [id, record] of live) {
    const copy = { ...record };
    copies.set(id, copy);
    all.set(id, copy);
  }
  return copies;
}

function copyPositions(
  positions: ReadonlyMap<string, PositionRecord>,
): Map<string, PositionRecord> {
  const copies = new Map<string, PositionRecord>();
  for (const [name, position] of positions) {
    const { long, short } = position;
    copies.set(name, { ...position, long: { ...long }, short: { ...short } });
  }
  return copies;
}
