/**
 * The `accounts:` of a scenario, with the defaults of a plain netting account; and one such entry for
 * a market that runs already.
 */

import { decimal } from '../../../core/base/decimal.js';
import { InputError } from '../../../core/base/input-error.js';
import { present } from '../../../core/base/present.js';
import { isDecimalText } from '../../../core/engine/request/read-order.js';
import { type AccountConfig, PLAIN_ACCOUNT } from '../../../core/ledger/account-config.js';
import { accountIDOf, accountIDParts } from '../../../core/ledger/account-id.js';
import type { Scenario } from '../../../core/run/scenario.js';
import { parseDocument, type ScenarioDocument } from '../document/document.js';
import { checkSchema } from '../document/validate.js';
import type { RawScenario } from './given/raw.js';
import { defaultAccountID } from './given/strategy-place.js';
import { checkConversions } from './market/conversions.js';
import { checkRiskNames, type RawRisk, readRisk } from './risk/rules.js';

const DEFAULTS = { ...PLAIN_ACCOUNT, currency: 'USD', balance: '100000' };

const DECIMALS = [
  'balance',
  'marginRate',
  'conversionMarkup',
  'closeoutFactor',
  'maximumPositionValue',
];

/** The largest number of an account of one user. */
const NUMBER_MAX = 999;
/** Where the entry stands in the document around it. */
const PLACE = /^accounts\[0\]\.?/;

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
  const { strategy: _itsOwn, ...fields } = entry as Record<string, unknown>;
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
  const { risk } = entry;
  if (risk !== undefined) {
    fields['risk'] = readRisk(document, ['accounts', index, 'risk'], risk as RawRisk);
  }
  const id = defaultAccountID(index);
  return { ...DEFAULTS, id, ...fields } as AccountConfig;
}

/** The ids of the accounts that there are. */
export interface TakenIDs {
  readonly has: (id: string) => boolean;
  /** The id of the first account. */
  readonly first: string;
  /** The highest number of an account of the first account's user. */
  readonly highest: number;
}

/** The same of a list of ids. @param ids - at least one. */
export function takenIDs(ids: readonly string[]): TakenIDs {
  const [first] = ids as [string];
  const { user } = accountIDParts(first);
  const own = ids.map(accountIDParts).filter(each => each.user === user);
  return { has: id => ids.includes(id), first, highest: Math.max(...own.map(each => each.number)) };
}

/**
 * The account that `entry` describes. Without an id it is the next account of the first account's
 * user.
 * @throws InputError whose place names the field of the entry.
 */
export function readAccountEntry(
  entry: Readonly<Record<string, unknown>>,
  taken: TakenIDs,
  { market, events }: Pick<Scenario, 'market' | 'events'>,
): AccountConfig {
  const id = entry['id'] ?? freeID(taken);
  const around = { version: 1, name: 'accounts', market: { EUR_USD: {} } };
  const text = JSON.stringify({ ...around, accounts: [{ ...entry, id }] });
  try {
    const document = parseDocument('account', text);
    checkSchema(document);
    const accounts = readAccounts(document, document.data as RawScenario);
    checkConversions(document, accounts, market);
    checkRiskNames(document, accounts, { market, ...present({ events }) });
    const [account] = accounts as [AccountConfig];
    if (!taken.has(account.id)) return account;
    throw document.error(['accounts', 0, 'id'], 'belongs to another account');
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const field = (error.place.field ?? '').replace(PLACE, '');
    throw new InputError(error.kind, { file: 'account', field }, error.rule);
  }
}

/** The id after the last of the first account's user. @throws InputError when there is none. */
function freeID({ first, highest }: TakenIDs): string {
  const { site, division, user } = accountIDParts(first);
  const number = highest + 1;
  if (number <= NUMBER_MAX) return accountIDOf({ site, division, user, number });
  throw new InputError('scenario', { file: 'account', field: 'id' }, 'must be given');
}
