/**
 * Bearer tokens: who may use which accounts. A token is found by its digest, of which nobody can
 * choose the bytes, so that neither the answer nor its timing tells how much of a guess was right.
 * Source: invariants A2-A4; v20: one token covers all accounts of a user.
 */

import { hash, randomBytes } from 'node:crypto';

import { userOf } from '../../../core/ledger/account-id.js';

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

/** Who may use a server. */
export interface Keys {
  /** Tokens of the accounts' users. */
  readonly tokens: Tokens;
  /** The token of control routes; it opens no account. */
  readonly control: Tokens;
}

/** The tokens of a server; they can be added and taken back while it runs. */
export class Tokens {
  /** By the digest of the token. */
  readonly #grants = new Map<string, Grant>();

  constructor(entries: readonly TokenEntry[] = []) {
    for (const entry of entries) this.add(entry);
  }

  /** Lets the token in. A token that is known opens something else from now on. */
  add({ token, tenant, accountIDs }: TokenEntry): void {
    this.#grants.set(digestOf(token), { tenant, accountIDs });
  }

  /** Opens an account of a market to every token that opens another account of its user. */
  widen(tenant: string, accountID: string): void {
    for (const [digest, grant] of this.#grants) {
      const { accountIDs } = grant;
      const isOwn =
        grant.tenant === tenant && accountIDs.some(id => userOf(id) === userOf(accountID));
      if (!isOwn || accountIDs.includes(accountID)) continue;
      this.#grants.set(digest, { tenant, accountIDs: [...accountIDs, accountID] });
    }
  }

  /** Takes back every token of a market. */
  removeTenant(tenant: string): void {
    for (const [digest, grant] of this.#grants) {
      if (grant.tenant === tenant) this.#grants.delete(digest);
    }
  }

  /** What an `Authorization` header opens; undefined when it opens nothing. */
  grantOf(header: string | undefined): Grant | undefined {
    const token = header === undefined ? undefined : BEARER.exec(header)?.[1];
    return token === undefined ? undefined : this.#grants.get(digestOf(token));
  }
}

/** As text, which Node makes five times as fast as a buffer. */
function digestOf(token: string): string {
  return hash('sha256', token, 'base64');
}
