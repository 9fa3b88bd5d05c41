/**
 * One account inside the engine: its state, its ledger and its currency conversion. Only a batch
 * adds to its ledger (batch.ts; decision 0006).
 */

import type { ChunkedList } from '../../base/chunked-list.js';
import {
  type AccountState,
  cloneAccount,
  firstTransactionID,
  initialState,
} from '../../ledger/account.js';
import type { AccountConfig } from '../../ledger/account-config.js';
import { userOf } from '../../ledger/account-id.js';
import type { Transaction } from '../../ledger/transaction.js';
import { TransactionLog } from '../../ledger/transaction-log.js';
import type { AccountMarket } from '../../ledger/valuation.js';
import { Conversion } from '../../market/conversion.js';
import type { QuoteBoard } from '../../market/quote.js';

/** What the accounts of an engine share. */
export interface CellParts {
  readonly quotes: QuoteBoard;
  /** Transactions of all accounts, in commit order. */
  readonly ledger: ChunkedList<Transaction>;
}

/** One account of an engine. */
export class AccountCell {
  /** Position in the scenario's list of accounts, from 0; breaks ties. */
  readonly slot: number;
  readonly state: AccountState;
  readonly log: TransactionLog;
  readonly market: AccountMarket;
  /** The user number in the account's id. */
  readonly userID: number;

  private constructor(slot: number, quotes: QuoteBoard, state: AccountState, log: TransactionLog) {
    this.slot = slot;
    this.state = state;
    this.log = log;
    const { id, currency, conversionMarkup } = state.config;
    this.userID = userOf(id);
    this.market = { quotes, conversion: new Conversion(quotes, currency, conversionMarkup) };
  }

  /** A new account. */
  static create(slot: number, { quotes, ledger }: CellParts, config: AccountConfig): AccountCell {
    const log = new TransactionLog(firstTransactionID(config), ledger);
    return new AccountCell(slot, quotes, initialState(config), log);
  }

  /** An account of that state. @param places - of its transactions in the ledger of all accounts. */
  static restored(
    slot: number,
    { quotes, ledger }: CellParts,
    state: AccountState,
    places: ChunkedList<number>,
  ): AccountCell {
    const log = new TransactionLog(firstTransactionID(state.config), ledger, places);
    return new AccountCell(slot, quotes, state, log);
  }

  /** A copy for a fork, with the parts of the fork. */
  clone({ quotes, ledger }: CellParts): AccountCell {
    return new AccountCell(this.slot, quotes, cloneAccount(this.state), this.log.clone(ledger));
  }
}
