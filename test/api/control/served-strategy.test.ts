import { writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { liveStrategies } from '../../../src/broker/runtime/pilot/live-strategies.js';
import { runScenario } from '../../../src/broker/runtime/run-scenario.js';
import type { LoadedScenario } from '../../../src/data/storage/scenario/given/loaded-scenario.js';
import { type TestApi, testApi } from '../../support/api/api.js';
import { control } from '../../support/api/control.js';
import { openFeed } from '../../support/api/feed-client.js';
import { BUSY, withStrategy } from '../../support/market/live-strategy.js';

const FAILING = `export function strategy() {
  return {
    candles: [{ instrument: 'EUR_USD', granularity: 'H1' }],
    onCandle(context) {
      context.plot('close', 1);
      context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units: '0' });
      if (context.time > '2024-03-05T12:30') throw new Error('<b>no</b> more');
    },
  };
}`;

async function serving(loaded: LoadedScenario): Promise<TestApi> {
  return testApi(loaded.scenario, { loaded, strategies: await liveStrategies(loaded) });
}

async function plotTimes(api: TestApi): Promise<readonly string[]> {
  const { plots } = (await control(api, 'GET', '/plots')).body as {
    plots: { points: { time: string }[] }[];
  };
  return (plots[0]?.points ?? []).map(({ time }) => time.slice(11, 16));
}

describe('a strategy that runs in the server', () => {
  let busy: LoadedScenario;
  beforeAll(async () => {
    busy = await withStrategy(BUSY);
  });

  it('is in the clock, its lines among the plots, its commands among the requests', async () => {
    const api = await serving(busy);
    const { body } = await api.advance({ by: '2h' });
    const stand = { accountID: api.accountID, name: './strategy.ts', state: 'running' };
    expect(body['strategies']).toEqual([stand]);
    expect(await plotTimes(api)).toEqual(['10:30', '11:00', '11:30', '12:00']);
    const asked = await control(api, 'GET', '/requests?origin=strategy&path=orders&limit=1');
    const [request] = asked.body['requests'] as Record<string, unknown>[];
    expect(request).toMatchObject({
      method: 'POST',
      path: `/v3/accounts/${api.accountID}/orders`,
      status: 201,
      origin: 'strategy',
      accountID: api.accountID,
      body: expect.stringContaining('"instrument":"EUR_USD"'),
    });
    const clients = await control(api, 'GET', '/requests?origin=client');
    expect(clients.body['total']).toBe(0);
    await control(api, 'POST', '/rewind', { to: '2024-03-05T11:10:00Z' });
    expect(await plotTimes(api)).toEqual(['10:30', '11:00']);
  });

  it('becomes, with the clients, a scenario that runs to the same ledger', async () => {
    const api = await serving(busy);
    await api.advance({ by: '3h' });
    const order = { type: 'MARKET', instrument: 'EUR_USD', units: '5' };
    await api.request('POST', '/v3/accounts/{a}/orders', { order });
    await api.advance({ by: '9h' });
    await control(api, 'POST', '/rewind', { to: '2024-03-05T15:00:00Z' });
    await api.advance({ by: '5h' });
    const { text } = await control(api, 'GET', '/scenario');
    const file = busy.file.replace('.yaml', '-recorded.yaml');
    writeFileSync(file, text);
    const { hash, expectations } = await runScenario(file);
    expect(expectations).toMatchObject([{ ok: true }]);
    expect(hash).toBe((await control(api, 'GET', '/ledger')).body['sha256']);
  });

  it('is in the feed as it begins, draws, fails and begins anew after a rewind', async () => {
    const api = await serving(await withStrategy(FAILING));
    const feed = await openFeed(api);
    feed.send({ type: 'SUBSCRIBE', simulation: 'main', requests: true });
    await feed.next('SUBSCRIBED');
    await api.advance({ by: '4h' });
    const { strategy } = await feed.next('STRATEGY');
    expect(strategy).toMatchObject({
      state: 'stopped',
      reason: 'onCandle at 2024-03-05T13:00:00.000000000Z: <b>no</b> more',
    });
    expect((await feed.next('PLOT')).plot).toMatchObject({ name: 'close' });
    expect((await feed.next('REQUEST')).request).toMatchObject({
      origin: 'strategy',
      status: 400,
      errorMessage: expect.any(String),
    });
    const { length } = feed.events;
    await control(api, 'POST', '/rewind', { to: '2024-03-05T12:10:00Z' });
    expect((await feed.next('STRATEGY', length)).strategy.state).toBe('running');
    await feed.close();
    await api.app.close();
  });

  it('that a rewind stops is in the log once, and draws nothing after the present', async () => {
    const api = await serving(
      await withStrategy(`let made = 0;
      export function strategy() {
        made += 1;
        return {
          candles: [{ instrument: 'EUR_USD', granularity: 'H1' }],
          onCandle(context) {
            context.plot('close', 1);
            context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units: String(made) });
          },
        };
      }`),
    );
    const log = vi.spyOn(api.app.log, 'error');
    await api.advance({ by: '4h' });
    await control(api, 'POST', '/rewind', { to: '2024-03-05T12:10:00Z' });
    expect(await plotTimes(api)).toEqual(['11:00', '12:00']);
    expect(log.mock.calls).toEqual([[expect.stringContaining('did not decide as before')]]);
  });
});
