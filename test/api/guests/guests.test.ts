import { afterEach, describe, expect, it } from 'vitest';
import { GuestAccount } from '../../../src/broker/api/guests/guest-account.js';
import type { Guest } from '../../../src/broker/api/guests/quotas.js';
import { ScenarioShelf } from '../../../src/broker/runtime/scenario-shelf.js';
import { type ApiSetup, CONTROL_TOKEN, type TestApi, testApi } from '../../support/api/api.js';
import { clientOf, control, EMPTY_MARKET, make } from '../../support/api/control.js';
import { guest, keyOf, madeBy, requestsOf } from '../../support/api/guests.js';
import { sandboxScenario } from '../../support/api/sandbox-scenario.js';
import { listen, openStream } from '../../support/api/stream-client.js';
import { temporaryFolder } from '../../support/files/temporary.js';

const apis: TestApi[] = [];

const served = (...guests: readonly Guest[]) => servedWith({}, ...guests);

async function servedWith(options: ApiSetup, ...guests: readonly Guest[]): Promise<TestApi> {
  const shelf = new ScenarioShelf(temporaryFolder());
  const api = await testApi(sandboxScenario(), { shelf, guests, ...options });
  apis.push(api);
  return api;
}

afterEach(async () => {
  await Promise.all(apis.splice(0).map(({ app }) => app.close()));
});

const MARKET = { scenario: EMPTY_MARKET };
const ORDER = { order: { type: 'MARKET', instrument: 'EUR_USD', units: '100' } };

