/**
 * Transactions: in pages by time, by id, by range of ids, and since an id.
 * Source: v20 semantics 1.7, 6.3, 6.4.
 */

import { Type } from '@sinclair/typebox';
import { ensureDefined } from '../../../../core/base/assert.js';
import { present } from '../../../../core/base/present.js';
import {
  formatRfc3339,
  type Instant,
  instant,
  MICROS_PER_DAY,
  parseInstant,
} from '../../../../core/time/instant.js';
import type { AccountSource } from '../../../../core/view/account-source.js';
import { LongList } from '../../../../core/view/long-list.js';
import {
  type IDRange,
  idsBetween,
  listed,
  matchesIn,
  pagesOf,
  TRANSACTION_FILTERS,
} from '../../../../core/view/transactions.js';
import { badParameters, invalidParameter } from '../../http/request-errors.js';
import { invalidPageSize, noSuch, rangeNotSatisfiable } from '../errors.js';
import { type Operation, ok, okLong, operation } from '../operation.js';
import { pathParameterCheck } from '../path-parameters.js';
import { error } from '../schema/errors.js';
import { defaulted, idParameter, instantOf, listOf, oneOf } from '../schema/primitives.js';
import {
  TransactionPagesResponse,
  TransactionResponse,
  TransactionsResponse,
} from '../schema/transaction.js';

const PAGE_SIZE_DEFAULT = 100;
const PAGE_SIZE_MAX = 1_000;
/** The most ids in one idrange; v20 publishes no figure. */
const RANGE_IDS_MAX = 1_000;
const SPAN_MAX = 365 * MICROS_PER_DAY;
const isTransactionID = pathParameterCheck('transactionID');

const type = Type.Optional(
  listOf(oneOf(TRANSACTION_FILTERS), 'types and groups of types; default: all'),
);

/**
 * The range of time of a list. Without `from` it begins when the account was made, or later where the
 * longest range demands it; an earlier `from` is moved to when the account was made.
 * @throws RequestError 400 when it ends before it begins or is too long.
 */
function timeRange(
  { state }: AccountSource,
  now: Instant,
  asked: { readonly from?: Instant; readonly to?: Instant },
): { readonly from: Instant; readonly to: Instant } {
  const to = asked.to ?? now;
  if (asked.from !== undefined && to < asked.from) {
    throw asked.to === undefined
      ? invalidParameter('from', 'Time is in the future')
      : invalidParameter('to');
  }
  const created = ensureDefined(parseInstant(state.createdTime), 'time of creation').at;
  const from = instant(Math.max(created, asked.from ?? to - SPAN_MAX));
  if (to - from > SPAN_MAX) {
    throw badParameters("Maximum time between 'from' and 'to' exceeded: 365 days");
  }
  return { from, to };
}

export const TRANSACTION_OPERATIONS: readonly Operation[] = [
  operation({
    operationId: 'listTransactions',
    method: 'GET',
    path: '/v3/accounts/:accountID/transactions',
    summary: 'Links to the pages of the transactions in a range of time',
    tag: 'transaction',
    query: Type.Object({
      from: Type.Optional(instantOf('first time; default: when the account was created')),
      to: Type.Optional(instantOf('last time; default: now; at most 365 days after `from`')),
      pageSize: defaulted(
        Type.Integer({
          default: PAGE_SIZE_DEFAULT,
          description: `ids in a page, 1 to ${PAGE_SIZE_MAX}`,
        }),
      ),
      type,
    }),
    responses: { 200: TransactionPagesResponse },
    handle: ({ account, simulation, query, url }) => {
      const { pageSize, type: filters } = query;
      if (pageSize < 1 || pageSize > PAGE_SIZE_MAX) throw invalidPageSize();
      const range = timeRange(account, simulation.now, query);
      const { log, state } = account;
      const from = formatRfc3339(range.from);
      const to = formatRfc3339(range.to);
      const matches = matchesIn(log, idsBetween(log, from, to), filters);
      const path = `/v3/accounts/${state.config.id}/transactions/idrange`;
      const suffix = filters === undefined ? '' : `&type=${filters.join(',')}`;
      const link = ({ first, last }: IDRange) => url(`${path}?from=${first}&to=${last}${suffix}`);
      return okLong({
        from,
        to,
        pageSize,
        ...present({ type: filters }),
        count: matches.count,
        pages: new LongList(() => pagesOf(matches, pageSize)).map(link),
        lastTransactionID: String(log.lastID),
      });
    },
  }),
  operation({
    operationId: 'getTransaction',
    method: 'GET',
    path: '/v3/accounts/:accountID/transactions/:transactionID',
    summary: 'One transaction',
    tag: 'transaction',
    responses: { 200: TransactionResponse },
    handle: ({ account: { log }, params }) => {
      const id = params['transactionID'] ?? '';
      if (!isTransactionID(id)) throw invalidParameter('transactionID');
      const lastTransactionID = String(log.lastID);
      const transaction = log.get(Number(id));
      if (transaction === undefined) throw noSuch('TRANSACTION', lastTransactionID);
      return ok({ transaction, lastTransactionID });
    },
  }),
  operation({
    operationId: 'getTransactionRange',
    method: 'GET',
    path: '/v3/accounts/:accountID/transactions/idrange',
    summary: 'The transactions of a range of ids',
    tag: 'transaction',
    query: Type.Object({
      from: idParameter('first id, at least 1; it may be lower than the oldest id'),
      to: idParameter(
        `last id; ids that do not exist yet are left out; at most ${RANGE_IDS_MAX} ids`,
      ),
      type,
    }),
    responses: {
      200: TransactionsResponse,
      416: error('The ids do not exist, or there are too many'),
    },
    handle: ({ account: { log }, query }) => {
      const asked = Number(query.from);
      const from = Math.max(asked, log.firstID);
      const to = Math.min(Number(query.to), log.lastID);
      if (asked < 1 || from > to || to - from >= RANGE_IDS_MAX) throw rangeNotSatisfiable();
      return okLong({
        transactions: listed(log, { first: from, last: to }, query.type),
        lastTransactionID: String(log.lastID),
      });
    },
  }),
  operation({
    operationId: 'getTransactionsSinceId',
    method: 'GET',
    path: '/v3/accounts/:accountID/transactions/sinceid',
    summary: 'The transactions after an id',
    tag: 'transaction',
    query: Type.Object({ id: idParameter('the last id known; 0 for all transactions'), type }),
    responses: { 200: TransactionsResponse, 416: error('The id does not exist') },
    handle: ({ account: { log }, query }) => {
      const id = Number(query.id);
      if (id < 0 || id > log.lastID) throw rangeNotSatisfiable();
      const first = Math.max(id + 1, log.firstID);
      return okLong({
        transactions: listed(log, { first, last: log.lastID }, query.type),
        lastTransactionID: String(log.lastID),
      });
    },
  }),
];
