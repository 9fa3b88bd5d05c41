import { afterEach, describe, expect, it } from 'vitest';
import type { Guest } from '../../../src/broker/api/guests/quotas.js';
import { ScenarioShelf } from '../../../src/broker/runtime/scenario-shelf.js';
import { type TestApi, testApi } from '../../support/api/api.js';
import { control, EMPTY_MARKET, make } from '../../support/api/control.js';
import { listening, openFeed } from '../../support/api/feed-client.js';
import { guest, keyOf, madeBy } from '../../support/api/guests.js';
import { cookieIn } from '../../support/api/page.js';
import { sandboxScenario } from '../../support/api/sandbox-scenario.js';
import { temporaryFolder } from '../../support/files/temporary.js';

/** The page of a guest. Source: docs/guides/shared-server.md; decision 0119. */

const apis: TestApi[] = [];
const MARKET = { scenario: EMPTY_MARKET };
const ORDER = { order: { type: 'MARKET', instrument: 'EUR_USD', units: '100' } };

async function served(...guests: readonly Guest[]): Promise<TestApi> {
  const shelf = new ScenarioShelf(temporaryFolder());
  const api = await testApi(sandboxScenario(), { shelf, guests });
  apis.push(api);
  return api;
}

afterEach(async () => {
  await Promise.all(apis.splice(0).map(({ app }) => app.close()));
});

/** Logs a guest in. @returns the cookie, and the requests of the page with it. */
async function pageOf(api: TestApi, name: string, headers: object = {}) {
  const cookie = cookieIn(await api.bare('POST', '/login', { code: keyOf(name) }, headers));
  const request = (method: string, path: string, body?: unknown, simulation = 'main') =>
    api.bare(method, path, body, { cookie, 'orrery-simulation': simulation });
  return { cookie, request };
}

describe('the page of a guest', () => {
  it('is entered with the key, also with blanks around it, and knows whose it is', async () => {
    const api = await served(guest('anna'), guest('ben'));
    const { request } = await pageOf(api, 'anna');
    expect((await request('GET', '/login')).body).toEqual({ loggedIn: true, guest: 'anna' });
    expect((await api.bare('POST', '/login', { code: ` ${keyOf('ben')} ` })).status).toBe(204);
    expect((await api.bare('POST', '/login', { code: keyOf('zoe') })).status).toBe(401);
  });

  it('lets a right key in also after too many wrong codes of its address', async () => {
    const api = await served(guest('anna'));
    for (let wrong = 0; wrong < 11; wrong++) {
      await api.bare('POST', '/login', { code: '0000-0000' });
    }
    await pageOf(api, 'anna');
  });

  it('trades in and controls own simulations, and those of others are not there', async () => {
    const api = await served(guest('anna'), guest('ben'));
    const own = await madeBy(api, 'anna', MARKET);
    const bens = await madeBy(api, 'ben', MARKET);
    const { request } = await pageOf(api, 'anna');
    const list = (await request('GET', '/_sim/simulations')).body['simulations'];
    expect(list).toMatchObject([{ id: own.id, guest: 'anna' }]);
    const orders = `/v3/accounts/${own.accounts[0]?.id}/orders`;
    expect((await request('POST', orders, ORDER, own.id)).status).toBe(201);
    const ahead = `/_sim/simulations/${own.id}/clock/advance`;
    expect((await request('POST', ahead, { by: '1m' })).status).toBe(200);
    for (const id of [bens.id, 'main', 's99']) {
      const account = bens.accounts[0]?.id;
      for (const [method, path, body] of [
        ['GET', `/_sim/simulations/${id}/clock`, undefined],
        ['DELETE', `/_sim/simulations/${id}`, undefined],
        ['GET', '/v3/accounts', undefined],
        ['POST', `/v3/accounts/${account}/orders`, ORDER],
      ] as const) {
        const answer = await request(method, path, body, id);
        expect(answer.status, `${method} ${path} ${id}`).toBe(404);
        expect(answer.body['errorMessage']).toBe('There is no simulation of that id');
      }
    }
    expect(api.sandboxes.size).toBe(3);
  });

  it('says in words what is the owner’s alone', async () => {
    const api = await served(guest('anna'));
    const { request } = await pageOf(api, 'anna');
    for (const [method, path] of [
      ['POST', '/_sim/login-codes'],
      ['GET', '/_sim/guests'],
      ['POST', '/_sim/clock/play'],
      ['GET', '/_sim/ledger'],
    ] as const) {
      const answer = await request(method, path);
      expect(answer.status, path).toBe(403);
      expect(answer.body['errorMessage']).toMatch(
        /^A guest's key opens the guest's own simulations/,
      );
    }
  });

  it('makes and practises within the quotas, and what it makes is the guest’s', async () => {
    const api = await served(guest('anna', { simulations: 2 }), guest('ben'));
    const { request } = await pageOf(api, 'anna');
    const made = await request('POST', '/_sim/simulations', MARKET);
    expect(made.status).toBe(201);
    const session = { length: '10m', simulation: made.body['id'] };
    expect((await request('POST', '/_sim/practice', session)).status).toBe(201);
    const list = (await request('GET', '/_sim/simulations')).body['simulations'];
    expect(list).toMatchObject([{ guest: 'anna' }, { guest: 'anna', name: 'Practice: EUR_USD' }]);
    const refused = await request('POST', '/_sim/practice', session);
    expect([refused.status, refused.body['errorCode']]).toEqual([409, 'QUOTA_SIMULATIONS']);
    const bens = await madeBy(api, 'ben', MARKET);
    const other = await served(guest('anna'));
    const { request: ask } = await pageOf(other, 'anna');
    const strange = { ...session, simulation: bens.id };
    expect((await ask('POST', '/_sim/practice', strange)).status).toBe(404);
  });

  it('is not opened by the cookie of another, however it is changed', async () => {
    const api = await served(guest('anna'), guest('ben'));
    const own = await madeBy(api, 'anna', MARKET);
    const { code } = (await control(api, 'POST', '/login-codes')).body;
    const owners = cookieIn(await api.bare('POST', '/login', { code }));
    const { cookie: annas } = await pageOf(api, 'anna');
    const loggedIn = async (cookie: string) =>
      (await api.bare('GET', '/login', undefined, { cookie })).body;
    expect(await loggedIn(owners)).toEqual({ loggedIn: true });
    for (const forged of [
      `${owners}.anna`,
      annas.replace(/\.anna$/, ''),
      annas.replace(/\.anna$/, '.ben'),
      annas.replace(/\.anna$/, '.zoe'),
    ]) {
      expect(await loggedIn(forged), forged).toEqual({ loggedIn: false });
      const path = `/_sim/simulations/${own.id}`;
      expect((await api.bare('GET', path, undefined, { cookie: forged })).status).toBe(401);
    }
  });
});

