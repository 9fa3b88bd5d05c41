/**
 * One account inside the engine: its state, its ledger and its currency conversion. Only a batch
 * adds to its ledger (batch.ts; decision 0006).
 */

import {
  type AccountState,
  cloneAccount,
  firstTransactionID,
  initialState,
} from '../../ledger/account.js';
import type { AccountConfig } from '../../ledger/account-config.js';
import { userOf } from '../../ledger/account-id.js';
import { TransactionLog } from '../../ledger/transaction-log.js';
import type { AccountMarket } from '../../ledger/valuation.js';
import { Conversion } from '../../market/conversion.js';
import type { QuoteBoard } from '../../market/quote.js';

/** One account of an engine. */
export class AccountCell {
  /** Position in the scenario's list of accounts, from 0; breaks ties. */
  readonly slot: number;
  readonly state: AccountState;
  readonly log: TransactionLog;
  readonly market: AccountMarket;
  /** The user number in the account's id. */
  readonly userID: number;

  constructor(
    slot: number,
    quotes: QuoteBoard,
    state: AccountState,
    log: TransactionLog = new TransactionLog(firstTransactionID(state.config)),
  ) {
    this.slot = slot;
    this.state = state;
    this.log = log;
    const { id, currency, conversionMarkup } = state.config;
    this.userID = userOf(id);
    this.market = { quotes, conversion: new Conversion(quotes, currency, conversionMarkup) };
  }

  static create(slot: number, quotes: QuoteBoard, config: AccountConfig): AccountCell {
    return new AccountCell(slot, quotes, initialState(config));
  }

  /** A copy for a fork, with the quotes of the fork. */
  clone(quotes: QuoteBoard): AccountCell {
    return new AccountCell(this.slot, quotes, cloneAccount(this.state), this.log.clone());
  }
}
