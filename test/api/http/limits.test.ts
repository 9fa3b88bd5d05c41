import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../../src/broker/api/http/doors/limits.js';
import { pendingMax } from '../../../src/broker/api/v20/stream/transaction-streams.js';
import { IDEAL_EXECUTION } from '../../../src/core/engine/state/execution-model.js';
import { type ApiSetup, type TestApi, testApi } from '../../support/api/api.js';
import { askAndStop, eventually, metric } from '../../support/api/long-ledger.js';
import { sandboxScenario } from '../../support/api/sandbox-scenario.js';
import { listen, openStream } from '../../support/api/stream-client.js';

const SUMMARY = '/v3/accounts/{a}/summary';
const STREAM = '/v3/accounts/{a}/transactions/stream';
const BUSY = { errorMessage: 'The server is busy' };
const ORDER = { order: { type: 'MARKET', instrument: 'EUR_USD', units: '1' } };

const opened: TestApi[] = [];

async function serve(setup: ApiSetup): Promise<{ api: TestApi; port: number }> {
  const latency = { minMicros: 50_000, maxMicros: 50_000 };
  const scenario = sandboxScenario({ execution: { ...IDEAL_EXECUTION, latency } });
  const api = await testApi(scenario, setup);
  opened.push(api);
  return { api, port: await listen(api) };
}

afterEach(async () => {
  for (const { app } of opened.splice(0)) {
    app.server.closeAllConnections();
    await app.close();
  }
});

describe('the limits of a server', () => {
  it('are on unless told otherwise', () => {
    for (const [name, limit] of Object.entries(DEFAULT_LIMITS)) {
      expect(limit, name).toBeLessThan(Number.POSITIVE_INFINITY);
    }
  });

  it('shed requests beyond those in flight, but never the clock that they wait for', async () => {
    const { api } = await serve({ limits: { requestsInFlight: 2 } });
    const orders = [1, 2].map(() => api.request('POST', '/v3/accounts/{a}/orders', ORDER));
    await eventually(() => api.sandbox.simulation.waiting === 2);
    const third = await api.request('GET', SUMMARY);
    expect(third).toMatchObject({ status: 503, body: BUSY, headers: { 'retry-after': '1' } });
    expect((await api.app.inject('/health')).statusCode).toBe(200);
    expect((await api.app.inject('/ready')).statusCode).toBe(200);
    expect((await api.advance({ by: '1s' })).status).toBe(200);
    expect((await Promise.all(orders)).map(({ status }) => status)).toEqual([201, 201]);
    expect((await api.request('GET', SUMMARY)).status).toBe(200);
  });

  it('count requests no more whose connection has gone, behind others on that connection too', async () => {
    const { api, port } = await serve({ limits: { requestsInFlight: 2 } });
    const order = JSON.stringify(ORDER);
    const head = [
      `POST /v3/accounts/${api.accountID}/orders HTTP/1.1\r\nContent-Type: application/json`,
      `Content-Length: ${order.length}\r\nHost: localhost\r\nAuthorization: Bearer ${api.token}`,
    ];
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    const ask = () => socket.write(`${head.join('\r\n')}\r\n\r\n${order}`);
    const { simulation } = api.sandbox;
    ask();
    ask();
    await eventually(() => simulation.waiting === 2);
    socket.destroy();
    await eventually(async () => (await metric(api, 'orrery_connections')) === 0);
    const orders = [1, 2].map(() => api.request('POST', '/v3/accounts/{a}/orders', ORDER));
    await eventually(() => simulation.waiting === 4);
    await api.advance({ by: '1s' });
    expect((await Promise.all(orders)).map(({ status }) => status)).toEqual([201, 201]);
  });

  it('count requests a second with paths for machines left out, and say when to come again', async () => {
    const { api } = await serve({ limits: { requestsPerSecond: 1 } });
    const answers = await Promise.all([1, 2, 3, 4].map(() => api.request('GET', SUMMARY)));
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers['retry-after']).toBe('1');
    for (let asked = 0; asked < 5; asked++) {
      expect((await api.app.inject('/health')).statusCode).toBe(200);
    }
  });

  it('shed streams beyond those of a client with 429, and beyond those of all with 503', async () => {
    const one = await serve({ limits: { streams: 1 } });
    await openStream(one.api, one.port, STREAM);
    expect((await openStream(one.api, one.port, STREAM)).status).toBe(429);
    const all = await serve({ limits: { allStreams: 1 } });
    const first = await openStream(all.api, all.port, STREAM);
    const second = await openStream(all.api, all.port, STREAM);
    expect(second.status).toBe(503);
    expect(second.headers['retry-after']).toBe('1');
    first.close();
    await eventually(async () => (await openStream(all.api, all.port, STREAM)).status === 200);
  });

  it('let a stream that is read stand beside requests in flight', async () => {
    const { api, port } = await serve({ limits: { requestsInFlight: 1 } });
    await openStream(api, port, STREAM);
    expect((await api.request('GET', SUMMARY)).status).toBe(200);
  });

  it('make silent connections give way, refuse on others beyond, and answer machines on those', async () => {
    const { api, port } = await serve({ limits: { connections: 2 } });
    await openStream(api, port, STREAM);
    const silent = connect(port, '127.0.0.1').on('error', () => undefined);
    const gone = new Promise(resolve => silent.once('close', resolve));
    await eventually(async () => (await metric(api, 'orrery_connections')) === 2);
    await openStream(api, port, STREAM);
    await gone;
    expect(await metric(api, 'orrery_connections_dropped')).toBe(1);
    const third = await askAndStop(api, port, SUMMARY);
    expect(third.text()).toMatch(/^HTTP\/1\.1 503 .*connection: close/is);
    const health = await askAndStop(api, port, '/health');
    expect(health.text()).toMatch(/^HTTP\/1\.1 200 .*connection: close/is);
    await third.closed;
    await health.closed;
  });
});

describe('bytes that may wait for a reader of transactions', () => {
  it('are fewer the more readers there are, and enough for what goes out at once', () => {
    const MEBIBYTE = 1_048_576;
    expect([1, 64, 128, 1_000_000].map(pendingMax)).toEqual([
      MEBIBYTE,
      MEBIBYTE,
      MEBIBYTE / 2,
      MEBIBYTE / 8,
    ]);
  });

  it('are no more than 64 MiB together while each may have its share', () => {
    for (const streams of [65, 100, 300, 511])
      expect(pendingMax(streams) * streams).toBeLessThanOrEqual(64 * 1_048_576);
  });
});
