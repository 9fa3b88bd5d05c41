/**
 * Bearer tokens and the accounts that each opens. A token is found by its digest. A client cannot
 * choose the bytes of a digest, so neither the answer nor its timing shows how much of a guess was
 * right. Source: invariants A2-A4; v20: one token covers all accounts of a user.
 */

import { hash, randomBytes } from 'node:crypto';

import { userOf } from '../../../../core/ledger/account-id.js';

const TOKEN_BYTES = 24;
const BEARER = /^Bearer +([\w.~+/=-]{1,512})$/i;

/** What a token opens: accounts of one market of the server. */
export interface Grant {
  /** The id of the market; empty for a token that opens none. */
  readonly tenant: string;
  readonly accountIDs: readonly string[];
}

/** A token and what it opens. */
export interface TokenEntry extends Grant {
  readonly token: string;
}

/** A token of 192 random bits. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** One token for each user among the accounts of a market: the third part of an account id. */
export function tokensByUser(
  tenant: string,
  accountIDs: readonly string[],
  make = newToken,
): TokenEntry[] {
  const users = new Map<number, string[]>();
  for (const id of accountIDs) {
    const user = userOf(id);
    users.set(user, [...(users.get(user) ?? []), id]);
  }
  return [...users.values()].map(ids => ({ token: make(), tenant, accountIDs: ids }));
}

/** The tokens of a server, with what each may use. */
export interface Keys {
  /** Tokens of the accounts' users. */
  readonly tokens: Tokens;
  /** The token of control routes; it opens no account. */
  readonly control: Tokens;
  /** Finds the guest whose key a header has: control of some simulations. Absent: there are no guests. */
  readonly guestOf?: (header: string | undefined) => string | undefined;
}

/** The token that an `Authorization` header has; undefined for none, and for another scheme. */
export function bearerOf(header: string | undefined): string | undefined {
  return header === undefined ? undefined : BEARER.exec(header)?.[1];
}

/**
 * Owns the digests of the tokens of a server and what each opens. `add` and `widen` give,
 * `removeTenant` takes back, while the server runs.
 */
export class Tokens {
  /** Grants by the digest of the token. */
  readonly #grants = new Map<string, OpenGrant>();
  /** The digests of the tokens of each user of a market. */
  readonly #byUser = new Map<string, Set<string>>();
  /** For each connection, the header that was last accepted on it. */
  #known = new WeakMap<object, { readonly header: string; readonly grant: Grant }>();

  constructor(entries: readonly TokenEntry[] = []) {
    for (const entry of entries) this.add(entry);
  }

  /** Lets the token in. A token that is known opens something else from now on. */
  add({ token, tenant, accountIDs }: TokenEntry): void {
    const digest = digestOf(token);
    this.#forget(digest);
    const grant = { tenant, accountIDs: [...accountIDs], known: new Set(accountIDs) };
    this.#grants.set(digest, grant);
    for (const user of usersOf(grant)) {
      const digests = this.#byUser.get(user) ?? new Set();
      this.#byUser.set(user, digests.add(digest));
    }
    this.#known = new WeakMap();
  }

  /** Opens an account of a market to every token that opens another account of its user. */
  widen(tenant: string, accountID: string): void {
    for (const digest of this.#byUser.get(userKey(tenant, accountID)) ?? []) {
      const grant = this.#grants.get(digest);
      if (grant === undefined || grant.known.has(accountID)) continue;
      grant.known.add(accountID);
      grant.accountIDs.push(accountID);
    }
  }

  /** Takes back every token of a market. */
  removeTenant(tenant: string): void {
    for (const [digest, grant] of this.#grants) {
      if (grant.tenant === tenant) this.#forget(digest);
    }
    this.#known = new WeakMap();
  }

  #forget(digest: string): void {
    const grant = this.#grants.get(digest);
    if (grant === undefined) return;
    this.#grants.delete(digest);
    for (const user of usersOf(grant)) {
      const digests = this.#byUser.get(user);
      digests?.delete(digest);
      if (digests?.size === 0) this.#byUser.delete(user);
    }
  }

  /**
   * What an `Authorization` header opens; undefined when it opens nothing.
   * @param connection - on which it came; a header that opened something there is not digested again.
   */
  grantOf(header: string | undefined, connection: object): Grant | undefined {
    if (header === undefined) return undefined;
    const known = this.#known.get(connection);
    if (known !== undefined && isSame(known.header, header)) return known.grant;
    const token = bearerOf(header);
    const grant = token === undefined ? undefined : this.#grants.get(digestOf(token));
    if (grant !== undefined) this.#known.set(connection, { header, grant });
    return grant;
  }
}

/** A grant to which accounts are added. */
interface OpenGrant extends Grant {
  readonly accountIDs: string[];
  /** The same ids, as a set. */
  readonly known: Set<string>;
}

function userKey(tenant: string, accountID: string): string {
  return `${tenant}/${userOf(accountID)}`;
}

function usersOf({ tenant, accountIDs }: Grant): Set<string> {
  return new Set(accountIDs.map(id => userKey(tenant, id)));
}

/**
 * Whether two texts are the same. How long the comparison takes depends on their length alone,
 * because the clients of a proxy share a connection and must not guess each other's token.
 */
function isSame(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let at = 0; at < one.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}

/** The digest of a token as text, which Node makes five times as fast as a buffer. */
function digestOf(token: string): string {
  return hash('sha256', token, 'base64');
}
