/**
 * The fold of what a rollover writes, DAILY_FINANCING and DIVIDEND_ADJUSTMENT: adds the amounts to each
 * open trade, its side and the account. An account that was read from a host has trades without records of
 * their positions, and then there is no side to add to.
 */

import type { AccountState } from './account.js';
import { mustTrade, setBalance, sideOf } from './account-records.js';
import type { DailyFinancingBody, DividendAdjustmentBody, TransactionHead } from './transaction.js';

/**
 * Applies `financing` to `state` in place. @throws InvariantError when the stated balance is wrong.
 */
export function applyDailyFinancing(
  state: AccountState,
  financing: TransactionHead & DailyFinancingBody,
): void {
  for (const entry of financing.positionFinancings) {
    const position = state.positions.get(entry.instrument);
    for (const { tradeID, financing: amount } of entry.openTradeFinancings) {
      const trade = mustTrade(state, Number(tradeID));
      trade.financing = trade.financing.plus(amount);
      trade.financedUntil = financing.time;
      if (position === undefined) continue;
      const side = sideOf(position, trade);
      side.financing = side.financing.plus(amount);
    }
  }
  setBalance(state, state.balance.plus(financing.financing), financing.accountBalance);
  state.financing = state.financing.plus(financing.financing);
}

/** Applies `body` to `state` in place. @throws InvariantError when the stated balance is wrong. */
export function applyDividendAdjustment(state: AccountState, body: DividendAdjustmentBody): void {
  const position = state.positions.get(body.instrument);
  for (const { tradeID, dividendAdjustment: amount } of body.openTradeDividendAdjustments) {
    const trade = mustTrade(state, Number(tradeID));
    trade.dividendAdjustment = trade.dividendAdjustment.plus(amount);
    if (position === undefined) continue;
    const side = sideOf(position, trade);
    side.dividendAdjustment = side.dividendAdjustment.plus(amount);
  }
  setBalance(state, state.balance.plus(body.dividendAdjustment), body.accountBalance);
  state.dividendAdjustment = state.dividendAdjustment.plus(body.dividendAdjustment);
}
