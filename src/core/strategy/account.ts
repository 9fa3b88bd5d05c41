/**
 * The account as a strategy sees it. Money and prices are wire strings, units are signed.
 */

import type { ClientExtensions } from '../order/order.js';

/** An open trade; fields of v20's TradeSummary. */
export interface StrategyTrade {
  readonly id: string;
  readonly instrument: string;
  readonly price: string;
  readonly openTime: string;
  /** Signed. */
  readonly currentUnits: string;
  /** Financing paid or earned so far, money. */
  readonly financing: string;
  readonly clientExtensions?: ClientExtensions | undefined;
}

/** A pending order; fields of v20's Order. */
export interface StrategyOrder {
  readonly id: string;
  readonly type: string;
  /** Absent for orders that close a trade. */
  readonly instrument?: string | undefined;
  readonly units?: string | undefined;
  readonly price?: string | undefined;
  /** The trade that the order closes. */
  readonly tradeID?: string | undefined;
  readonly clientExtensions?: ClientExtensions | undefined;
}

export interface StrategyAccount {
  readonly id: string;
  /** Home currency; every amount is in it. */
  readonly currency: string;
  readonly balance: string;
  /** At the current quotes, as are the next three. */
  readonly NAV: string;
  readonly unrealizedPL: string;
  readonly marginUsed: string;
  readonly marginAvailable: string;
  /**
   * Net signed units held of `instrument`; 0 when flat. A number, for arithmetic.
   * @throws StrategyError for an instrument that the account may not trade.
   */
  unitsOf(instrument: string): number;
  /** Oldest first. */
  openTrades(): Iterable<StrategyTrade>;
  /** Oldest first. */
  pendingOrders(): Iterable<StrategyOrder>;
}