describe('the key of a guest', () => {
  it('makes a simulation that its tokens trade in, and controls it', async () => {
    const api = await served(guest('anna'));
    const made = await madeBy(api, 'anna', MARKET);
    expect((await clientOf(api, made)('POST', '/v3/accounts/{a}/orders', ORDER)).status).toBe(201);
    const anna = requestsOf(api, 'anna');
    const advanced = await anna('POST', `/simulations/${made.id}/clock/advance`, { by: '1m' });
    expect(advanced.body['now']).toBe('2024-03-05T10:01:00.000000000Z');
    const fork = await madeBy(api, 'anna', {}, `/simulations/${made.id}/fork`);
    const list = await anna('GET', '/simulations');
    expect(list.body['simulations']).toMatchObject([
      { id: made.id, guest: 'anna' },
      { id: fork.id, guest: 'anna', parent: made.id },
    ]);
    expect((await anna('DELETE', `/simulations/${made.id}`)).status).toBe(204);
  });

  it('opens no simulation of another guest, nor the one of the server', async () => {
    const api = await served(guest('anna'), guest('ben'));
    const made = await madeBy(api, 'anna', MARKET);
    const own = await make(api, '/simulations', MARKET);
    const ben = requestsOf(api, 'ben');
    for (const id of [made.id, own.id, 'main', 's99']) {
      for (const [method, path] of [
        ['GET', ''],
        ['DELETE', ''],
        ['POST', '/fork'],
        ['GET', '/ledger'],
      ] as const) {
        const answer = await ben(method, `/simulations/${id}${path}`);
        expect(answer.status, `${method} ${id}${path}`).toBe(404);
        expect(answer.body['errorMessage']).toBe('There is no simulation of that id');
      }
    }
    expect((await ben('GET', '/simulations')).body['simulations']).toEqual([]);
    expect(api.sandboxes.size).toBe(3);
  });

  it.each([
    ['POST', '/clock/advance', { by: '1m' }],
    ['POST', '/login-codes', undefined],
    ['GET', '/guests', undefined],
    ['GET', '/ledger', undefined],
    ['POST', '/fork', {}],
  ])('does not open %s %s', async (method, path, body) => {
    const api = await served(guest('anna'));
    const answer = await requestsOf(api, 'anna')(method, path, body);
    expect(answer.status).toBe(403);
    expect(answer.body['errorMessage']).toMatch(/guest's own simulations only/);
  });

  it('writes no folder of a run, and opens no account', async () => {
    const api = await served(guest('anna'));
    const { id, accounts } = await madeBy(api, 'anna', MARKET);
    const anna = requestsOf(api, 'anna');
    expect((await anna('POST', `/simulations/${id}/report`)).status).toBe(403);
    const headers = { authorization: `Bearer ${keyOf('anna')}` };
    const path = `/v3/accounts/${accounts[0]?.id}`;
    expect((await api.bare('GET', path, undefined, headers)).status).toBe(401);
    const wrong = { authorization: `Bearer ${keyOf('ann')}` };
    expect((await api.bare('GET', '/_sim/simulations', undefined, wrong)).status).toBe(401);
  });

  it('belongs to a simulation that control forks, but the fork is its own', async () => {
    const api = await served(guest('anna'));
    const { id } = await madeBy(api, 'anna', MARKET);
    const fork = await make(api, `/simulations/${id}/fork`, {});
    expect((await control(api, 'GET', `/simulations/${id}`)).body['guest']).toBe('anna');
    const own = await control(api, 'GET', `/simulations/${fork.id}`);
    expect(own.body).not.toHaveProperty('guest');
  });
});

describe('a simulation whose guest is not in the file any more', () => {
  it('refuses its tokens, which no quota would hold, and stays for the control token', async () => {
    const api = await served(guest('anna'));
    const made = await madeBy(api, 'anna', MARKET);
    const sandbox = api.sandboxes.get(made.id);
    Object.assign(sandbox ?? {}, { owner: 'ben' });
    const client = clientOf(api, made);
    for (const [method, path, body] of [
      ['GET', '/v3/accounts/{a}/summary', undefined],
      ['POST', '/v3/accounts/{a}/orders', ORDER],
      ['GET', '/v3/accounts/{a}/pricing/stream?instruments=EUR_USD', undefined],
    ] as const) {
      const { status, body: refused } = await client(method, path, body);
      expect(status, path).toBe(403);
      expect(refused).toEqual({
        errorMessage:
          'The guest ben of this simulation is not in the file of guests, so its tokens open nothing; the control token can fork or delete it',
      });
    }
    expect(sandbox?.simulation.inputs.length).toBe(0);
    const fork = await make(api, `/simulations/${made.id}/fork`, {});
    expect((await clientOf(api, fork)('GET', '/v3/accounts/{a}/summary')).status).toBe(200);
    expect((await control(api, 'DELETE', `/simulations/${made.id}`)).status).toBe(204);
  });
});

describe('quotas', () => {
  it('refuse one more simulation, and let it in when one is deleted', async () => {
    const api = await served(guest('anna', { simulations: 1 }), guest('ben'));
    const { id } = await madeBy(api, 'anna', MARKET);
    const anna = requestsOf(api, 'anna');
    for (const [path, body] of [
      ['/simulations', MARKET],
      [`/simulations/${id}/fork`, {}],
    ] as const) {
      const answer = await anna('POST', path, body);
      expect(answer.status).toBe(409);
      expect(answer.body).toEqual({
        errorMessage: 'The guest anna has used its quota of simulations (1 of 1); delete 1 first',
        errorCode: 'QUOTA_SIMULATIONS',
      });
    }
    await madeBy(api, 'ben', MARKET);
    await anna('DELETE', `/simulations/${id}`);
    await madeBy(api, 'anna', MARKET);
  });

  it('refuse what adds bytes, and leave reading and deleting', async () => {
    const api = await served(guest('anna', { bytes: 74_000 }));
    const made = await madeBy(api, 'anna', MARKET);
    const client = clientOf(api, made);
    expect((await client('POST', '/v3/accounts/{a}/orders', ORDER)).status).toBe(201);
    expect((await client('POST', '/v3/accounts/{a}/orders', ORDER)).status).toBe(201);
    const before = await client('GET', '/v3/accounts/{a}/summary');
    const refused = await client('POST', '/v3/accounts/{a}/orders', ORDER);
    expect(refused.status).toBe(403);
    expect(refused.body['errorMessage']).toMatch(
      /^The simulations of the guest anna have \d+ bytes, the quota is 74000; delete or rewind one first$/,
    );
    expect(refused.body['errorCode']).toBe('QUOTA_BYTES');
    expect((await client('GET', '/v3/accounts/{a}/summary')).body).toEqual(before.body);
    const anna = requestsOf(api, 'anna');
    const { id } = made;
    const turn = await anna('POST', `/simulations/${id}/clock/advance`, { by: '1m' });
    expect(turn.body['errorCode']).toBe('QUOTA_BYTES');
    const back = await anna('POST', `/simulations/${id}/rewind`, { before: '6' });
    expect(back.status).toBe(200);
    expect((await client('POST', '/v3/accounts/{a}/orders', ORDER)).status).toBe(201);
  });

  it('refuse everything but deleting when the CPU seconds of the hour are used up', async () => {
    const api = await served(guest('anna', { cpuSeconds: 0 }), guest('ben'));
    const anna = requestsOf(api, 'anna');
    const answer = await anna('POST', '/simulations', MARKET);
    expect(answer.status).toBe(429);
    expect(answer.body['errorCode']).toBe('QUOTA_CPU_SECONDS');
    expect(answer.body['errorMessage']).toMatch(
      /^The guest anna has used 0\.0 CPU seconds of this hour, the quota is 0; it has them again in \d+ s/,
    );
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3_000);
    expect((await anna('GET', '/guests/me')).status).toBe(200);
    await madeBy(api, 'ben', MARKET);
  });

  it('count the open streams of all simulations of a guest', async () => {
    const api = await served(guest('anna', { streams: 1 }));
    const one = await madeBy(api, 'anna', MARKET);
    const other = await madeBy(api, 'anna', MARKET);
    const path = '/v3/accounts/{a}/transactions/stream';
    const [account] = one.accounts;
    const headers = { authorization: `Bearer ${account?.token}` };
    const own = path.replace('{a}', account?.id ?? '');
    const open = await openStream(api, await listen(api), own, headers);
    const refused = await clientOf(api, other)('GET', path);
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({
      errorMessage: 'The guest anna has used its quota of open streams (1 of 1); close one first',
      errorCode: 'QUOTA_STREAMS',
    });
    const used = async () => (await requestsOf(api, 'anna')('GET', '/guests/me')).body['used'];
    expect(await used()).toMatchObject({ streams: 1 });
    open.close();
    await expect.poll(used).toMatchObject({ streams: 0 });
  });
});

