/**
 * Answers about a whole account. A short answer shows the live account. A long answer is written while
 * time goes on, so it shows a frozen copy. Decision 0025.
 */

import type { AccountSource } from '../../../../core/view/account-source.js';
import { frozenAccount, frozenBytes, liveRecords } from '../../../../core/view/frozen-account.js';
import { type Answer, ok, okLong } from '../operation.js';

/** The most pending orders, open trades and transactions that are written in one go. */
const DIRECT_MAX = 500;

/**
 * 200 with the body that `make` makes of the account.
 * @param make - called at once, with the live account or a frozen copy.
 * @param transactions - how many transactions the body shows.
 */
export function okOfAccount(
  account: AccountSource,
  make: (account: AccountSource) => object,
  transactions = 0,
): Answer {
  if (liveRecords(account) + transactions <= DIRECT_MAX) return ok(make(account));
  return okLong(make(frozenAccount(account)), frozenBytes(account));
}
