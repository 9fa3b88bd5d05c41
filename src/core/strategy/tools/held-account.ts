/** An account, as far as shortcuts and time stops depend on it. */

/** An open trade. */
interface HeldTrade {
  readonly id: string;
  readonly instrument: string;
  /** RFC 3339. */
  readonly openTime: string;
  /** Signed units that are open. */
  readonly currentUnits: string;
}

/** A pending order. */
interface WaitingOrder {
  readonly id: string;
  /** Absent for orders that close a trade. */
  readonly instrument?: string | undefined;
  /** The trade that the order closes. */
  readonly tradeID?: string | undefined;
}

/** What the account holds: its open trades and its pending orders. */
export interface AccountHoldings {
  /** Oldest first. */
  openTrades(): readonly HeldTrade[];
  pendingOrders(): readonly WaitingOrder[];
}