describe('the feed of a guest', () => {
  it('has own simulations only, is a stream of the guest, and ends with the session', async () => {
    const api = await served(guest('anna', { streams: 1 }), guest('ben'));
    const host = `127.0.0.1:${await listening(api)}`;
    const own = await madeBy(api, 'anna', MARKET);
    const bens = await madeBy(api, 'ben', MARKET);
    const { cookie, request } = await pageOf(api, 'anna', { host });
    const options = { headers: { cookie, origin: `http://${host}` } };
    const feed = await openFeed(api, options);
    await expect(openFeed(api, options)).rejects.toThrow('refused with 429');
    await feed.next('HELLO');
    for (const simulation of [bens.id, 'main', own.id]) {
      feed.send({ type: 'SUBSCRIBE', simulation });
    }
    await feed.next('SUBSCRIBED');
    expect(feed.events.filter(({ type }) => type === 'ERROR')).toEqual(
      [bens.id, 'main'].map(simulation => ({
        type: 'ERROR',
        simulation,
        errorMessage: `There is no simulation ${simulation}`,
      })),
    );
    const about = feed.events.flatMap(each => ('simulation' in each ? each.simulation : []));
    expect(new Set(about)).toEqual(new Set([bens.id, 'main', own.id]));
    const before = feed.events.length;
    await madeBy(api, 'ben', MARKET);
    await make(api, '/simulations', MARKET);
    const next = await madeBy(api, 'anna', MARKET);
    await feed.next('SIMULATIONS', before);
    expect(feed.events.slice(before).filter(({ type }) => type === 'SIMULATIONS')).toHaveLength(1);
    expect(next.id).toBe('s5');
    const used = async () => (await api.bare('GET', '/metrics')).text;
    expect(await used()).toContain('orrery_guest_streams{guest="anna"} 1');
    await api.bare('POST', '/logout', undefined, {
      ...options.headers,
      host,
      'orrery-simulation': 'main',
    });
    expect(await feed.closed).toMatchObject({ code: 1008, reason: 'the session is over' });
    await expect.poll(used).toContain('orrery_guest_streams{guest="anna"} 0');
    expect((await request('GET', '/_sim/simulations')).status).toBe(401);
  });

  it('counts in the CPU seconds of the guest: what is read of it, and what it sends', async () => {
    const api = await served(guest('anna'), guest('ben'));
    const own = await madeBy(api, 'anna', MARKET);
    const feed = await openFeed(api, { headers: { authorization: `Bearer ${keyOf('anna')}` } });
    const worked = async (name: string) => {
      const { text } = await api.bare('GET', '/metrics');
      return Number(
        text.split(`orrery_guest_cpu_seconds_total{guest="${name}"} `)[1]?.split('\n')[0],
      );
    };
    await feed.next('HELLO');
    const [before, bens] = [await worked('anna'), await worked('ben')];
    feed.send({ type: 'SUBSCRIBE', simulation: own.id });
    await feed.next('SUBSCRIBED');
    expect(await worked('anna')).toBeGreaterThan(before);
    expect(await worked('ben')).toBe(bens);
    await feed.close();
  });

  it('opens with the key, too', async () => {
    const api = await served(guest('anna'));
    const own = await madeBy(api, 'anna', MARKET);
    const headers = { authorization: `Bearer ${keyOf('anna')}` };
    const feed = await openFeed(api, { headers });
    feed.send({ type: 'SUBSCRIBE', simulation: own.id });
    expect(await feed.next('SUBSCRIBED')).toMatchObject({ simulation: own.id });
    await feed.close();
  });
});
