/**
 * A small bot for the example of tests, `entry-bot.test.ts`. It reads the price stream and buys
 * once, when the ask reaches a price. It connects again when the stream ends, does not trade while
 * the market is closed, and does not buy twice when the answer to its order is lost.
 */

import { setTimeout as pause } from 'node:timers/promises';

export interface EntryBotSettings {
  /** Scheme, host and port of a v20 server. */
  readonly url: string;
  readonly token: string;
  readonly account: string;
  readonly instrument: string;
  /** Units to buy. */
  readonly units: number;
  /** The ask at which it buys, in quote currency. */
  readonly entry: number;
  /** Wall milliseconds before it connects or asks again. Default: 1000. */
  readonly pauseMs?: number;
}

interface PriceLine {
  readonly type: string;
  readonly time: string;
  readonly tradeable?: boolean;
  readonly asks?: readonly { readonly price: string }[];
}

/** The id that the broker keeps with the order, so that the bot finds it again. */
const ORDER_ID = 'entry-bot-1';

export class EntryBot {
  readonly #settings: EntryBotSettings;
  readonly #stopped = new AbortController();
  readonly #running: Promise<void>;
  #connections = 0;
  #lastPrice: string | undefined;
  #hasBought = false;

  constructor(settings: EntryBotSettings) {
    this.#settings = settings;
    this.#running = this.#run();
  }

  /** How often it has connected to the stream. */
  get connections(): number {
    return this.#connections;
  }

  /** The time of the last price that it has dealt with, RFC 3339. */
  get lastPrice(): string | undefined {
    return this.#lastPrice;
  }

  /** Stops it. @throws what made it fail. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      try {
        for await (const line of this.#lines()) await this.#take(JSON.parse(line));
      } catch (error) {
        if (!(error instanceof TypeError) && !this.#stopped.signal.aborted) throw error;
      }
      await this.#pause();
    }
  }

  /** The lines of the price stream until it ends. @throws TypeError when the connection is cut. */
  async *#lines(): AsyncGenerator<string> {
    const { account, instrument } = this.#settings;
    const path = `/v3/accounts/${account}/pricing/stream?instruments=${instrument}`;
    const answer = await this.#fetch(path);
    if (answer.body === null || !answer.ok) return;
    this.#connections += 1;
    let rest = '';
    for await (const text of answer.body.pipeThrough(new TextDecoderStream())) {
      const lines = `${rest}${text}`.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  }

  async #take({ type, time, tradeable, asks }: PriceLine): Promise<void> {
    if (type !== 'PRICE') return;
    const ask = Number(asks?.[0]?.price);
    if (tradeable === true && ask >= this.#settings.entry) await this.#buy();
    this.#lastPrice = time;
  }

  /** Buys, unless it has; asks for the order when the answer to it was lost. */
  async #buy(): Promise<void> {
    while (!this.#hasBought && !this.#stopped.signal.aborted) {
      const since = await this.#lastTransaction();
      const { account, instrument, units } = this.#settings;
      const answer = await this.#fetch(`/v3/accounts/${account}/orders`, {
        order: {
          type: 'MARKET',
          instrument,
          units: String(units),
          clientExtensions: { id: ORDER_ID },
          stopLossOnFill: { distance: '0.00300' },
        },
      }).catch(() => undefined);
      this.#hasBought = answer?.ok === true || (await this.#isKnown(since));
      if (!this.#hasBought) await this.#pause();
    }
  }

  async #lastTransaction(): Promise<string> {
    const answer = await this.#read(`/v3/accounts/${this.#settings.account}/summary`);
    return String(answer['lastTransactionID']);
  }

  /** Whether the order has arrived since a transaction. */
  async #isKnown(since: string): Promise<boolean> {
    const { account } = this.#settings;
    const answer = await this.#read(`/v3/accounts/${account}/transactions/sinceid?id=${since}`);
    const transactions = answer['transactions'] as readonly { readonly clientOrderID?: string }[];
    return transactions.some(({ clientOrderID }) => clientOrderID === ORDER_ID);
  }

  async #read(path: string): Promise<Readonly<Record<string, unknown>>> {
    const answer = await this.#fetch(path);
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return (await answer.json()) as Readonly<Record<string, unknown>>;
  }

  #fetch(path: string, body?: object): Promise<Response> {
    const { url, token } = this.#settings;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const { signal } = this.#stopped;
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    return fetch(`${url}${path}`, { headers, signal, ...sent });
  }

  async #pause(): Promise<void> {
    const { signal } = this.#stopped;
    await pause(this.#settings.pauseMs ?? 1_000, undefined, { signal }).catch(() => undefined);
  }
}
