/**
 * Requests to a v20 host: a base URL, a token, JSON both ways, connections that are kept. It knows
 * no endpoint. A host that is busy or gone for a moment is asked again, where asking twice cannot
 * do anything twice. Source: v20 semantics 2.1, 2.4.
 */

import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { InputError } from '../core/base/input-error.js';
import { present } from '../core/base/present.js';

export type Json = Readonly<Record<string, unknown>>;

export interface V20Answer {
  readonly status: number;
  readonly body: Json;
}

export interface V20ClientOptions {
  /** Gives up reading, and waiting to ask again; a command under way is seen through. */
  readonly signal?: AbortSignal;
  /**
   * Waits before a request is made again, wall milliseconds; there is one try more than waits. A host
   * that has never answered gets the first three at most.
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
/** Wall milliseconds in which a reading is answered. */
const READ_MS = 30_000;
/** Wall milliseconds after which a connection that is not used is closed. */
const IDLE_MS = 4_000;
/** Failures before anything was sent. */
const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Nobody answers. */
class Unreachable extends InputError {
  /** Whether the host may have got the request all the same. */
  readonly isSent: boolean;

  constructor(base: string, { message, code = '' }: NodeJS.ErrnoException) {
    super('scenario', { file: base }, `cannot be reached: ${message === '' ? code : message}`);
    this.isSent = !NOT_SENT.has(code);
  }
}

/** A command may have taken effect or not: nobody has said. */
export class LostAnswer extends InputError {}

/** A reading was given up because the signal said so. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

export class V20Client {
  readonly #base: string;
  readonly #token: string;
  readonly #signal: AbortSignal | undefined;
  readonly #waitsMs: readonly number[];
  readonly #request: typeof request;
  readonly #agent: Agent;
  /** Whether the host has ever answered. */
  #isKnown = false;

  /** @param url - of the host, with or without a slash at the end; `/v3` belongs to paths. */
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
   * Sends a request once. What the host refuses is an answer too.
   * @throws InputError when nobody answers, or the token is not good for it.
   */
  async send(method: string, path: string, body?: object): Promise<V20Answer> {
    const { status, text } = await this.#exchange(method, path, body);
    this.#isKnown = true;
    const answer = parsed(text);
    if (answer === undefined && isPassing(status)) return { status, body: {} };
    if (status === UNAUTHORIZED || status === FORBIDDEN || answer === undefined) {
      const refused = answer ?? { errorMessage: 'no JSON' };
      throw this.refused(`${method} ${path}`, { status, body: refused });
    }
    return { status, body: answer };
  }

  /**
   * Sends what may take effect, again only where it cannot have: nobody listened, or the host said
   * that it is busy. @throws InputError as `send`; LostAnswer when nobody has said what became of it.
   * @param isBusy - by default 429 and 503.
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
      throw error instanceof Unreachable && error.isSent ? lost(error.place, error.rule) : error;
    });
    const { status } = answer;
    if (status === UNAVAILABLE || status < SERVER_ERRORS) return answer;
    const { place, rule } = this.refused('it', answer);
    throw lost(place, rule);
  }

  /** Reads what has to be there. @throws InputError for any answer but 200; Stopped. */
  async get(path: string): Promise<Json> {
    const answer = await this.#read(path);
    if (answer.status !== 200) throw this.refused(`GET ${path}`, answer);
    return answer.body;
  }

  /** Reads what may have gone. @returns undefined for the answer that says so. */
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

  /** Cuts every connection, whatever it carries. */
  close(): void {
    this.#agent.destroy();
  }

  /** The same host, asked once and at all events: for what is still to be done at the end. */
  atLast(): V20Client {
    return new V20Client(this.#base, this.#token, { waitsMs: [] });
  }

  /** The error about an answer that leaves nothing to go on with. */
  refused(what: string, { status, body }: V20Answer): InputError {
    const words = body['errorMessage'] ?? 'no reason given';
    return this.fault(`${what} was answered ${status}: ${words}`);
  }

  /** An error about the host. */
  fault(rule: string): InputError {
    return new InputError('scenario', { file: this.#base }, rule);
  }

  /** Tries until there is an answer that will do, or no patience left. */
  async #persist(
    attempt: () => Promise<V20Answer>,
    isWorthAnother: (answer: V20Answer) => boolean,
    isSafeToRepeat: (failure: Unreachable) => boolean,
  ): Promise<V20Answer> {
    for (const [index, waitMs] of this.#waitsMs.entries()) {
      if (index >= FIRST_WAITS && !this.#isKnown) break;
      try {
        const answer = await attempt();
        if (!isWorthAnother(answer)) return answer;
      } catch (error) {
        if (!(error instanceof Unreachable) || !isSafeToRepeat(error)) throw error;
      }
      await sleep(
        waitMs,
        undefined,
        this.#signal === undefined ? {} : { signal: this.#signal },
      ).catch(() => {
        throw new Stopped();
      });
    }
    return attempt();
  }

  /** One request and its answer. @throws Unreachable, Stopped */
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
            ? new Stopped()
            : new Unreachable(this.#base, error),
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

/** The whole of an answer. @throws Error when it breaks off. */
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

/** Whether the host may well answer otherwise in a moment. */
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
