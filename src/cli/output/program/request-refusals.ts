/** Requests of a program that were refused, in words: what was asked for, and the way out. */

import { isAccountID } from '../../../core/ledger/account-id.js';
import { instrumentTable } from '../../../core/market/instrument-table.js';
import type { RefusalCount } from '../../../exec/exchange/answers.js';
import type { RefusalKind } from '../../../exec/exchange/refusal.js';
import { retiredPath } from '../../../exec/exchange/retired-paths.js';
import { operationOf } from '../../../exec/requests.js';

/** Instruments of a scenario that one sentence names. */
const PAIRS_MAX = 10;

/** What a sentence needs of the run. */
export interface RefusedIn {
  /** The instruments of the scenario. */
  readonly pairs: readonly string[];
  /** Whether the program lived in simulated time. */
  readonly virtualTime: boolean;
}

type Words = (refusal: RefusalCount, run: RefusedIn) => string;

const WORDS: Readonly<Record<RefusalKind, Words>> = {
  account: ({ what: [id = ''], count }) => {
    const asked = `asked ${times(count)} for account ${id || '""'}`;
    return isAccountID(id)
      ? `${asked}, which this sandbox does not have: --account ${id}`
      : `${asked}, which is no account id such as 101-001-1000001-001: write one into the program`;
  },
  instrument: ({ what }, { pairs }) => {
    const table = instrumentTable();
    const known = what.filter(name => table.has(name));
    const strange = what.filter(name => !table.has(name));
    return [
      ...(known.length > 0 ? [`asked for ${lackedOf(known, pairs)}`] : []),
      ...(strange.length > 0
        ? [`asked for ${strange.join(', ')}: Orrery has no such instrument`]
        : []),
    ].join('; ');
  },
  path: ({ what, count }) =>
    `asked ${times(count)} for what v20 does not have: ${what.map(withPrefix).join(', ')}`,
  retired: ({ what: [asked = ''], count }) => {
    const { api, instead } = retiredPath(asked.slice(asked.indexOf('/'))) ?? NOT_RETIRED;
    return `asked ${times(count)} for ${asked}, of ${api}, a retired API; instead: ${instead}`;
  },
  host: ({ what: [host = ''], count, operation }) =>
    `asked ${host} ${times(count)} for ${operation}, which the broker's other host has: --any-host`,
  token: ({ count }) => `asked ${times(count)} without "Authorization: Bearer TOKEN"`,
  future: ({ what: [time = 'a time'], count, operation }, { virtualTime }) =>
    `asked ${times(count)} for times after simulated now (${operation}, ${time}): ${
      virtualTime
        ? 'the time is written into the program, or is from a clock that no preload controls; --from T begins the run later'
        : "by --virtual-time the clock of a Python or Node program is the simulation's"
    }`,
  reject: ({ operation, what: [reason = ''], count, message }) =>
    `${operation} was refused ${times(count)}: ${reason}: ${message}`,
  request: ({ operation, status, count, message }) =>
    `${operation} was refused ${times(count)} with ${status}: ${message}`,
};

/** Instruments of the table that the scenario lacks, and where they are had. */
function lackedOf(names: readonly string[], pairs: readonly string[]): string {
  return `${names.join(', ')}: this scenario has ${some(pairs)}; --instruments any makes the rest up, --scenario FILE names one with more`;
}

/** One line about a refusal. */
export function refusalWords(refusal: RefusalCount, run: RefusedIn): string {
  return `${WORDS[refusal.kind](refusal, run)}; first at ${refusal.first}`;
}

const NOT_RETIRED = { api: 'another API', instead: 'see the endpoints of v20' };

/** A path that is one of v20 but for its prefix, with that one: `/v20/accounts`, `/accounts`. */
function withPrefix(asked: string): string {
  const [method = '', path = ''] = asked.split(' ');
  const meant = [`/v3${path}`, path.replace(/^\/[^/]+/, '/v3'), path.replace(/^\/[^/]+/, '')].find(
    url => operationOf({ method, url }) !== 'other',
  );
  return meant === undefined ? asked : `${asked} (meant ${meant}?)`;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

function some(names: readonly string[]): string {
  const rest = names.length - PAIRS_MAX;
  return rest > 0 ? `${names.slice(0, PAIRS_MAX).join(', ')} and ${rest} more` : names.join(', ');
}
