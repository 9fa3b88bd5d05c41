/**
 * One-time codes that log a browser in. A code is typed or followed by a person, so it is short: 40
 * random bits, one use, a day at most, and few guesses. Source: decision 0044; invariants A2-A4.
 */

import { hash, randomInt, timingSafeEqual } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { RequestError } from '../http/request-errors.js';

/** Crockford's digits: no letter that is read as another one. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Eight digits of five bits. */
const LENGTH = 8;
const HALF = LENGTH / 2;
/** Letters that Crockford reads as digits. */
const READ_AS: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;
/** Codes that may wait for their use; another one replaces the oldest. */
const CODES_MAX = 100;
/** Wrong codes of one client address within a minute. */
const WRONG_MAX = 10;

/** A code that was not used yet, by its digest. */
interface WaitingCode {
  readonly digest: Buffer;
  /** Wall milliseconds of `clock`. */
  readonly until: number;
}

/**
 * Owns the unused codes of a server, and the wrong guesses of the present minute by address. `make`
 * adds a code, `use` ends it. Always: a code logs in once.
 */
export class LoginCodes {
  readonly #clock: () => number;
  readonly #waiting = new Map<string, WaitingCode>();
  /** Wrong codes in the present minute, by client address. */
  readonly #wrong = new Map<string, number>();
  #minute = 0;

  /** @param clock - wall milliseconds; it never goes back. */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** Makes a code of two halves, `7K2M-0QZB`. */
  make(): string {
    const digits = Array.from({ length: LENGTH }, () => DIGITS[randomInt(DIGITS.length)]).join('');
    const digest = digestOf(digits);
    const [oldest] = this.#waiting.keys();
    if (this.#waiting.size >= CODES_MAX && oldest !== undefined) this.#waiting.delete(oldest);
    this.#waiting.set(digest.toString('base64'), { digest, until: this.#clock() + DAY_MS });
    return `${digits.slice(0, HALF)}-${digits.slice(HALF)}`;
  }

  /**
   * Uses a code up. @param address - of the client.
   * @throws RequestError 401 for a code that is not waiting, 429 after too many of those: then the
   * right code is refused too, for a minute at most.
   */
  use(code: string, address: string): void {
    const wrong = this.#wrongOf(address);
    if (wrong >= WRONG_MAX) {
      const retryAfter = Math.ceil((MINUTE_MS - (this.#clock() % MINUTE_MS)) / SECOND_MS);
      const sentence = `Too many wrong codes; try again in ${retryAfter} s`;
      throw new RequestError('too-many-requests', { sentence, retryAfter });
    }
    if (this.#take(code)) return;
    this.#wrong.set(address, wrong + 1);
    throw new RequestError('wrong-code');
  }

  #take(code: string): boolean {
    const digest = digestOf(normalised(code));
    const key = digest.toString('base64');
    const known = this.#waiting.get(key);
    if (known === undefined || !timingSafeEqual(known.digest, digest)) return false;
    this.#waiting.delete(key);
    return this.#clock() <= known.until;
  }

  #wrongOf(address: string): number {
    const minute = Math.floor(this.#clock() / MINUTE_MS);
    if (minute !== this.#minute) this.#wrong.clear();
    this.#minute = minute;
    return this.#wrong.get(address) ?? 0;
  }
}

/** The digits of a code as a person may write it. */
function normalised(code: string): string {
  return code
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(/[OIL]/g, letter => READ_AS[letter] ?? letter);
}

function digestOf(digits: string): Buffer {
  return hash('sha256', digits, 'buffer');
}
