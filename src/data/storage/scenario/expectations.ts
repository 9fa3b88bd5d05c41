/**
 * The `expect:` of a scenario: what must be true at the end.
 */

import { present } from '../../../core/base/present.js';
import type { AccountConfig } from '../../../core/ledger/account-config.js';
import type { ExpectedFields, FinalExpectations } from '../../../core/run/scenario.js';
import type { ScenarioDocument } from '../document/document.js';
import { nearest } from '../document/suggest.js';
import type { RawScenario } from './given/raw.js';

/** Reads the final expectations. @throws InputError for an account that does not exist. */
export function readExpectations(
  document: ScenarioDocument,
  { expect = {} }: RawScenario,
  accounts: readonly AccountConfig[],
): FinalExpectations {
  const byAccount = new Map<string, ExpectedFields>();
  const [first] = accounts;
  if (expect.account !== undefined && first !== undefined) byAccount.set(first.id, expect.account);
  for (const [id, fields] of Object.entries(expect.accounts ?? {})) {
    const ids = accounts.map(account => account.id);
    if (!ids.includes(id)) {
      throw document.error(['expect', 'accounts', id], `unknown account${nearest(id, ids)}`);
    }
    byAccount.set(id, { ...byAccount.get(id), ...fields });
  }
  return {
    accounts: byAccount,
    transactions: new Map(Object.entries(expect.transactions ?? {})),
    ...present({ ledger: expect.ledger }),
  };
}
