/**
 * How requests of the child become requests of the sandbox: any token opens its accounts. Each request
 * is counted under its operation.
 */

import type { IncomingMessage } from 'node:http';
import { OPERATIONS } from '../broker/api/v20/routes/operations.js';

/** The tokens with which requests are sent on, and for which accounts. */
export interface ActingAs {
  /** The token of the first account's user. */
  readonly first: string;
  /** The tokens of the accounts, by id. */
  readonly tokens: ReadonlyMap<string, string>;
}

const CONTROL = /^\/_sim(?:\/|$)/;
const BEARER = /^Bearer +\S/i;
const ACCOUNT = /^\/v3\/accounts\/([^/?]+)/;

/**
 * Lets the request in as the user of the account in its path. One without a bearer token stays
 * without, so that a program that forgets it learns of it here too; the token of control stays as well.
 */
export function admitRequest(
  { headers, url = '/' }: IncomingMessage,
  { first, tokens }: ActingAs,
): void {
  if (CONTROL.test(url) || !BEARER.test(headers.authorization ?? '')) return;
  const [, account = ''] = ACCOUNT.exec(url) ?? [];
  headers.authorization = `Bearer ${tokens.get(account) ?? first}`;
}

/** Path parameters in a path of the table, such as `:accountID`. */
const PARAMETER = /:[A-Za-z]+/g;

/** A path with fewer parameters comes first, as in routers: `transactions/stream` is no transaction. */
const PATTERNS = OPERATIONS.map(({ operationId, method, path }) => ({
  operationId,
  method,
  parameters: path.match(PARAMETER)?.length ?? 0,
  pattern: new RegExp(`^${path.replace(PARAMETER, '[^/]+')}/?$`),
})).sort((one, other) => one.parameters - other.parameters);

const POLLS: ReadonlySet<string> = new Set(
  OPERATIONS.flatMap(({ isPoll: polls, operationId }) => (polls === true ? [operationId] : [])),
);

/** Whether a request asks for prices, candles or the account, as bots do again and again. */
export function isPoll(request: Pick<IncomingMessage, 'method' | 'url'>): boolean {
  return POLLS.has(operationOf(request));
}

/** The operationId that a request asks for; `other` for paths that v20 does not have. */
export function operationOf({
  method,
  url = '/',
}: Pick<IncomingMessage, 'method' | 'url'>): string {
  const [path = ''] = url.split('?', 1);
  const found = PATTERNS.find(each => each.method === method && each.pattern.test(path));
  return found?.operationId ?? 'other';
}