describe('retained simulations', () => {
  it('are so many of each guest and of the server: none leaves for one of another', async () => {
    const said: string[] = [];
    const limits = { retained: 2, onRemoved: (sentence: string) => said.push(sentence) };
    const api = await servedWith(limits, guest('anna'), guest('ben'));
    const own = await make(api, '/simulations', MARKET);
    const first = await madeBy(api, 'anna', MARKET);
    const second = await madeBy(api, 'anna', MARKET);
    const bens = await madeBy(api, 'ben', MARKET);
    expect(said).toEqual([]);
    expect((await clientOf(api, first)('GET', '/v3/accounts')).status).toBe(200);
    const third = await madeBy(api, 'anna', MARKET);
    const ids = () => api.sandboxes.all().map(({ id }) => id);
    expect(ids()).toEqual(['main', own.id, first.id, bens.id, third.id]);
    expect((await clientOf(api, second)('GET', '/v3/accounts')).status).toBe(401);
    expect(said).toEqual([
      `simulation ${second.id} (by-hand) of the guest anna was deleted: ${third.id} was made, and --retain is 2`,
    ]);
    for (const { id } of [first, third]) {
      api.sandboxes.get(id)?.simulation.onTransaction(() => undefined);
    }
    const refused = await requestsOf(api, 'anna')('POST', '/simulations', MARKET);
    expect([refused.status, refused.body['errorMessage']]).toEqual([
      409,
      'The server retains 2 simulations of the guest anna, and each is in use; delete one first',
    ]);
    expect(ids()).toEqual(['main', own.id, first.id, bens.id, third.id]);
    await madeBy(api, 'ben', MARKET);
  });

  it('count within the quota of their guest; those that left do not', async () => {
    const api = await servedWith({ retained: 2 }, guest('anna', { simulations: 2 }), guest('ben'));
    const used = async () => (await requestsOf(api, 'anna')('GET', '/guests/me')).body['used'];
    const uses: unknown[] = [];
    for (let made = 1; made <= 4; made++) {
      await madeBy(api, 'anna', MARKET);
      uses.push(await used());
    }
    const { bytes } = uses[0] as { readonly bytes: number };
    expect(bytes).toBeGreaterThan(65_536);
    expect(uses).toMatchObject([
      { simulations: 1 },
      ...Array(3).fill({ simulations: 2, bytes: 2 * bytes }),
    ]);
    expect(api.sandboxes.size).toBe(3);
  });

  it('are fewer than are retained, when the quota is smaller', async () => {
    const api = await servedWith({ retained: 2 }, guest('anna', { simulations: 1 }));
    await madeBy(api, 'anna', MARKET);
    const refused = await requestsOf(api, 'anna')('POST', '/simulations', MARKET);
    expect([refused.status, refused.body['errorCode']]).toEqual([409, 'QUOTA_SIMULATIONS']);
    expect(api.sandboxes.size).toBe(2);
  });

  it('leave room for one more within --max-simulations only when one of the same owner leaves', async () => {
    const limits = { retained: 2, maxSimulations: 3 };
    const api = await servedWith(limits, guest('anna'), guest('ben'));
    for (const name of ['anna', 'anna', 'ben', 'anna']) await madeBy(api, name, MARKET);
    const refused = await requestsOf(api, 'ben')('POST', '/simulations', MARKET);
    expect(refused.body['errorMessage']).toMatch(/^The server holds 3 simulations/);
    expect(api.sandboxes.size).toBe(4);
  });
});

