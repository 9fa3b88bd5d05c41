/**
 * Why a request was refused, in terms of what the program asked for: an account or an instrument that
 * the sandbox does not have, a path that v20 does not have or that an older API had, a host that has no streams, a missing
 * token, a time after simulated now, a rule of the market, or anything else.
 */

import { namedInstruments } from '../../broker/api/v20/named-instruments.js';
import type { Exchange } from './exchange.js';
import { retiredPath } from './retired-paths.js';

/** The kinds of refusals. */
export type RefusalKind =
  | 'account'
  | 'instrument'
  | 'path'
  | 'retired'
  | 'host'
  | 'token'
  | 'future'
  | 'reject'
  | 'request';

/** The cause of the refusal of one request. */
export interface RefusalCause {
  readonly kind: RefusalKind;
  /**
   * The account, the instruments, method and path, the host, the time, or the reject reason that it is about;
   * a path of a retired API has parameters in braces. Empty for a missing token and for anything else.
   */
  readonly what: readonly string[];
  /** The sentence of the answer. */
  readonly message: string;
}

/** What the sandbox has. */
export interface Offer {
  readonly accounts: ReadonlySet<string>;
  readonly instruments: ReadonlySet<string>;
  /** Whether a request came to a host that has not what it asks for. */
  readonly isElsewhere: boolean;
}

const ERROR_FROM = 400;
const ERROR_TO = 500;
const UNAUTHORIZED = 401;
const ACCOUNT = /^\/v3\/accounts\/([^/?]+)/;
/** The sentence of v20 about a time after now, with its parameter. */
const FUTURE = /'(\w+)'.*Time is in the future$/;
const REASON = /"rejectReason":"([A-Z_]+)"/;

/** Whether an answer of `status` refuses its request. An answer that a fault made counts like any other. */
export function isRefused(status: number): boolean {
  return status >= ERROR_FROM && status < ERROR_TO;
}

/** Why `exchange`, which is refused, was refused. */
export function causeOf(exchange: Exchange, offer: Offer): RefusalCause {
  const { request, answer, operation } = exchange;
  const message = String(fieldsOf(answer.body)['errorMessage'] ?? '');
  const path = request.url.split('?', 1)[0] ?? '';
  if (answer.status === UNAUTHORIZED) return { kind: 'token', what: [], message };
  if (operation === 'other') return strayCause(request.method, path, message);
  if (offer.isElsewhere) return { kind: 'host', what: [request.host], message };
  const account = plain(ACCOUNT.exec(path)?.[1]);
  if (account !== undefined && !offer.accounts.has(account)) {
    return { kind: 'account', what: [account], message };
  }
  const [, parameter] = FUTURE.exec(message) ?? [];
  if (parameter !== undefined) {
    return { kind: 'future', what: valuesOf(request.url, parameter), message };
  }
  const missing = namedInstruments({ url: request.url, body: fieldsOf(request.body) }).filter(
    name => !offer.instruments.has(name),
  );
  if (missing.length > 0) return { kind: 'instrument', what: missing, message };
  const [, reason] = REASON.exec(answer.body) ?? [];
  if (reason !== undefined) return { kind: 'reject', what: [reason], message };
  return { kind: 'request', what: [], message };
}

/** Why a path is refused that v20 does not have. */
function strayCause(method: string, path: string, message: string): RefusalCause {
  const retired = retiredPath(path);
  const what = `${method} ${retired?.path ?? path}`;
  return { kind: retired === undefined ? 'path' : 'retired', what: [what], message };
}

/** The values of a parameter in a query. */
function valuesOf(url: string, parameter: string): readonly string[] {
  const [, query = ''] = url.split('?', 2);
  return new URLSearchParams(query).getAll(parameter);
}

/** The fields of a JSON object; none of any other text. */
export function fieldsOf(body: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(body)) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}

/** A step of a path without its percent-encoding. */
function plain(step: string | undefined): string | undefined {
  if (step === undefined) return undefined;
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
