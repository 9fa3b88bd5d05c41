/**
 * Sessions of browsers: a cookie that the page's program cannot read and that no other site can send.
 * It holds an id, the end of the session and their authentication code; the server keeps only the ids
 * of sessions that were ended early. With a key that is the same after a restart, so are the sessions.
 * Source: decision 0044; invariants A2-A4.
 */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Listeners } from '../../runtime/simulation/listeners.js';

/** Seconds that a session lasts. */
const SESSION_S = 7 * 86_400;
const MS = 1_000;
const ID_BYTES = 16;
const VALUE = /^([\w-]{22})\.(\d{10,12})\.([\w-]{43})$/;

/** A session in a cookie. */
export interface Session {
  readonly id: string;
  /** Its end, wall seconds since 1970. */
  readonly until: number;
}

/** The sessions of a server. */
export class Sessions {
  readonly #key: string;
  readonly #now: () => number;
  /** Sessions that were ended early, by id, and when they would have ended. */
  readonly #ended = new Map<string, number>();
  readonly #onEnd = new Listeners<[id: string]>();

  /** @param key - secret, at least 128 random bits. @param now - wall milliseconds since 1970. */
  constructor(key: string, now: () => number = Date.now) {
    this.#key = key;
    this.#now = now;
  }

  /** Begins a session. @returns the value of its cookie, and the seconds that it lasts. */
  begin(): { readonly value: string; readonly maxAge: number } {
    const id = randomBytes(ID_BYTES).toString('base64url');
    const until = Math.floor(this.#now() / MS) + SESSION_S;
    return { value: `${id}.${until}.${this.#code(id, until)}`, maxAge: SESSION_S };
  }

  /** The session of a cookie's value; undefined when it is none, or over. */
  of(value: string): Session | undefined {
    const [, id = '', end = '', code = ''] = VALUE.exec(value) ?? [];
    const until = Number(end);
    if (id === '' || !isSame(code, this.#code(id, until))) return undefined;
    return this.isOver({ id, until }) ? undefined : { id, until };
  }

  /** Whether a session has ended. */
  isOver({ id, until }: Session): boolean {
    return this.#ended.has(id) || this.#now() >= until * MS;
  }

  /** Ends a session before its time. */
  end({ id, until }: Session): void {
    for (const [old, then] of this.#ended) if (this.#now() >= then * MS) this.#ended.delete(old);
    this.#ended.set(id, until);
    this.#onEnd.tell(id);
  }

  /** Calls `listener` with the id of each session that is ended. @returns what ends that. */
  onEnd(listener: (id: string) => void): () => void {
    return this.#onEnd.add(listener);
  }

  #code(id: string, until: number): string {
    return createHmac('sha256', this.#key).update(`${id}.${until}`).digest('base64url');
  }
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
