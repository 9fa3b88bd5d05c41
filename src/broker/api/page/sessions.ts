/**
 * Sessions of browsers: a cookie that the page's program cannot read and that no other site can
 * send. It holds an id, the end of the session, their authentication code and the guest; the server keeps only
 * the ids of sessions that were ended early. With a key that is the same after a restart, so are
 * the sessions, and those that were ended stay ended if their ids are stored. A session of a guest lasts
 * as long as the guest's key. Source: decisions 0044 and 0119; invariants A2-A4.
 */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { present } from '../../../core/base/present.js';
import { Listeners } from '../../runtime/strategies/listeners.js';

import type { Guest } from '../guests/quotas.js';

/** Seconds that a session lasts. */
const SESSION_S = 7 * 86_400;
const MS = 1_000;
const ID_BYTES = 16;
const VALUE = /^([\w-]{22})\.(\d{10,12})\.([\w-]{43})(?:\.([\w.-]{1,40}))?$/;

/** A session in a cookie. */
export interface LoginSession {
  readonly id: string;
  /** Its end, wall seconds since 1970. */
  readonly until: number;
  /** The name of the guest that logged in; absent: the owner of the server. */
  readonly guest?: string;
}

/** A guest that logs in, with the digest of the key. */
type GuestLogin = Pick<Guest, 'name' | 'digest'>;

/** Keeps which sessions were ended early. */
export interface EndedSessions {
  /**
   * The sessions that were ended before, by id, with the end that they would have had, wall seconds
   * since 1970.
   */
  readonly before: ReadonlyMap<string, number>;
  /** Keeps one more. @throws Error when it cannot be kept. */
  keep(session: LoginSession): void;
}

/** How sessions are made and ended. */
export interface SessionsSetup {
  /** Secret, at least 128 random bits. */
  readonly key: string;
  /** Absent: a restart forgets them. */
  readonly ended?: EndedSessions | undefined;
  /** Wall milliseconds since 1970; default: of the machine. */
  readonly now?: () => number;
}

/**
 * Owns the ids of sessions that were ended early. `end` adds one; an id stays as long as its cookie
 * would have been good.
 */
export class Sessions {
  readonly #key: string;
  readonly #now: () => number;
  /** Sessions that were ended early, by id, and when they would have ended. */
  readonly #ended: Map<string, number>;
  readonly #keeper: EndedSessions | undefined;
  readonly #onEnd = new Listeners<[id: string]>();

  constructor({ key, ended, now = Date.now }: SessionsSetup) {
    this.#key = key;
    this.#now = now;
    this.#keeper = ended;
    this.#ended = new Map(ended?.before);
  }

  /** Begins a session, of a guest or of the owner. @returns the value of its cookie, and the seconds that it lasts. */
  begin(guest?: GuestLogin): { readonly value: string; readonly maxAge: number } {
    const id = randomBytes(ID_BYTES).toString('base64url');
    const until = Math.floor(this.#now() / MS) + SESSION_S;
    const parts = [id, until, this.#code(id, until, guest), ...(guest ? [guest.name] : [])];
    return { value: parts.join('.'), maxAge: SESSION_S };
  }

  /**
   * The session of a cookie's value; undefined when it is none, or over.
   * @param guestNamed - the guest of a name with the key that holds now.
   */
  of(
    value: string,
    guestNamed: (name: string) => GuestLogin | undefined = () => undefined,
  ): LoginSession | undefined {
    const [, id = '', end = '', code = '', name] = VALUE.exec(value) ?? [];
    const until = Number(end);
    const guest = name === undefined ? undefined : guestNamed(name);
    if (id === '' || guest?.name !== name) return undefined;
    if (!isSame(code, this.#code(id, until, guest)) || this.isOver({ id, until })) return undefined;
    return { id, until, ...present({ guest: name }) };
  }

  /** Whether a session has ended. */
  isOver({ id, until }: LoginSession): boolean {
    return this.#ended.has(id) || this.#now() >= until * MS;
  }

  /** Ends a session before its time. @throws Error when that cannot be kept; it has ended all the same. */
  end(session: LoginSession): void {
    const { id, until } = session;
    for (const [old, then] of this.#ended) if (this.#now() >= then * MS) this.#ended.delete(old);
    this.#ended.set(id, until);
    this.#onEnd.tell(id);
    this.#keeper?.keep(session);
  }

  /** Calls `listener` with the id of each session that is ended. @returns what ends that. */
  onEnd(listener: (id: string) => void): () => void {
    return this.#onEnd.add(listener);
  }

  #code(id: string, until: number, guest: GuestLogin | undefined): string {
    const whose = guest === undefined ? '' : `.${guest.name}.${guest.digest}`;
    return createHmac('sha256', this.#key).update(`${id}.${until}${whose}`).digest('base64url');
  }
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
