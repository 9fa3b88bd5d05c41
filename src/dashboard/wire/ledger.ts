/** Verbs that read what happened: tables, explanations, requests. */

import type { Explanation } from '../../broker/api/control/schema/explain.js';
import { readVerb } from './control.js';
import type { LoggedRequest } from './feed-events.js';
import type { Transaction } from './types.js';
import type { AccountPlace } from './v20.js';

export type { Explanation } from '../../broker/api/control/schema/explain.js';

/** The tables that the server pages. */
export type TableName = 'orders' | 'trades' | 'transactions';

/** Which rows, in which order. */
export interface TableQuery {
  readonly offset: number;
  readonly limit: number;
  readonly sort?: string | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
  /** Words that a row must have. */
  readonly filter?: string | undefined;
}

/** A page of rows as v20 answers them. */
export interface TableAnswer<Row> {
  readonly total: number;
  readonly rows: readonly Row[];
  readonly lastTransactionID: string;
}

export function readTable<Row>(
  { simulation, account }: AccountPlace,
  table: TableName,
  query: TableQuery,
): Promise<TableAnswer<Row>> {
  return readVerb(simulation, `table/${table}`, { account, ...query });
}

/** The types of the transactions with which an account begins; it may change its settings with them, too. */
const OPENING = ['CREATE', 'CLIENT_CONFIGURE', 'TRANSFER_FUNDS'];

/** The id of the last transaction before the first that a client made; undefined for a ledger without any. */
export async function readOpening(place: AccountPlace): Promise<string | undefined> {
  const query = { offset: 0, limit: 10, sort: 'id', order: 'asc' } as const;
  const { rows } = await readTable<Transaction>(place, 'transactions', query);
  const later = rows.findIndex(({ type }) => !OPENING.includes(type));
  return rows.slice(0, later < 0 ? undefined : later).at(-1)?.id;
}

/** Explains a transaction or an order of the account. @throws WireError 404 for an id it does not have. */
export function explain({ simulation, account }: AccountPlace, id: string): Promise<Explanation> {
  return readVerb(simulation, `explain/${id}`, { account });
}

/** Which requests of the log. */
export interface RequestQuery {
  readonly limit: number;
  readonly before?: string | undefined;
  readonly path?: string | undefined;
  readonly status?: string | undefined;
  readonly origin?: string | undefined;
}

/** A request with the body of its answer, as far as the server keeps it. @throws WireError 404 */
export function readRequest(
  simulation: string,
  id: string,
): Promise<{ readonly answer?: string; readonly isCut?: boolean }> {
  return readVerb(simulation, `requests/${id}`);
}

/** Requests, the newest first. */
export function readRequests(
  simulation: string,
  query: RequestQuery,
): Promise<{ readonly requests: readonly LoggedRequest[]; readonly total: number }> {
  return readVerb(simulation, 'requests', { ...query });
}
