/**
 * Where a document, before its names are resolved, names its first strategy and the account of it.
 */

import { accountIDOf } from '../../../../core/ledger/account-id.js';
import type { DocumentPath } from '../../document/document.js';
import type { RawScenario } from './raw.js';

/** Ids of accounts for which the file gives none: one user, numbered by their place in the file. */
const FIRST_ACCOUNT = { site: 101, division: 1, user: 1_000_001 };

/** The id of the account at `index` of the file when the file gives it none. */
export function defaultAccountID(index: number): string {
  return accountIDOf({ ...FIRST_ACCOUNT, number: index + 1 });
}

/** The place of a strategy, and that of its account in the list of accounts. */
interface StrategyPlace {
  readonly path: DocumentPath;
  readonly account: number;
}

/** The first strategy: the scenario's own, or else that of an account; undefined when none is named. */
export function firstStrategyPlace({
  strategy,
  accounts = [],
}: Partial<RawScenario>): StrategyPlace | undefined {
  if (strategy !== undefined) {
    const idOf = (index: number) => accounts[index]?.['id'] ?? defaultAccountID(index);
    const account = accounts.findIndex((_, index) => idOf(index) === strategy.account);
    return { path: ['strategy'], account: Math.max(account, 0) };
  }
  const account = accounts.findIndex(each => each['strategy'] !== undefined);
  return account < 0 ? undefined : { path: ['accounts', account, 'strategy'], account };
}
