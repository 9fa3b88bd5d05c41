import { describe, expect, it } from 'vitest';
import { testApi } from '../../support/api/api.js';
import { forkOf } from '../../support/api/control.js';
import { loggedIn } from '../../support/api/page.js';
import { FOREIGN, OWN, sandboxScenario } from '../../support/api/sandbox-scenario.js';

const ORDER = { order: { type: 'MARKET', instrument: 'EUR_USD', units: '100' } };
const ORDERS = '/v3/accounts/{a}/orders';

describe('the page', () => {
  it('opens all accounts, control, and nothing of a simulation that is not there', async () => {
    const page = await loggedIn(await testApi(sandboxScenario()));
    const { body } = await page.request('GET', '/v3/accounts');
    const ids = (body['accounts'] as { id: string }[]).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([OWN, FOREIGN]));
    expect((await page.request('GET', `/v3/accounts/${FOREIGN}/summary`)).status).toBe(200);
    expect((await page.request('POST', '/_sim/clock/advance', { ticks: 1 })).status).toBe(200);
    expect((await page.request('GET', '/v3/nowhere')).status).toBe(404);
    const other = { 'orrery-simulation': 's99' };
    expect((await page.request('GET', '/v3/accounts', undefined, other)).status).toBe(404);
  });

  it('trades in the simulation that it names', async () => {
    const api = await testApi(sandboxScenario());
    const page = await loggedIn(api);
    const fork = await forkOf(api, {});
    const before = api.sandbox.simulation.engine.ledger.length;
    const header = { 'orrery-simulation': fork.sandbox.id };
    expect((await page.request('POST', ORDERS, ORDER, header)).status).toBe(201);
    expect(api.sandbox.simulation.engine.ledger.length).toBe(before);
    expect(fork.sandbox.simulation.engine.ledger.length).toBeGreaterThan(before);
  });

  it('writes only with the header that no other site can send, and from its own site', async () => {
    const api = await testApi(sandboxScenario());
    const { cookie, request } = await loggedIn(api);
    const bare = await api.bare('POST', ORDERS, ORDER, { cookie });
    expect(bare.status).toBe(403);
    expect(bare.body['errorMessage']).toContain('Orrery-Simulation');
    const pause = await api.bare('POST', '/_sim/clock/pause', undefined, { cookie });
    expect(pause.status).toBe(403);
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      expect((await request('POST', ORDERS, ORDER, headers)).status).toBe(403);
      expect((await request('GET', '/_sim/clock', undefined, headers)).status).toBe(403);
    }
    // A cookie of the same name that another server on this host has set.
    const own = { host: 'localhost:8021', origin: 'http://localhost:8021' };
    expect((await request('GET', '/_sim/clock', undefined, own)).status).toBe(401);
  });

  it('reads the feed, not the streams of clients', async () => {
    const page = await loggedIn(await testApi(sandboxScenario()));
    for (const path of ['pricing/stream?instruments=EUR_USD', 'transactions/stream']) {
      expect((await page.request('GET', `/v3/accounts/{a}/${path}`)).status).toBe(401);
    }
  });

  it('is no client: it moves no clock by polls, starts none, and meets no fault', async () => {
    const api = await testApi(sandboxScenario(), { mode: 'on-poll', pace: { step: '1m' } });
    const { clock, simulation } = api.sandbox;
    const page = await loggedIn(api);
    clock.playOnFirst('request');
    const rule = { operation: '*', error: { status: 503 } };
    expect((await page.request('POST', '/_sim/faults', rule)).status).toBe(201);
    const { now } = simulation;
    expect((await page.request('GET', '/v3/accounts/{a}/summary')).status).toBe(200);
    expect([clock.state.state, simulation.now]).toEqual(['paused', now]);
    const { body } = await page.request('GET', '/_sim/faults');
    expect(body['counts']).toMatchObject([{ seen: 0, fired: 0 }]);
    expect((await api.request('GET', '/v3/accounts/{a}/summary')).status).toBe(503);
    expect(clock.state.state).toBe('playing');
  });

  it('keeps answers of the page and of a token apart', async () => {
    const api = await testApi(sandboxScenario());
    const page = await loggedIn(api);
    const [mine, all] = [
      await api.request('GET', '/v3/accounts'),
      await page.request('GET', '/v3/accounts'),
    ];
    expect(all.body['accounts']).not.toEqual(mine.body['accounts']);
    expect((await api.request('GET', '/v3/accounts')).body).toEqual(mine.body);
  });
});

describe('the files of the page', () => {
  it('are served to anybody, under a strict policy, without a token', async () => {
    const api = await testApi(sandboxScenario());
    const { status, headers, text } = await api.bare('GET', '/');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(text).not.toContain(api.token);
    for (const path of ['/assets/none.js', '/assets/..%2findex.html']) {
      expect((await api.bare('GET', path)).status, path).toBe(404);
    }
  });
});
