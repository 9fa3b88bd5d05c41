/**
 * Sends requests to a v20 host: a base URL, a token, JSON in both directions, keep-alive
 * connections. It knows no endpoint. When a host is busy or briefly unreachable, a request is
 * repeated, but only if a repetition cannot take effect twice.
 * Source: v20 semantics 2.1, 2.4.
 */

import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { InputError } from '../../../core/base/input-error.js';
import { present } from '../../../core/base/present.js';

export type Json = Readonly<Record<string, unknown>>;

export interface V20Answer {
  readonly status: number;
  readonly body: Json;
}

export interface V20ClientOptions {
  /** Ends reading requests and waits before retries; a command in progress is completed. */
  readonly signal?: AbortSignal;
  /**
   * Wall milliseconds to wait before each retry, so there is one try more than waits. For a host
   * that has never answered, at most the first three are used.
   */
  readonly waitsMs?: readonly number[];
}

const UNAUTHORIZED = 401;
const FORBIDDEN = 403;
const REQUEST_TIMEOUT = 408;
const TOO_MANY = 429;
const UNAVAILABLE = 503;
const SERVER_ERRORS = 500;
const WAITS_MS = [250, 1_000, 4_000] as const;
const FIRST_WAITS = 3;
/** Limit of wall time for a reading request, in milliseconds. */
const READ_MS = 30_000;
/** Wall milliseconds after which an unused connection is closed. */
const IDLE_MS = 4_000;
/** Error codes of failures before anything was sent. */
const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** The host does not answer. */
class UnreachableError extends InputError {
  /** Whether the host may still have received the request. */
  readonly isSent: boolean;

  constructor(base: string, { message, code = '' }: NodeJS.ErrnoException) {
    super('scenario', { file: base }, `cannot be reached: ${message === '' ? code : message}`);
    this.isSent = !NOT_SENT.has(code);
  }
}

/** The answer to a command was lost: it may have taken effect or not. */
export class LostAnswer extends InputError {}

/** A reading request was ended by the signal. */
export class AbortedError extends Error {
  override readonly name = 'Stopped';
}

/**
 * Owns the connections to one host until `close`. Requests change nothing else but whether the host
 * has ever answered, which decides how often a request is repeated.
 */
export class V20Client {
  readonly #base: string;
  readonly #token: string;
  readonly #signal: AbortSignal | undefined;
  readonly #waitsMs: readonly number[];
  readonly #request: typeof request;
  readonly #agent: Agent;
  /** Whether the host has ever answered. */
  #isKnown = false;

  /**
   *
   * @param url - base URL of the host, with or without a final slash; `/v3` belongs to the paths.
   */
  constructor(url: string, token: string, { signal, waitsMs = WAITS_MS }: V20ClientOptions = {}) {
    this.#base = url.replace(/\/+$/, '');
    this.#token = token;
    this.#signal = signal;
    this.#waitsMs = waitsMs;
    const isSecure = url.startsWith('https:');
    this.#request = isSecure ? secureRequest : request;
    const kept = { keepAlive: true, timeout: IDLE_MS };
    this.#agent = isSecure ? new SecureAgent(kept) : new Agent(kept);
  }

  /**
   * Sends a request once. A refusal by the host is an answer too.
   * @throws InputError when the host does not answer, or refuses the token.
   */
  async send(method: string, path: string, body?: object): Promise<V20Answer> {
    const { status, text } = await this.#exchange(method, path, body);
    this.#isKnown = true;
    const answer = parsed(text);
    if (answer === undefined && isPassing(status)) return { status, body: {} };
    if (status === UNAUTHORIZED || status === FORBIDDEN || answer === undefined) {
      const refused = answer ?? { errorMessage: 'not JSON' };
      throw this.refused(`${method} ${path}`, { status, body: refused });
    }
    return { status, body: answer };
  }

