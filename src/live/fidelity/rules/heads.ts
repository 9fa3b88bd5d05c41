/** Relations of ids, times and owners: what the transactions of a batch and of a file share. */

import { parseInstant } from '../../../core/time/instant.js';
import { isObject, type Json, objectsIn, objectsWithin } from '../recording/json.js';
import {
  type BodyFacts,
  isTransaction,
  type Relation,
  type RelationCheck,
  sameAs,
} from './rule.js';

/** What every transaction of a batch has in common. Source: v20 semantics 4.9. */
const batchHead: Relation = {
  name: 'batch head',
  sentence: 'The transactions of a batch share its time, its user and its request.',
  source: 'v20 semantics 4.9',
  check: (object, { batches }) => {
    if (!isTransaction(object)) return [];
    const own = batches.get(String(object['batchID'])) ?? [];
    return ['time', 'userID', 'requestID'].flatMap(field => {
      const others = own.filter(each => each !== object && each[field] !== undefined);
      if (object[field] === undefined && others.length > 0 && field !== 'userID') {
        return [{ field, expected: String(others[0]?.[field]), found: 'absent', isSame: false }];
      }
      return others.slice(0, 1).flatMap(other => sameAs(object, field, other[field]));
    });
  },
};

/** The ids of a batch follow its first one. */
const batchID: Relation = {
  name: 'batch id',
  sentence: 'A batch has the id of its first transaction, and its ids follow one another.',
  source: 'v20 semantics 2.3',
  check: (object, facts) => {
    if (!isTransaction(object)) return [];
    const [id, batch] = [Number(object['id']), Number(object['batchID'])];
    const before = facts.byID.get(String(id - 1));
    const first = facts.byID.get(String(batch));
    const isFirst = batch === id;
    const follows = before === undefined || String(before['batchID']) === String(batch);
    const isOfIt = first === undefined || String(first['batchID']) === String(batch);
    const isSame = batch <= id && (isFirst || (follows && isOfIt && !beginsBatch(object)));
    const expected = isFirst || before === undefined ? `at most ${id}` : String(before['batchID']);
    return [{ field: 'batchID', expected, found: String(batch), isSame }];
  },
};

/** Whether a transaction is always the first of its batch. */
function beginsBatch({ type, reason }: Json): boolean {
  const isOrder = /^(MARKET|LIMIT|STOP|MARKET_IF_TOUCHED)_ORDER$/.test(String(type));
  const isAsked = reason === 'CLIENT_ORDER' || reason === 'TRADE_CLOSE';
  const isTimed = type === 'DAILY_FINANCING' || type === 'DIVIDEND_ADJUSTMENT';
  return type === 'CREATE' || isTimed || (isOrder && isAsked);
}

/** One file is of one account, unless it says otherwise. */
const owner: Relation = {
  name: 'owner',
  sentence: 'The transactions and orders of a file are of one account and of one user.',
  source: 'v20 semantics 2.3',
  check: (object, { owners }) => {
    if (!isTransaction(object)) return [];
    return ['accountID', 'userID'].flatMap(field => {
      const known = owners.get(field);
      // The service itself has user 0.
      const isOfService = field === 'userID' && Number(object[field]) === 0;
      return known === undefined || isOfService ? [] : sameAs(object, field, known);
    });
  },
};

/** The largest id within a body, of those that are ids of transactions. */
function largestID(body: Json): number {
  const ids = [...objectsWithin(body)].flatMap(({ object }) =>
    Object.entries(object).flatMap(([key, value]) =>
      ID.test(key) && /^\d+$/.test(String(value)) && isOwnID(key, object) ? [Number(value)] : [],
    ),
  );
  return Math.max(0, ...ids);
}

const ID = /^(id|batchID|orderID|tradeID|.*TransactionID|replacesOrderID|replacedByOrderID)$/;

function isOwnID(key: string, object: Json): boolean {
  // A refusal repeats the id that its client gave.
  const isGiven = String(object['type']).endsWith('_REJECT') && !/^(id|batchID)$/.test(key);
  return key !== 'lastTransactionID' && !isGiven && !('alias' in object && key === 'id');
}

