/**
 * Bearer tokens: who may use which accounts. A token is found by its digest, compared in constant
 * time, so that neither the answer nor its timing tells how much of a guess was right.
 * Source: invariants A2-A4; v20: one token covers all accounts of a user.
 */

import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

import { userOf } from '../../../core/ledger/account-id.js';

const TOKEN_BYTES = 24;
const BEARER = /^Bearer +([\w.~+/=-]{1,512})$/i;

/** A token and the accounts that it opens. */
export interface TokenEntry {
  readonly token: string;
  readonly accountIDs: readonly string[];
}

/** A token of 192 random bits. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** One token for each user among the accounts: the third part of an account id. */
export function tokensByUser(accountIDs: readonly string[], make = newToken): TokenEntry[] {
  const users = new Map<number, string[]>();
  for (const id of accountIDs) {
    const user = userOf(id);
    users.set(user, [...(users.get(user) ?? []), id]);
  }
  return [...users.values()].map(ids => ({ token: make(), accountIDs: ids }));
}

/** Who may use a server. */
export interface Keys {
  /** Tokens of the accounts' users. */
  readonly tokens: Tokens;
  /** The token of control routes; it opens no account. */
  readonly control: Tokens;
}

export class Tokens {
  readonly #entries: readonly { readonly digest: Buffer; readonly accountIDs: readonly string[] }[];

  constructor(entries: readonly TokenEntry[]) {
    this.#entries = entries.map(({ token, accountIDs }) => ({
      digest: digestOf(token),
      accountIDs,
    }));
  }

  /** The accounts that an `Authorization` header opens; undefined when it opens nothing. */
  accountsOf(header: string | undefined): readonly string[] | undefined {
    const token = header === undefined ? undefined : BEARER.exec(header)?.[1];
    if (token === undefined) return undefined;
    const digest = digestOf(token);
    let found: readonly string[] | undefined;
    for (const entry of this.#entries) {
      if (timingSafeEqual(entry.digest, digest)) found = entry.accountIDs;
    }
    return found;
  }
}

function digestOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
