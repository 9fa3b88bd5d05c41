import { describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../support/api/api.js';
import { sandboxScenario } from '../support/api/sandbox-scenario.js';
import { CORRECT, PLANTED } from './clients/all.js';
import { Desk } from './clients/common/desk.js';
import type { Body, CampaignWorld } from './world.js';

/** Simulated seconds between two heartbeats. */
const HEARTBEAT = 5;

/** A stream that is fed by the test. */
class Feed implements AsyncIterableIterator<Body> {
  readonly #lines: Body[] = [];
  #wake: () => void = () => undefined;
  #isOver = false;

  push(lines: readonly Body[]): void {
    this.#lines.push(...lines);
    this.#wake();
  }

  async next(): Promise<IteratorResult<Body>> {
    while (this.#lines.length === 0 && !this.#isOver) {
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
    }
    const value = this.#lines.shift();
    return value === undefined ? { done: true, value } : { done: false, value };
  }

  async return(): Promise<IteratorResult<Body>> {
    this.#isOver = true;
    this.#wake();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

/** A broker that is always well. Its streams bring their lines whenever the client waits. */
class GoodWorld implements CampaignWorld {
  readonly accountID: string;
  readonly #start: number;
  readonly #feeds: Feed[] = [];
  #waited = 0;

  /** @param told - the last transaction before the client. */
  private constructor(
    readonly api: TestApi,
    private told: string,
  ) {
    this.accountID = api.accountID;
    this.#start = api.sandbox.simulation.scenario.from / 1_000_000;
  }

  static async of(api: TestApi): Promise<GoodWorld> {
    const { body } = await api.request('GET', '/v3/accounts/{a}/summary');
    return new GoodWorld(api, String(body['lastTransactionID']));
  }

  async request(method: string, path: string, body?: unknown) {
    const answer = await this.api.request(method, path, body);
    return { ...answer, headers: answer.headers as Readonly<Record<string, string>> };
  }

  stream(): Feed {
    const feed = new Feed();
    this.#feeds.push(feed);
    return feed;
  }

  async wait(seconds: number): Promise<void> {
    const { status } = await this.api.advance({ by: `${seconds}s` });
    expect(status).toBe(200);
    const before = Math.floor(this.#waited / HEARTBEAT);
    this.#waited += seconds;
    const { body } = await this.api.request(
      'GET',
      `/v3/accounts/{a}/transactions/sinceid?id=${this.told}`,
    );
    this.told = String(body['lastTransactionID']);
    const heartbeat = { type: 'HEARTBEAT', lastTransactionID: this.told };
    const isDue = Math.floor(this.#waited / HEARTBEAT) > before;
    const lines = [...(body['transactions'] as Body[]), ...(isDue ? [heartbeat] : [])];
    for (const feed of this.#feeds) feed.push(lines);
    await new Promise(resolve => setImmediate(resolve));
  }

  now(): number {
    return this.#start + this.#waited;
  }
}

describe('clients of the campaign', () => {
  const all = Object.entries({ correct: CORRECT, ...PLANTED });

  it('are twenty planted ones beside the correct one', () => {
    expect(Object.keys(PLANTED)).toHaveLength(20);
  });

  it.each(all)('%s reaches its goal when nothing goes wrong', async (_name, planted) => {
    const api = await testApi(sandboxScenario());
    const world = await GoodWorld.of(api);
    await planted.client(world);
    const desk = new Desk(world);
    expect(await desk.held()).toBe(planted.intends.units);
    for (const trade of await desk.trades()) expect(trade.stopLossOrder).toBeDefined();
    await api.app.close();
  });
});
