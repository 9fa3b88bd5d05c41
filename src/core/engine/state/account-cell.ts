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
import type { AccountConfig, AccountLock } from '../../ledger/account-config.js';
import { userOf } from '../../ledger/account-id.js';
import type { Ledger } from '../../ledger/log/ledger.js';
import { TakenLiquidity } from '../../ledger/log/taken-liquidity.js';
import { TransactionLog } from '../../ledger/log/transaction-log.js';
import type { AccountMarket } from '../../ledger/valuation.js';
import { Conversion } from '../../market/conversion.js';
import type { QuoteBoard } from '../../market/quote.js';
import { isLocked, newRiskBook, type RiskBook } from '../../risk/risk-book.js';

/** What the accounts of an engine share. */
export interface CellParts {
  readonly quotes: QuoteBoard;
  /** Transactions of all accounts, in commit order. */
  readonly ledger: Ledger;
}

/** What an image holds of one account. */
interface RestoredParts extends Pick<AccountCell, 'state' | 'risk'> {
  /** Places of its transactions in the ledger of all accounts. */
  readonly places: ChunkedList<number>;
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
  /** What the rules of risk remember; undefined without rules. */
  readonly risk: RiskBook | undefined;
  readonly taken: TakenLiquidity;

  private constructor(
    slot: number,
    quotes: QuoteBoard,
    { state, log, risk }: Pick<AccountCell, 'state' | 'log' | 'risk'>,
  ) {
    this.slot = slot;
    this.state = state;
    this.log = log;
    this.risk = risk;
    this.taken = new TakenLiquidity(log);
    const { id, currency, conversionMarkup } = state.config;
    this.userID = userOf(id);
    this.market = { quotes, conversion: new Conversion(quotes, currency, conversionMarkup) };
  }

  /** A new account. */
  static create(slot: number, { quotes, ledger }: CellParts, config: AccountConfig): AccountCell {
    const log = new TransactionLog(firstTransactionID(config), ledger);
    const risk = config.risk === undefined ? undefined : newRiskBook();
    return new AccountCell(slot, quotes, { state: initialState(config), log, risk });
  }

  /** An account of that state. */
  static restored(
    slot: number,
    { quotes, ledger }: CellParts,
    { state, places, risk }: RestoredParts,
  ): AccountCell {
    const log = new TransactionLog(firstTransactionID(state.config), ledger, places);
    return new AccountCell(slot, quotes, { state, log, risk });
  }

  /** Whether an administrator has set the lock, or a rule of risk for now. */
  hasLock(lock: AccountLock): boolean {
    const { locks, risk: rules } = this.state.config;
    if (locks.includes(lock)) return true;
    return rules !== undefined && this.risk !== undefined && isLocked(rules, this.risk, lock);
  }

  /** A copy for a fork, with the parts of the fork. */
  clone({ quotes, ledger }: CellParts): AccountCell {
    const state = cloneAccount(this.state);
    const risk = this.risk && { ...this.risk };
    return new AccountCell(this.slot, quotes, { state, log: this.log.clone(ledger), risk });
  }
}