describe('what guests have used', () => {
  it('is read by each with its key, and of all with the control token', async () => {
    const api = await served(guest('anna', { simulations: 3 }), guest('ben'));
    const made = await madeBy(api, 'anna', MARKET);
    await clientOf(api, made)('POST', '/v3/accounts/{a}/orders', ORDER);
    const me = (await requestsOf(api, 'anna')('GET', '/guests/me')).body;
    expect(me).toMatchObject({
      name: 'anna',
      quotas: { simulations: 3 },
      used: { simulations: 1, streams: 0 },
    });
    expect(me['used']).toHaveProperty('cpuSeconds', expect.any(Number));
    const all = (await control(api, 'GET', '/guests')).body['guests'];
    expect(all).toMatchObject([{ name: 'anna' }, { name: 'ben', used: { simulations: 0 } }]);
    const notOne = await control(api, 'GET', '/guests/me');
    expect(notOne.body['errorMessage']).toBe('The token is not the key of a guest');
    const { text } = await api.bare('GET', '/metrics');
    expect(text).toContain('orrery_guest_simulations{guest="anna"} 1');
    expect(text).toMatch(/orrery_guest_cpu_seconds_total\{guest="anna"\} 0\.\d+/);
    expect(text).not.toContain(CONTROL_TOKEN);
  });

  it.each([
    [3, 'The guest anna has used its quota of simulations (3 of 1); delete 3 first'],
    [1, 'The guest anna has used its quota of simulations (1 of 1); delete 1 first'],
  ])('says how many of %i simulations are too many for one more', (count, sentence) => {
    const account = new GuestAccount(guest('anna', { simulations: 1 }));
    for (let made = 0; made < count; made++) account.resize(`s${made}`, 1);
    expect(() => account.checkSimulations(0)).toThrow(sentence);
  });

  it('says who can raise a quota of 0', () => {
    const account = new GuestAccount(guest('anna', { simulations: 0, streams: 0 }));
    const raise = '(0 of 0); the owner of the server can raise it';
    expect(() => account.checkSimulations(0)).toThrow(raise);
    expect(() => account.take()).toThrow(raise);
  });

  it('counts refusals', async () => {
    const api = await served(guest('anna', { simulations: 0 }));
    await requestsOf(api, 'anna')('POST', '/simulations', MARKET);
    const { text } = await api.bare('GET', '/metrics');
    expect(text).toContain('orrery_guest_refusals_total{guest="anna",quota="simulations"} 1');
  });
});
