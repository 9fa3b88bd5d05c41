import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type RunningServer,
  type ServerOptions,
  startServer,
} from '../../../src/broker/api/server.js';
import { formatRfc3339, instant } from '../../../src/core/time/instant.js';
import { type ApiSetup, type TestApi, testApi } from '../../support/api/api.js';
import { MANUAL_SERVER } from '../../support/api/over-http.js';
import { sandboxScenario } from '../../support/api/sandbox-scenario.js';
import { listen, type OpenStream, openStream } from '../../support/api/stream-client.js';
import { patience } from '../../support/patience.js';

const PRICES = '/v3/accounts/{a}/pricing/stream?instruments=EUR_USD,USD_JPY,GBP_USD';
const MAX = Number.POSITIVE_INFINITY;
const WINDOW = 250_000;
const START = '2024-03-05T10:00:00.000000000Z';
const PATIENT = patience(20_000);
const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function serve(setup: ApiSetup = {}): Promise<{ api: TestApi; port: number }> {
  const api = await testApi(sandboxScenario(), { mode: 'paced', heartbeatMs: 60_000, ...setup });
  closing.push(async () => {
    api.sandbox.clock.stop();
    await api.app.close();
  });
  return { api, port: await listen(api) };
}

async function start(options: Partial<ServerOptions>): Promise<RunningServer> {
  const server = await startServer(sandboxScenario(), { ...MANUAL_SERVER, ...options });
  closing.push(() => server.close());
  return server;
}

/** How many prices of EUR_USD a reader is sent who misses none: one for each window with a tick. */
function windowsOf({ sandbox }: TestApi): number {
  const { market, from } = sandbox.simulation.scenario;
  const { time } = market[0]?.ticks?.windows[0]?.columns() ?? { time: [] };
  const windows = new Set<number>();
  for (const at of time) if (at > from) windows.add(Math.floor(at / WINDOW));
  return windows.size;
}

/** Everything that a reader has been sent, once the last tick is there. */
async function all({ sandbox }: TestApi, { chunks, objects }: OpenStream) {
  const { quotes } = sandbox.simulation.engine.state;
  const last = formatRfc3339(instant(Math.max(...quotes.time)));
  await vi.waitFor(() => expect(chunks.slice(-3).join('')).toContain(last), PATIENT);
  return objects();
}

const isOver = (api: TestApi) => api.sandbox.clock.state.state === 'ended';
const ended = (api: TestApi) => vi.waitFor(() => expect(isOver(api)).toBe(true), PATIENT);

/** Waits until time stands still although it is not over. @returns where. */
async function stuck({ sandbox }: TestApi): Promise<number> {
  let before = -1;
  await vi.waitFor(() => {
    const last = before;
    before = sandbox.simulation.now;
    expect(before).toBe(last);
  }, PATIENT);
  return before;
}

/** Stops reading, lets time run into that, and waits until it stands still. */
async function stop(api: TestApi, stream: OpenStream): Promise<number> {
  stream.pause();
  api.sandbox.clock.play(MAX);
  return stuck(api);
}

describe('time at full speed', () => {
  it('waits for readers of prices, which miss nothing', { timeout: patience(60_000) }, async () => {
    const { api, port } = await serve();
    const stream = await openStream(api, port, PRICES);
    await stop(api, stream);
    expect(isOver(api)).toBe(false);
    stream.resume();
    await ended(api);
    const prices = (await all(api, stream)).filter(each => each['instrument'] === 'EUR_USD');
    const times = prices.map(({ time }) => time).filter(time => typeof time === 'string');
    // The first tick is of the very instant at which the stream was opened.
    const moments = new Set(times.filter(time => time > START));
    expect(moments.size).toBe(windowsOf(api));
  });

  it('moves for no request either while it waits', { timeout: patience(60_000) }, async () => {
    const { api, port } = await serve();
    const stream = await openStream(api, port, PRICES);
    const at = await stop(api, stream);
    for (let request = 0; request < 5; request++) {
      expect((await api.request('GET', '/v3/accounts/{a}/summary')).status).toBe(200);
    }
    expect(api.sandbox.simulation.now).toBe(at);
  });

  it('goes on without a reader that reads no more, which is cut off', {
    timeout: patience(60_000),
  }, async () => {
    const { api, port } = await serve({ patienceMs: 300 });
    const dead = await openStream(api, port, PRICES);
    const alive = await openStream(api, port, PRICES);
    dead.pause();
    api.sandbox.clock.play(MAX);
    await ended(api);
    const objects = await all(api, alive);
    expect(objects.length).toBeGreaterThan(windowsOf(api));
    dead.resume();
    expect(await dead.ended).toBe('cut');
    expect(dead.objects().length).toBeLessThan(objects.length);
  });
});

describe('the start of time', () => {
  it('is the first request that an account opens, and no probe, control or stranger', async () => {
    const server = await start({ mode: 'paced', speed: MAX, start: 'first-request' });
    const [account] = server.accounts;
    const bearer = (token = '') => ({ headers: { authorization: `Bearer ${token}` } });
    const { from } = server.sandbox.simulation.scenario;
    await fetch(`${server.url}/health`);
    await fetch(`${server.url}/v3/accounts`);
    await fetch(`${server.url}/v3/accounts`, bearer('no-token-of-this-server'));
    await fetch(`${server.url}/v3/accounts`, bearer(server.controlToken));
    const clock = await fetch(`${server.url}/_sim/clock`, bearer(server.controlToken));
    expect(await clock.json()).toMatchObject({ state: 'paused', speed: 'max' });
    expect(server.sandbox.simulation.now).toBe(from);
    await fetch(`${server.url}/v3/accounts`, bearer(account?.token));
    await vi.waitFor(() => expect(server.sandbox.clock.state.state).toBe('ended'), PATIENT);
  });

  it.each(['play', 'pause'] as const)('is no longer left to clients after %s', async verb => {
    const server = await start({ mode: 'paced', speed: 1, start: 'first-request' });
    const control = { authorization: `Bearer ${server.controlToken}` };
    await fetch(`${server.url}/_sim/clock/${verb}`, { method: 'POST', headers: control });
    const state = verb === 'play' ? 'playing' : 'paused';
    expect(server.sandbox.clock.state.state).toBe(state);
    const headers = { authorization: `Bearer ${server.accounts[0]?.token}` };
    expect((await fetch(`${server.url}/v3/accounts`, { headers })).status).toBe(200);
    expect(server.sandbox.clock.state.state).toBe(state);
  });

  it('can be the first stream, whatever is asked before', async () => {
    const server = await start({ mode: 'paced', speed: 1, start: 'first-stream' });
    const [account] = server.accounts;
    const headers = { authorization: `Bearer ${account?.token}` };
    const base = `${server.url}/v3/accounts/${account?.id}`;
    await fetch(`${base}/summary`, { headers });
    await fetch(`${base}/pricing/stream?instruments=NONE`, { headers });
    expect(server.sandbox.clock.state.state).toBe('paused');
    const stream = await fetch(`${base}/transactions/stream`, { headers });
    expect(server.sandbox.clock.state.state).toBe('playing');
    await stream.body?.cancel();
  });

  it.each([
    ['at-once', 'playing'],
    ['when-played', 'paused'],
  ] as const)('can be chosen: %s', async (how, state) => {
    const server = await start({ mode: 'paced', speed: 1, start: how });
    const headers = { authorization: `Bearer ${server.accounts[0]?.token}` };
    await fetch(`${server.url}/v3/accounts`, { headers });
    expect(server.sandbox.clock.state.state).toBe(state);
  });
});
