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
      throw this.#error(`cannot be reached: ${(cause as Error | undefined)?.message ?? message}`);
    }
    const { status } = response;
    const answer = parsed(text);
    if (status === UNAUTHORIZED || status === FORBIDDEN || answer === undefined) {
      const words = answer?.['errorMessage'] ?? 'no JSON';
      throw this.#error(`${method} ${path} was answered ${status}: ${words}`);
    }
    return { status, body: answer };
  }

  /** Reads what has to be there. @throws InputError for any answer but 200. */
  async get(path: string): Promise<Json> {
    const { status, body } = await this.send('GET', path);
    if (status === 200) return body;
    throw this.#error(`GET ${path} was answered ${status}: ${body['errorMessage']}`);
  }

  #error(rule: string): InputError {
    return new InputError('scenario', { file: this.#base }, rule);
  }
}

function parsed(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text);
    return typeof value === 'object' && value !== null ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}
