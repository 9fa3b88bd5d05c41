/**
 * What views of an account are made from: its state and ledger, the quotes, and the resting orders,
 * whose trailing values are in no transaction.
 */

import type { AccountState } from '../ledger/account.js';
import type { TransactionLog } from '../ledger/transaction-log.js';
import type { AccountMarket } from '../ledger/valuation.js';
import type { RestingOrders } from '../order/resting-orders.js';

export interface AccountView {
  /** Position in the scenario's list of accounts. */
  readonly slot: number;
  readonly state: AccountState;
  readonly log: TransactionLog;
  readonly market: AccountMarket;
  /** By instrument slot. */
  readonly resting: readonly Pick<RestingOrders, 'get'>[];
}
