/**
 * The data that views of an account are made from: its state and ledger, the quotes, and the
 * resting orders. Trailing values are only in the resting orders; no transaction has them. The
 * account and its summary, as v20 sends them, are in accounts.ts.
 */

import type { AccountState } from '../ledger/account.js';
import type { TransactionLog } from '../ledger/log/transaction-log.js';
import type { AccountMarket } from '../ledger/valuation.js';
import type { RestingOrders } from '../order/resting-orders.js';

/** One account, as views read it. */
export interface AccountSource {
  /** Position in the scenario's list of accounts, from 0. */
  readonly slot: number;
  readonly state: AccountState;
  readonly log: TransactionLog;
  readonly market: AccountMarket;
  /** The resting orders, by instrument slot. */
  readonly resting: readonly Pick<RestingOrders, 'get'>[];
}
