/**
 * The `accounts:` of a scenario, with the defaults of a plain netting account.
 */

import { decimal } from '../../core/base/decimal.js';
import { isDecimalText } from '../../core/engine/request/read-order.js';
import { type AccountConfig, PLAIN_ACCOUNT } from '../../core/ledger/account-config.js';
import { accountIDOf } from '../../core/ledger/account-id.js';
import type { ScenarioDocument } from '../document/document.js';
import type { RawScenario } from './raw.js';

const DEFAULTS = { ...PLAIN_ACCOUNT, currency: 'USD', balance: '100000' };

/** Ids of accounts for which the file gives none: one user, numbered by their place in the file. */
const FIRST_ACCOUNT = { site: 101, division: 1, user: 1_000_001 };

const DECIMALS = [
  'balance',
  'marginRate',
  'conversionMarkup',
  'closeoutFactor',
  'maximumPositionValue',
];

/** Reads the accounts; one account of 100000 USD when the file lists none. @throws InputError */
export function readAccounts(document: ScenarioDocument, raw: RawScenario): AccountConfig[] {
  const entries = raw.accounts ?? [{}];
  const accounts = entries.map((entry, index) => readAccount(document, entry, index));
  accounts.forEach((account, index) => {
    if (accounts.findIndex(other => other.id === account.id) < index) {
      throw document.error(['accounts', index, 'id'], `must be unique, was ${account.id} twice`);
    }
  });
  return accounts;
}

function readAccount(
  document: ScenarioDocument,
  entry: Readonly<Record<string, unknown>>,
  index: number,
): AccountConfig {
  const fields: Record<string, unknown> = { ...entry };
  for (const name of DECIMALS) {
    if (entry[name] === undefined) continue;
    const text = String(entry[name]);
    const path = ['accounts', index, name];
    if (!isDecimalText(text)) throw document.error(path, `must be a plain decimal, was ${text}`);
    if (decimal(text).isNegative()) throw document.error(path, `must not be negative, was ${text}`);
    fields[name] = text;
  }
  const { commission } = entry;
  if (commission !== undefined) {
    fields['commission'] = Object.fromEntries(
      Object.entries(commission as object).map(([name, value]) => [name, String(value)]),
    );
  }
  const id = accountIDOf({ ...FIRST_ACCOUNT, number: index + 1 });
  return { ...DEFAULTS, id, ...fields } as AccountConfig;
}
