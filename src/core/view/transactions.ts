/**
 * Transactions as clients request them: the types that a filter means, and the ids in a range of
 * time. Ids and times rise together, so a range of time is a range of ids, found by bisection.
 * Matches of a type are counted in lists of ids, which grow with the ledger and are never rebuilt.
 * Source: v20 semantics 6.3, 6.4.
 */

import { countWhile } from '../base/bisect.js';
import type { TransactionLog } from '../ledger/log/transaction-log.js';
import type { Transaction } from '../ledger/transaction.js';
import type { OrderType } from '../order/order.js';
import { ORDER_TYPE_NAMES } from '../order/order-types.js';
import { LongList } from './long-list.js';

/** The type of a transaction. */
export type TransactionType = Transaction['type'];
type Group = 'ORDER' | 'FUNDING' | 'ADMIN';

/** Transactions that make or refuse an order. */
const ORDER_CREATIONS = Object.fromEntries(
  ORDER_TYPE_NAMES.flatMap(type => [
    [`${type}_ORDER`, 'ORDER'],
    [`${type}_ORDER_REJECT`, 'ORDER'],
  ]),
) as Readonly<Record<`${OrderType}_ORDER` | `${OrderType}_ORDER_REJECT`, Group>>;

/** The group of each type. Most notices of the engine and changes of labels have no group. */
const GROUP_OF_TYPE: Readonly<Record<TransactionType, Group | undefined>> = {
  CREATE: 'ADMIN',
  CLOSE: 'ADMIN',
  REOPEN: 'ADMIN',
  CLIENT_CONFIGURE: 'ADMIN',
  CLIENT_CONFIGURE_REJECT: 'ADMIN',
  TRANSFER_FUNDS: 'FUNDING',
  TRANSFER_FUNDS_REJECT: 'FUNDING',
  ...ORDER_CREATIONS,
  ORDER_FILL: 'ORDER',
  ORDER_CANCEL: 'ORDER',
  ORDER_CANCEL_REJECT: 'ORDER',
  ORDER_CLIENT_EXTENSIONS_MODIFY: undefined,
  ORDER_CLIENT_EXTENSIONS_MODIFY_REJECT: undefined,
  TRADE_CLIENT_EXTENSIONS_MODIFY: undefined,
  TRADE_CLIENT_EXTENSIONS_MODIFY_REJECT: undefined,
  MARGIN_CALL_ENTER: undefined,
  MARGIN_CALL_EXTEND: undefined,
  MARGIN_CALL_EXIT: undefined,
  DELAYED_TRADE_CLOSURE: undefined,
  DAILY_FINANCING: undefined,
  DIVIDEND_ADJUSTMENT: undefined,
  RESET_RESETTABLE_PL: 'ADMIN',
};
const TYPES = Object.keys(GROUP_OF_TYPE) as TransactionType[];

/** The filters of v20: groups, types, and names that match nothing here. */
export const TRANSACTION_FILTERS = [
  'ORDER',
  'FUNDING',
  'ADMIN',
  ...TYPES,
  'ONE_CANCELS_ALL_ORDER',
  'ONE_CANCELS_ALL_ORDER_REJECT',
  'ONE_CANCELS_ALL_ORDER_TRIGGERED',
  'FIXED_PRICE_ORDER',
] as const;
/** The name of a filter. */
export type TransactionFilter = (typeof TRANSACTION_FILTERS)[number];

/** Ids `first` to `last`, both included; empty when `last` is below `first`. */
export interface IDRange {
  readonly first: number;
  readonly last: number;
}

/** The transaction types that at least one of the filters means. */
export function typesOf(filters: readonly TransactionFilter[]): ReadonlySet<TransactionType> {
  const named = new Set<string | undefined>(filters);
  return new Set(TYPES.filter(type => named.has(type) || named.has(GROUP_OF_TYPE[type])));
}

/** The transactions of `range` that pass the filters, ascending; without filters all of them. */
export function listed(
  log: TransactionLog,
  { first, last }: IDRange,
  filters?: readonly TransactionFilter[],
): LongList<Transaction> {
  const types = filters && typesOf(filters);
  return new LongList(function* () {
    for (let id = first; id <= last; id++) {
      const transaction = log.must(id);
      yield types === undefined || types.has(transaction.type) ? transaction : undefined;
    }
  });
}

/** The ids of the transactions between two wire times, both included. */
export function idsBetween(log: TransactionLog, from: string, to: string): IDRange {
  const { firstID, lastID } = log;
  const length = lastID - firstID + 1;
  const timeAt = (at: number) => log.must(firstID + at).time;
  return {
    first: firstID + countWhile(length, at => timeAt(at) < from),
    last: firstID - 1 + countWhile(length, at => timeAt(at) <= to),
  };
}

/**
 * The number of ids in `range` that pass the filters, and the range from the first match to the
 * last.
 */
export function matchesIn(
  log: TransactionLog,
  range: IDRange,
  filters: readonly TransactionFilter[] | undefined,
): IDRange & { readonly count: number } {
  const { first, last } = range;
  if (filters === undefined) return { ...range, count: Math.max(0, last - first + 1) };
  const matches = { first: last + 1, last: first - 1, count: 0 };
  for (const type of typesOf(filters)) {
    const ids = idsOfType(log, type);
    const start = countWhile(ids.length, at => (ids[at] as number) < first);
    const end = countWhile(ids.length, at => (ids[at] as number) <= last);
    if (end <= start) continue;
    matches.count += end - start;
    matches.first = Math.min(matches.first, ids[start] as number);
    matches.last = Math.max(matches.last, ids[end - 1] as number);
  }
  return matches;
}

/** Splits `range` into ranges of `size` ids; the last may be shorter. */
export function* pagesOf({ first, last }: IDRange, size: number): Generator<IDRange> {
  for (let start = first; start <= last; start += size) {
    yield { first: start, last: Math.min(last, start + size - 1) };
  }
}

interface TypeIndex {
  upTo: number;
  readonly ids: Map<TransactionType, number[]>;
}

const INDEXES = new WeakMap<TransactionLog, TypeIndex>();

/**
 * The ids of all transactions of a type, ascending. Reads only transactions since its last call.
 */
function idsOfType(log: TransactionLog, type: TransactionType): readonly number[] {
  const index: TypeIndex = INDEXES.get(log) ?? { upTo: log.firstID - 1, ids: new Map() };
  INDEXES.set(log, index);
  while (index.upTo < log.lastID) {
    index.upTo += 1;
    const each = log.must(index.upTo).type;
    const ids = index.ids.get(each);
    if (ids === undefined) index.ids.set(each, [index.upTo]);
    else ids.push(index.upTo);
  }
  return index.ids.get(type) ?? [];
}
