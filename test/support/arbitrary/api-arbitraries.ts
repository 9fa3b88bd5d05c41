/**
 * Requests to any operation, made from its schemas: as documented, with one thing wrong, or with
 * many. The table of operations is all they know, so operations that are added are tried too.
 */

import type { TSchema } from '@sinclair/typebox';
import fc from 'fast-check';
import type { Operation } from '../../../src/broker/api/v20/operation.js';
import type { AccountState } from '../../../src/core/ledger/account.js';
import { FOREIGN, OWN, OWN_SECOND } from '../api/sandbox-scenario.js';
import { jsonText, nastyKey, nastyText, nastyValue } from './nasty.js';
import { someClientID, someOrder, someTrade, valueFor } from './schema-arbitraries.js';

/** A request with placeholders for ids. */
export interface PlannedRequest {
  readonly method: Operation['method'];
  readonly path: string;
  readonly accountID: string;
  /** By name in the path; decoded, or `@raw` and what stands in the URL as it is. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly body?: unknown;
  readonly headers: Readonly<Record<string, string>>;
  /** Ticks that pass before it is made. */
  readonly ticks: number;
}

export interface WrittenRequest {
  readonly method: Operation['method'];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string;
}

const RAW_SEGMENTS = ['@raw..%2f..%2fetc', '@raw%00', '@raw%zz', '@raw%ff', '@raw%2e', '@raw'];
const specifier = (id: fc.Arbitrary<string>) =>
  fc.oneof(
    { arbitrary: id, weight: 5 },
    { arbitrary: someClientID.map(each => `@${each}`), weight: 2 },
  );

const PARAMS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  orderSpecifier: specifier(someOrder),
  tradeSpecifier: specifier(someTrade),
  transactionID: fc.nat(9).map(at => `$last${at}`),
  instrument: fc.constantFrom('EUR_USD', 'USD_JPY', 'GBP_USD'),
  userSpecifier: fc.constantFrom('@', '1000001', '@user1000001'),
};

/** A request as documented, for an account of the token's. */
export function validRequest(operation: Operation): fc.Arbitrary<PlannedRequest> {
  const names = [...operation.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const params = names
    .filter(name => name !== 'accountID')
    .map(name => [name, PARAMS[name] ?? nastyText] as const);
  return fc.record({
    method: fc.constant(operation.method),
    path: fc.constant(operation.path),
    accountID: fc.constantFrom(OWN, OWN, OWN_SECOND),
    params: fc.record(Object.fromEntries(params)),
    query: operation.query === undefined ? fc.constant([]) : queryOf(operation.query),
    body: operation.body === undefined ? fc.constant(undefined) : valueFor(operation.body),
    headers: fc.constantFrom<Record<string, string>[]>(
      {},
      { 'accept-datetime-format': 'UNIX' },
      { clientrequestid: 'mine' },
    ),
    ticks: fc.constantFrom(0, 0, 0, 1, 50),
  });
}

function queryOf(schema: TSchema): fc.Arbitrary<(readonly [string, string])[]> {
  return valueFor(schema).map(query =>
    Object.entries(query as object).map(([name, value]) => [name, String(value)]),
  );
}

/** A request as documented, with `min` to `max` things wrong. */
export function mutatedRequest(
  operation: Operation,
  min: number,
  max: number,
): fc.Arbitrary<PlannedRequest> {
  const mutations = fc.array(mutationOf(operation), { minLength: min, maxLength: max });
  return fc
    .tuple(validRequest(operation), mutations)
    .map(([request, changes]) => changes.reduce((changed, change) => change(changed), request));
}

type Mutation = (request: PlannedRequest) => PlannedRequest;

function mutationOf(operation: Operation): fc.Arbitrary<Mutation> {
  const { path, query } = operation;
  const names = Object.keys(query?.properties ?? {});
  const params = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return fc.oneof(
    ...(operation.body === undefined ? [] : [bodyMutation, bodyMutation, bodyMutation]),
    ...params.map(paramMutation),
    ...(names.length === 0 ? [] : [queryMutation(names), queryMutation(names)]),
    fc.tuple(nastyKey, nastyText).map(
      ([name, value]): Mutation =>
        request => ({ ...request, query: [...request.query, [name, value] as const] }),
    ),
    headerMutation,
  );
}

function paramMutation(name: string): fc.Arbitrary<Mutation> {
  const foreign = fc.constantFrom(FOREIGN, '101-001-9999999-001');
  const value = fc.oneof(
    nastyText,
    fc.constantFrom(...RAW_SEGMENTS),
    nastyText.map(text => `@${text}`),
    ...(name === 'accountID' ? [foreign, foreign] : []),
  );
  return value.map(
    (text): Mutation =>
      request =>
        name === 'accountID'
          ? { ...request, accountID: text }
          : { ...request, params: { ...request.params, [name]: text } },
  );
}

function queryMutation(names: readonly string[]): fc.Arbitrary<Mutation> {
  return fc
    .record({ name: fc.constantFrom(...names), text: nastyText, kind: fc.nat(3) })
    .map(({ name, text, kind }): Mutation => {
      return request => {
        const others = request.query.filter(([each]) => each !== name);
        const lists: PlannedRequest['query'][] = [
          others,
          [...others, [name, text]],
          [...others, [name, `1,${text},`]],
          [...request.query, [name, text], [name, text]],
        ];
        return { ...request, query: lists[kind] ?? others };
      };
    });
}

const headerMutation: fc.Arbitrary<Mutation> = fc
  .constantFrom<Record<string, string>[]>(
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/json; charset=latin1' },
    { 'content-type': '' },
    { 'accept-datetime-format': 'unix' },
    { 'x-accept-datetime-format': '__proto__' },
    { clientrequestid: 'a\r\nb' },
    { clientrequestid: 'x'.repeat(5_000) },
    { 'accept-encoding': 'gzip, br;q=0, *' },
  )
  .map(headers => request => ({ ...request, headers: { ...request.headers, ...headers } }));

/** Replaces, drops or adds one part of the body, anywhere in it. */
const bodyMutation: fc.Arbitrary<Mutation> = fc
  .record({ at: fc.nat(), kind: fc.nat(4), key: nastyKey, value: nastyValue })
  .map(({ at, kind, key, value }): Mutation => {
    return request => {
      if (typeof request.body !== 'object' || request.body === null) return request;
      const body = structuredClone(request.body);
      const places = placesIn(body);
      const place = places[at % places.length];
      if (place === undefined || kind === 4) return { ...request, body: value };
      const { parent, name } = place;
      if (kind === 0) delete parent[name];
      else if (kind === 1) setOwn(parent, key, value);
      else if (kind === 2) setOwn(parent, name, [parent[name]]);
      else setOwn(parent, name, value);
      return { ...request, body };
    };
  });

interface Place {
  readonly parent: Record<string, unknown>;
  readonly name: string;
}

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const parent = value as Record<string, unknown>;
  return Object.keys(parent).flatMap(name => [{ parent, name }, ...placesIn(parent[name])]);
}