const last: Relation = {
  name: 'last id',
  sentence:
    'The last id of an answer is no smaller than any id in it; of a command, it is its last.',
  source: 'v20 semantics 2.2',
  check: body => {
    const given = Number(body['lastTransactionID']);
    if (!(given > 0) || body['type'] === 'HEARTBEAT' || 'balance' in body) return [];
    const largest = largestID(body);
    const related = Array.isArray(body['relatedTransactionIDs'])
      ? body['relatedTransactionIDs']
      : [];
    const all = Math.max(largest, ...related.map(Number));
    const isWhole = related.length > 0;
    const isSame = isWhole && all > 0 ? given === all : given >= all;
    const expected = `${isWhole ? '' : 'at least '}${all}`;
    const account = isObject(body['account'])
      ? sameAs(body['account'], 'lastTransactionID', given)
      : [];
    return [
      { field: 'lastTransactionID', expected, found: String(given), isSame },
      ...account.map(each => ({ ...each, field: `account.${each.field}` })),
    ];
  },
};

const related: Relation = {
  name: 'related ids',
  sentence: 'An answer names the ids of its batch, each once, in order.',
  source: 'v20 semantics 2.2',
  check: body => {
    const ids = body['relatedTransactionIDs'];
    if (!Array.isArray(ids) || ids.length === 0) return [];
    const own = Object.values(body).filter(isObject).filter(isTransaction);
    const batch = own[0]?.['batchID'];
    const first = Number(batch ?? ids[0]);
    const checks: RelationCheck[] = ids.map((id, index) => {
      const expected = String(first + index);
      return {
        field: `relatedTransactionIDs[${index}]`,
        expected,
        found: String(id),
        isSame: String(id) === expected,
      };
    });
    const named = own.map(({ id }) => {
      const isSame = ids.map(String).includes(String(id));
      return { field: 'relatedTransactionIDs', expected: String(id), found: ids.join(' '), isSame };
    });
    const one = own.flatMap(each => sameAs(each, 'batchID', batch));
    return [...checks, ...named, ...one];
  },
};

/** A list of transactions has no holes, and its times do not go back. */
const listed: Relation = {
  name: 'list of transactions',
  sentence: 'A list of transactions has one id after the other, and its times do not go back.',
  source: 'v20 semantics 2.3',
  check: body => {
    const lists = [body['transactions']];
    return lists.flatMap(list => orderOf(objectsIn(list).filter(isTransaction)));
  },
};

function orderOf(list: readonly Json[]): RelationCheck[] {
  const rising = list.length < 2 || Number(list[0]?.['id']) <= Number(list[1]?.['id']);
  return list.slice(1).flatMap((each, index) => {
    const before = list[index] as Json;
    const [one, other] = rising ? [before, each] : [each, before];
    const expected = String(Number(one['id']) + 1);
    const [a, b] = [one, other].map(({ time }) => parseInstant(String(time))?.at ?? 0) as [
      number,
      number,
    ];
    return [
      {
        field: `transactions[${index + 1}].id`,
        expected,
        found: String(other['id']),
        isSame: expected === String(other['id']),
      },
      {
        field: `transactions[${index + 1}].time`,
        expected: 'not before',
        found: String(other['time']),
        isSame: a <= b,
      },
    ];
  });
}

/** All relations of heads. */
export const HEAD_RELATIONS: readonly Relation[] = [
  batchHead,
  batchID,
  owner,
  last,
  related,
  listed,
];

/** The value that most transactions have in a field; undefined when no two have the same. */
export function ownersOf(transactions: readonly Json[]): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const field of ['accountID', 'userID']) {
    const counts = new Map<string, number>();
    for (const each of transactions) {
      const value = String(each[field]);
      if (value !== '0' && value !== 'undefined') counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    const [most] = [...counts].sort((a, b) => b[1] - a[1]);
    if (most !== undefined && most[1] > 1) owners.set(field, most[0]);
  }
  return owners;
}

/** Facts about batches, for the relations above. */
export function batchFacts(
  transactions: readonly Json[],
): Pick<BodyFacts, 'batches' | 'byID' | 'owners'> {
  const batches = new Map<string, Json[]>();
  const byID = new Map<string, Json>();
  for (const each of transactions) {
    const key = String(each['batchID']);
    batches.set(key, [...(batches.get(key) ?? []), each]);
    byID.set(String(each['id']), each);
  }
  return { batches, byID, owners: ownersOf(transactions) };
}
