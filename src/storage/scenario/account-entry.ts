/**
 * One account as an entry of `accounts:`, for a market that runs already.
 */

import { InputError } from '../../core/base/input-error.js';
import type { AccountConfig } from '../../core/ledger/account-config.js';
import { accountIDOf, accountIDParts } from '../../core/ledger/account-id.js';
import type { Scenario } from '../../core/run/scenario.js';
import { parseDocument } from '../document/document.js';
import { checkSchema } from '../document/validate.js';
import { readAccounts } from './accounts.js';
import { checkConversions } from './conversions.js';
import type { RawScenario } from './raw.js';

/** The largest number of an account of one user. */
const NUMBER_MAX = 999;
/** Where the entry stands in the document around it. */
const PLACE = /^accounts\[0\]\.?/;

/**
 * The account that `entry` describes. Without an id it is the next account of the first account's
 * user.
 * @param taken - ids of the accounts that there are, at least one.
 * @throws InputError whose place names the field of the entry.
 */
export function readAccountEntry(
  entry: Readonly<Record<string, unknown>>,
  taken: readonly string[],
  { market }: Pick<Scenario, 'market'>,
): AccountConfig {
  const id = entry['id'] ?? freeID(taken);
  const around = { version: 1, name: 'accounts', market: { EUR_USD: {} } };
  const text = JSON.stringify({ ...around, accounts: [{ ...entry, id }] });
  try {
    const document = parseDocument('account', text);
    checkSchema(document);
    const accounts = readAccounts(document, document.data as RawScenario);
    checkConversions(document, accounts, market);
    const [account] = accounts as [AccountConfig];
    if (!taken.includes(account.id)) return account;
    throw document.error(['accounts', 0, 'id'], 'belongs to another account');
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const field = (error.place.field ?? '').replace(PLACE, '');
    throw new InputError(error.kind, { file: 'account', field }, error.rule);
  }
}

/** The id after the last of the first account's user. @throws InputError when there is none. */
function freeID(taken: readonly string[]): string {
  const { site, division, user } = accountIDParts(taken[0] as string);
  const own = taken.map(accountIDParts).filter(each => each.user === user);
  const number = Math.max(...own.map(each => each.number)) + 1;
  if (number <= NUMBER_MAX) return accountIDOf({ site, division, user, number });
  throw new InputError('scenario', { file: 'account', field: 'id' }, 'must be given');
}