/** Sets a property of its own, even one that is called `__proto__`; arrays have no other keys. */
function setOwn(target: object, name: string, value: unknown): void {
  if (Array.isArray(target) && !/^\d{1,2}$/.test(name)) return;
  const fields = { value, enumerable: true, configurable: true, writable: true };
  Object.defineProperty(target, name, fields);
}

/** Writes a request out, with the ids that `state` has for its placeholders. */
export function written(request: PlannedRequest, state: AccountState): WrittenRequest {
  const { method, accountID, params, query, body, headers } = request;
  const given = new Map(Object.entries({ ...params, accountID }));
  const path = request.path.replace(/:(\w+)/g, (_, name) =>
    segment(withIDs(given.get(name) ?? '', state)),
  );
  const pairs = query.map(([name, value]) => `${encode(name)}=${encode(withIDs(value, state))}`);
  const base = {
    method,
    url: pairs.length === 0 ? path : `${path}?${pairs.join('&')}`,
  };
  if (body === undefined) return { ...base, headers };
  return {
    ...base,
    headers: { 'content-type': 'application/json', ...headers },
    payload: withIDs(jsonText(body), state),
  };
}

/** A text with the ids that `state` has for its placeholders. */
export function withIDs(text: string, state: AccountState): string {
  return text.replace(/\$(order|trade|last)(\d)/g, (_, kind: string, digit: string) => {
    const back = Number(digit);
    if (kind === 'last') return String(Math.max(1, state.lastTransactionID - back));
    const { openTrades, trades, pendingOrders, orders } = state;
    const live = [...(kind === 'trade' ? openTrades : pendingOrders).keys()];
    const ever = [...(kind === 'trade' ? trades : orders).keys()];
    // Those that can still be acted on, and now and then one that has ended.
    const ids = back < 8 && live.length > 0 ? live : ever;
    return String(ids[back % ids.length] ?? back);
  });
}

function segment(text: string): string {
  return text.startsWith('@raw') ? text.slice('@raw'.length) : encode(text);
}

/** Percent-encodes the UTF-8 of any text, lone surrogates included. */
function encode(text: string): string {
  return encodeURIComponent(Buffer.from(text, 'utf8').toString('utf8'));
}
