/**
 * The difference between two ledgers by meaning. Transactions are paired by account, type and
 * instrument, so that one more or one less is one line, although every later id differs then.
 */

import type { Transaction } from '../../core/ledger/transaction.js';
import { differences, valueText } from '../../data/record/ledger-diff.js';
import { transactionText } from './subject.js';

/** A pair, or one side of it alone. */
interface Pair {
  readonly was?: Transaction;
  readonly now?: Transaction;
}

/** Above so many cells of the table, transactions are paired in their order. */
const CELLS_MAX = 4_000_000;
/** Counts requests, also those that changed nothing. */
const UNCOMPARED = /(?:^|\.)requestID$/;
/** Fields that name transactions, which may have other ids in the other ledger. */
const ID = /(?:^id|ID|IDs\.\d+)$/;

/**
 * One line a difference: `- was`, `+ now` or `~ both: field was -> now`; none when the ledgers mean
 * the same.
 */
export function ledgerDifference(
  was: readonly Transaction[],
  now: readonly Transaction[],
): readonly string[] {
  const pairs = paired(was, now);
  const renamed = new Map<string, string>();
  for (const pair of pairs) {
    if (pair.was !== undefined && pair.now !== undefined) {
      renamed.set(`${pair.was.accountID} ${pair.was.id}`, pair.now.id);
    }
  }
  return pairs.flatMap(pair => lineOf(pair, renamed));
}

function lineOf({ was, now }: Pair, renamed: ReadonlyMap<string, string>): readonly string[] {
  if (now === undefined) return was === undefined ? [] : [`- ${transactionText(was)}`];
  if (was === undefined) return [`+ ${transactionText(now)}`];
  const id = (text: string) => renamed.get(`${was.accountID} ${text}`) ?? text;
  const changes: string[] = [];
  for (const { field, a, b } of differences(was, now)) {
    const expected = ID.test(field) && typeof a === 'string' ? id(a) : a;
    if (UNCOMPARED.test(field) || expected === b) continue;
    changes.push(`${field} ${valueText(a)} -> ${valueText(b)}`);
  }
  return changes.length === 0 ? [] : [`~ ${now.id} ${now.time} ${now.type}: ${changes.join('; ')}`];
}

/** Pairs the longest series of transactions that both ledgers have in the same order. */
function paired(was: readonly Transaction[], now: readonly Transaction[]): readonly Pair[] {
  if (was.length * now.length > CELLS_MAX) {
    const length = Math.max(was.length, now.length);
    return Array.from({ length }, (_, at) => pairOf(was[at], now[at]));
  }
  const left = was.map(kindOf);
  const right = now.map(kindOf);
  const common = commonLengths(left, right);
  const pairs: Pair[] = [];
  let a = 0;
  let b = 0;
  while (a < was.length || b < now.length) {
    if (a < was.length && b < now.length && left[a] === right[b]) {
      pairs.push(pairOf(was[a++], now[b++]));
    } else if (lengthAt(common, a, b + 1) > lengthAt(common, a + 1, b) || a === was.length) {
      pairs.push(pairOf(undefined, now[b++]));
    } else {
      pairs.push(pairOf(was[a++], undefined));
    }
  }
  return pairs;
}

function pairOf(was: Transaction | undefined, now: Transaction | undefined): Pair {
  return { ...(was && { was }), ...(now && { now }) };
}

/** What makes two transactions a pair. */
function kindOf(transaction: Transaction): string {
  const { instrument, reason } = transaction as { instrument?: string; reason?: string };
  return [transaction.accountID, transaction.type, instrument, reason].join(' ');
}

/**
 * For each pair of places, the number of kinds that the rests after them have in common, in order.
 */
function commonLengths(left: readonly string[], right: readonly string[]): readonly Uint32Array[] {
  const rows = Array.from({ length: left.length + 1 }, () => new Uint32Array(right.length + 1));
  for (let a = left.length - 1; a >= 0; a--) {
    for (let b = right.length - 1; b >= 0; b--) {
      const length =
        left[a] === right[b]
          ? lengthAt(rows, a + 1, b + 1) + 1
          : Math.max(lengthAt(rows, a + 1, b), lengthAt(rows, a, b + 1));
      (rows[a] as Uint32Array)[b] = length;
    }
  }
  return rows;
}

function lengthAt(rows: readonly Uint32Array[], a: number, b: number): number {
  return rows[a]?.[b] ?? 0;
}
