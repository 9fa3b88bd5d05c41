/** The world of one client: its requests go to a server in this process, without sockets. */

import type { FastifyInstance } from 'fastify';
import { formatRfc3339, instant, MICROS_PER_SECOND } from '../../../core/time/instant.js';
import type { AskedRequest } from '../../exchange/asked-request.js';
import { operationOf } from '../../requests.js';
import { askedRequest } from '../measures/asked-request.js';
import type { LineTap, ReaderConnection } from './line-tap.js';
import type { SimTime } from './sim-time.js';
import type { Body, CampaignWorld, ClientAnswer } from './world.js';

/** What a world is made of. */
export interface CampaignWorldParts {
  readonly app: FastifyInstance;
  readonly accountID: string;
  readonly token: string;
  readonly time: SimTime;
  readonly tap: LineTap;
}

/** Simulated time that an answer is on its way. */
const WAY_MICROS = 20_000;
const PATIENCE_MICROS = 30 * MICROS_PER_SECOND;

/**
 * Owns the list of the requests that its client has sent; each request adds one. Its time is the
 * simulation's.
 */
export class AccountWorld implements CampaignWorld {
  readonly accountID: string;
  /** The requests so far. */
  readonly sent: string[] = [];
  /** The requests that were answered, or whose answer was lost. */
  readonly asked: AskedRequest[] = [];
  readonly #parts: CampaignWorldParts;

  constructor(parts: CampaignWorldParts) {
    this.accountID = parts.accountID;
    this.#parts = parts;
  }

  now(): number {
    return this.#parts.time.now / MICROS_PER_SECOND;
  }

  wait(seconds: number): Promise<void> {
    return this.#parts.time.sleep(seconds * MICROS_PER_SECOND);
  }

  async request(method: string, path: string, body?: unknown): Promise<ClientAnswer> {
    const { time } = this.#parts;
    const late = time.sleep(PATIENCE_MICROS).then(() => {
      throw new Error(`no answer to ${method} ${path} within 30 seconds`);
    });
    return Promise.race([this.#answer(method, path, body), late]);
  }

  async *stream(): AsyncGenerator<Body, undefined> {
    const connection = await this.#open();
    if (connection !== undefined) yield* connection;
    return undefined;
  }

  async #answer(method: string, path: string, body: unknown): Promise<ClientAnswer> {
    const { time } = this.#parts;
    const asked = time.now;
    const answer = await time.answer(this.#inject(method, path, body)).catch(() => undefined);
    this.#note({ method, url: path, body }, asked, answer);
    await time.sleep(WAY_MICROS);
    if (answer === undefined) throw new Error(`the connection was lost: ${method} ${path}`);
    const { statusCode: status, headers, body: text } = answer;
    return {
      status,
      headers: headers as Readonly<Record<string, string>>,
      body: text === '' ? {} : (JSON.parse(text) as Body),
    };
  }

  #note(
    {
      method,
      url,
      body,
    }: { readonly method: string; readonly url: string; readonly body: unknown },
    asked: number,
    answer: { readonly statusCode: number; readonly headers: object } | undefined,
  ): void {
    const text = (at: number) => formatRfc3339(instant(at));
    const exchange = {
      ...{ time: text(asked), answered: text(this.#parts.time.now) },
      operation: operationOf({ method, url }),
      request: {
        method,
        url,
        host: '',
        headers: {},
        body: body === undefined ? '' : JSON.stringify(body),
      },
      answer: { status: answer?.statusCode ?? 0, headers: { ...answer?.headers }, body: '' },
    };
    this.asked.push(askedRequest(exchange));
  }

  /** @returns undefined when the stream was refused or cut before its head. */
  async #open(): Promise<ReaderConnection | undefined> {
    const { time, tap } = this.#parts;
    const path = `/v3/accounts/${this.accountID}/transactions/stream`;
    const opened = new Promise<ReaderConnection | undefined>(resolve => {
      const forget = tap.await(resolve);
      const ended = () => {
        forget();
        resolve(undefined);
      };
      this.#inject('GET', path, undefined).then(ended, ended);
    });
    const connection = await time.answer(opened);
    await time.sleep(WAY_MICROS);
    return connection;
  }

  #inject(method: string, path: string, body: unknown) {
    const { app, token } = this.#parts;
    this.sent.push(operationOf({ method, url: path }));
    return app.inject({
      method: method as 'GET',
      url: path,
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { payload: body as object }),
    });
  }
}
