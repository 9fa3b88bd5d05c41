/**
 * Requests to a v20 host: a base URL, a token, JSON both ways. It knows no endpoint.
 * Source: v20 semantics 2.1, 2.4.
 */

import { InputError } from '../core/base/input-error.js';

export type Json = Readonly<Record<string, unknown>>;

export interface V20Answer {
  readonly status: number;
  readonly body: Json;
}

const UNAUTHORIZED = 401;
const FORBIDDEN = 403;
const TOO_MANY = 429;
const SERVER_ERRORS = 500;
/** Wall milliseconds before a reading is tried again; there is one try more than waits. */
const RETRY_WAITS_MS = [250, 1_000, 4_000] as const;

class Unreachable extends InputError {}

export class V20Client {
  readonly #base: string;
  readonly #token: string;

  /** @param url - of the host, with or without a slash at the end; `/v3` belongs to paths. */
  constructor(url: string, token: string) {
    this.#base = url.replace(/\/+$/, '');
    this.#token = token;
  }

  /**
   * Sends a request. What the host refuses is an answer too.
   * @throws InputError when nobody answers, or the token is not good for it.
   */
  async send(method: string, path: string, body?: object): Promise<V20Answer> {
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${this.#base}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.#token}`,
          'accept-datetime-format': 'RFC3339',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      text = await response.text();
    } catch (error) {
      const { message, cause } = error as Error;
      const why = (cause as Error | undefined)?.message ?? message;
      throw new Unreachable('scenario', { file: this.#base }, `cannot be reached: ${why}`);
    }
    const { status } = response;
    const answer = parsed(text);
    if (answer === undefined && isPassing(status)) return { status, body: {} };
    if (status === UNAUTHORIZED || status === FORBIDDEN || answer === undefined) {
      const body = answer ?? { errorMessage: 'no JSON' };
      throw this.refused(`${method} ${path}`, { status, body });
    }
    return { status, body: answer };
  }

  /**
   * Reads what has to be there; a host that is busy or gone for a moment is asked again.
   * @throws InputError for any answer but 200.
   */
  async get(path: string): Promise<Json> {
    for (let tries = 0; ; tries++) {
      const waitMs = RETRY_WAITS_MS[tries];
      try {
        const answer = await this.send('GET', path);
        if (answer.status === 200) return answer.body;
        const isFinal = waitMs === undefined || !isPassing(answer.status);
        if (isFinal) throw this.refused(`GET ${path}`, answer);
      } catch (error) {
        if (waitMs === undefined || !(error instanceof Unreachable)) throw error;
      }
      await new Promise(resolve => setTimeout(resolve, waitMs));
    }
  }

  /** The error about an answer that leaves nothing to go on with. */
  refused(what: string, { status, body }: V20Answer): InputError {
    const words = body['errorMessage'] ?? 'no reason given';
    return new InputError(
      'scenario',
      { file: this.#base },
      `${what} was answered ${status}: ${words}`,
    );
  }
}

/** Whether the host may well answer otherwise in a moment. */
function isPassing(status: number): boolean {
  return status === TOO_MANY || status >= SERVER_ERRORS;
}

function parsed(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text);
    return typeof value === 'object' && value !== null ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}
