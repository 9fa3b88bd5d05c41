/**
 * The account as a strategy sees it. Money and prices are wire strings, units are signed.
 */

import type { ClientExtensions } from '../order/order.js';

/** An open trade: fields of v20's TradeSummary. */
export interface StrategyTrade {
  readonly id: string;
  readonly instrument: string;
  readonly price: string;
  readonly openTime: string;
  /** Signed units that are open. */
  readonly currentUnits: string;
  /** Financing so far, in home currency; a negative amount is a charge. */
  readonly financing: string;
  readonly clientExtensions?: ClientExtensions | undefined;
}

/** A pending order: fields of v20's Order. */
export interface StrategyOrder {
  readonly id: string;
  readonly type: string;
  /** Absent for orders that close a trade; so is `units`. */
  readonly instrument?: string | undefined;
  readonly units?: string | undefined;
  readonly price?: string | undefined;
  /** The trade that the order closes. */
  readonly tradeID?: string | undefined;
  readonly clientExtensions?: ClientExtensions | undefined;
}

/** The account of a strategy, as it is now. */
export interface StrategyAccount {
  readonly id: string;
  /** The home currency; every amount is in it. */
  readonly currency: string;
  /** The balance without open trades. */
  readonly balance: string;
  /** NAV and the next three are at the current quotes. */
  readonly NAV: string;
  readonly unrealizedPL: string;
  readonly marginUsed: string;
  readonly marginAvailable: string;
  /**
   * Net signed units held of `instrument`; 0 when there is no position. A number, for arithmetic.
   * @throws StrategyError for an instrument that the account may not trade.
   */
  unitsOf(instrument: string): number;
  /** The open trades, oldest first. */
  openTrades(): readonly StrategyTrade[];
  /** The pending orders, oldest first. */
  pendingOrders(): readonly StrategyOrder[];
}
