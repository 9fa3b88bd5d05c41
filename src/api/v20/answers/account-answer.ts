/**
 * Answers about a whole account. What is short is shown as the account stands; what is long is
 * written while time goes on, so that it shows a frozen copy. Decision 0025.
 */

import type { AccountView } from '../../../core/view/account-view.js';
import { frozenAccount, frozenBytes, liveRecords } from '../../../core/view/frozen-account.js';
import { type Answer, ok, okLong } from '../operation.js';

/** Pending orders, open trades and transactions that are written without letting others in. */
const DIRECT_MAX = 500;

/**
 * 200 with the body that `make` makes of the account.
 * @param transactions - how many of them the body shows.
 */
export function okOfAccount(
  account: AccountView,
  make: (account: AccountView) => object,
  transactions = 0,
): Answer {
  if (liveRecords(account) + transactions <= DIRECT_MAX) return ok(make(account));
  return okLong(make(frozenAccount(account)), frozenBytes(account));
}