  /**
   * Sends a command. It is repeated only when it cannot have taken effect: no connection, or the
   * host said that it was busy.
   * @throws InputError as `send`; LostAnswer when the outcome is unknown.
   * @param isBusy - default: statuses 429 and 503.
   */
  async command(
    method: string,
    path: string,
    body?: object,
    isBusy = (status: number) => status === TOO_MANY || status === UNAVAILABLE,
  ): Promise<V20Answer> {
    const lost = (place: InputError['place'], why: string) =>
      new LostAnswer('scenario', place, `${method} ${path} may have taken effect or not: ${why}`);
    const answer = await this.#persist(
      () => this.send(method, path, body),
      ({ status }) => isBusy(status),
      ({ isSent }) => !isSent,
    ).catch((error: unknown) => {
      throw error instanceof UnreachableError && error.isSent
        ? lost(error.place, error.rule)
        : error;
    });
    const { status } = answer;
    if (status === UNAVAILABLE || status < SERVER_ERRORS) return answer;
    const { place, rule } = this.refused('it', answer);
    throw lost(place, rule);
  }

  /** Reads something that must exist. @throws InputError for any answer but 200; Stopped. */
  async get(path: string): Promise<Json> {
    const answer = await this.#read(path);
    if (answer.status !== 200) throw this.refused(`GET ${path}`, answer);
    return answer.body;
  }

  /** Reads something that may no longer exist. @returns undefined for the status that says so. */
  async find(path: string, goneStatus: number): Promise<Json | undefined> {
    const answer = await this.#read(path);
    if (answer.status === goneStatus) return undefined;
    if (answer.status !== 200) throw this.refused(`GET ${path}`, answer);
    return answer.body;
  }

  #read(path: string): Promise<V20Answer> {
    return this.#persist(
      () => this.send('GET', path),
      ({ status }) => isPassing(status),
      () => true,
    );
  }

  /** Closes every connection, even one that is in use. */
  close(): void {
    this.#agent.destroy();
  }

  /** A client of the same host without retries or signal, for the requests at the end of a run. */
  atLast(): V20Client {
    return new V20Client(this.#base, this.#token, { waitsMs: [] });
  }

  /** The error for an answer that the run cannot continue with. */
  refused(what: string, { status, body }: V20Answer): InputError {
    const words = body['errorMessage'] ?? 'no reason given';
    return this.fault(`${what} was answered ${status}: ${words}`);
  }

  /** An error about the host. */
  fault(rule: string): InputError {
    return new InputError('scenario', { file: this.#base }, rule);
  }

  /** Repeats a request until there is a usable answer or no retry is left. */
  async #persist(
    attempt: () => Promise<V20Answer>,
    isWorthAnother: (answer: V20Answer) => boolean,
    isSafeToRepeat: (failure: UnreachableError) => boolean,
  ): Promise<V20Answer> {
    for (const [index, waitMs] of this.#waitsMs.entries()) {
      if (index >= FIRST_WAITS && !this.#isKnown) break;
      try {
        const answer = await attempt();
        if (!isWorthAnother(answer)) return answer;
      } catch (error) {
        if (!(error instanceof UnreachableError) || !isSafeToRepeat(error)) throw error;
      }
      await sleep(waitMs, undefined, present({ signal: this.#signal })).catch(() => {
        throw new AbortedError();
      });
    }
    return attempt();
  }

  /** Sends one request and reads its answer. @throws Unreachable, Stopped */
  #exchange(
    method: string,
    path: string,
    body: object | undefined,
  ): Promise<{ status: number; text: string }> {
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const isReading = method === 'GET';
    return new Promise((resolve, reject) => {
      const call = this.#request(`${this.#base}${path}`, this.#options(method, bytes), answer => {
        textOf(answer).then(text => resolve({ status: answer.statusCode ?? 0, text }), fail);
      });
      const late = isReading
        ? setTimeout(() => call.destroy(new Error(`no answer in ${READ_MS / 1_000} s`)), READ_MS)
        : undefined;
      function fail(error: NodeJS.ErrnoException) {
        call.destroy();
        onEnd(error);
      }
      const onEnd = (error: NodeJS.ErrnoException) => {
        reject(
          isReading && this.#signal?.aborted === true
            ? new AbortedError()
            : new UnreachableError(this.#base, error),
        );
      };
      call.on('error', onEnd);
      call.on('close', () => clearTimeout(late));
      call.end(bytes);
    });
  }

  #options(method: string, bytes: Buffer | undefined): RequestOptions {
    const signal = method === 'GET' ? this.#signal : undefined;
    return {
      method,
      agent: this.#agent,
      ...present({ signal }),
      headers: {
        authorization: `Bearer ${this.#token}`,
        'accept-datetime-format': 'RFC3339',
        ...(bytes === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': bytes.length }),
      },
    };
  }
}

/** The whole text of an answer. @throws Error when it breaks off. */
function textOf(answer: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    answer.setEncoding('utf8');
    answer.on('data', chunk => {
      text += chunk;
    });
    answer.on('end', () => resolve(text));
    answer.on('error', reject);
  });
}

/** Whether the same request may soon have another answer. */
export function isPassing(status: number): boolean {
  return status === REQUEST_TIMEOUT || status === TOO_MANY || status >= SERVER_ERRORS;
}

function parsed(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text);
    return typeof value === 'object' && value !== null ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}
