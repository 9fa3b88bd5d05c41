import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../../src/broker/runtime/sandboxes.js';
import { ScenarioShelf } from '../../../src/broker/runtime/scenario-shelf.js';
import { type ApiSetup, type TestApi, testApi } from '../../support/api/api.js';
import { clientOf, control, EMPTY_MARKET, make } from '../../support/api/control.js';
import { sandboxScenario } from '../../support/api/sandbox-scenario.js';
import { ROOT } from '../../support/files/paths.js';
import { temporaryFolder } from '../../support/files/temporary.js';
import { patience } from '../../support/patience.js';

const apis: TestApi[] = [];
let shared: TestApi;

/** A server whose folder of scenarios has one file, `a.yaml`, and a link to a file outside. */
async function served(setup: ApiSetup = {}): Promise<TestApi> {
  const root = temporaryFolder();
  const folder = join(root, 'scenarios');
  mkdirSync(folder);
  const row = '2024-03-05T10:00:00Z,1.08400,1.08410\n';
  writeFileSync(join(folder, 'eur.csv'), `time,bid,ask\n${row}`);
  writeFileSync(join(root, 'outside.csv'), `time,bid,ask\n${row}`);
  const text = 'version: 1\nname: of-a-file\nmarket: { EUR_USD: { ticks: eur.csv } }\n';
  writeFileSync(join(folder, 'a.yaml'), text);
  writeFileSync(join(root, 'outside.yaml'), text);
  symlinkSync(join(root, 'outside.yaml'), join(folder, 'link.yaml'));
  const shelf = new ScenarioShelf(folder);
  const api = await testApi(sandboxScenario(), { shelf, ...setup });
  apis.push(api);
  return api;
}

beforeAll(async () => {
  shared = await served();
  apis.pop();
});

afterAll(() => shared.app.close());

afterEach(async () => {
  await Promise.all(apis.splice(0).map(({ app }) => app.close()));
});

const order = { order: { type: 'MARKET', instrument: 'EUR_USD', units: '100' } };

describe('making simulations', () => {
  it('makes one of a file, whose token reaches it and no other', async () => {
    const api = await served();
    const made = await make(api, '/simulations', { scenario: 'a.yaml', name: 'mine' });
    expect(made).toMatchObject({ id: 's1', name: 'mine', clock: { mode: 'manual' } });
    const client = clientOf(api, made);
    expect((await client('POST', '/v3/accounts/{a}/orders', order)).status).toBe(201);
    const list = await control(api, 'GET', '/simulations');
    expect(list.body['simulations']).toMatchObject([
      { id: 'main', scenario: 'sandbox', state: 'paused' },
      { id: 's1', name: 'mine', scenario: 'of-a-file', accounts: [{ id: made.accounts[0]?.id }] },
    ]);
    const ledger = await control(api, 'GET', '/simulations/s1/ledger');
    expect(ledger.body['transactions']).toBe(5);
    expect((await control(api, 'GET', '/ledger')).body['transactions']).toBe(9);
    expect((await control(api, 'GET', '/simulations/s1')).body['name']).toBe('mine');
  });

  it('shares the ticks of one file', async () => {
    // A file that changed within two seconds would be read again.
    const api = await served({ shelf: new ScenarioShelf(join(ROOT, 'scenarios')) });
    const of = async () => {
      const { id } = await make(api, '/simulations', { scenario: 'market-order.yaml', seed: 7 });
      return api.sandboxes.get(id)?.simulation.scenario;
    };
    const [one, other] = [await of(), await of()];
    expect(one?.seed).toBe(7);
    expect(one?.market[0]?.ticks).toBe(other?.market[0]?.ticks);
  });

  it('makes one of an object whose ticks are rows or a file of the folder', async () => {
    const api = await served();
    const rows = await make(api, '/simulations', {
      scenario: EMPTY_MARKET,
      from: '2024-03-05T09:00:00Z',
    });
    expect(rows['clock']).toMatchObject({ from: '2024-03-05T09:00:00.000000000Z', ticksLeft: 1 });
    const scenario = { version: 1, name: 'x', market: { EUR_USD: { ticks: 'eur.csv' } } };
    const file = await make(api, '/simulations', { scenario, clock: 'paced', speed: 'max' });
    expect(file['clock']).toMatchObject({ mode: 'paced', state: 'paused', speed: 'max' });
  });

  it.each([
    [{}, /"scenario": file name or object/],
    [{ scenario: 'b.yaml' }, /no scenario of that name/],
    [{ scenario: 'link.yaml' }, /no scenario of that name/],
    [{ scenario: '../outside.yaml' }, /'scenario'/],
    [{ scenario: 'eur.csv' }, /'scenario'/],
    [{ scenario: 3 }, /'scenario'/],
    [{ scenario: 'a.yaml', clock: 'sundial' }, /'clock'/],
    [{ scenario: 'a.yaml', from: '2030-01-01' }, /'from'.*within the ticks/],
    [{ scenario: { version: 1 } }, /missing key/],
    [{ scenario: { ...EMPTY_MARKET, marked: {} } }, /unknown key/],
    [
      { scenario: { ...EMPTY_MARKET, faults: [{ operation: 'buy', error: { status: 500 } }] } },
      /operation/,
    ],
    [
      { scenario: { ...EMPTY_MARKET, market: { EUR_USD: { ticks: '../outside.csv' } } } },
      /outside/,
    ],
    [{ scenario: { ...EMPTY_MARKET, market: { EUR_USD: { ticks: '/etc/passwd' } } } }, /outside/],
    [{ scenario: { ...EMPTY_MARKET, market: { EUR_UST: { ticks: [] } } } }, /unknown instrument/],
    [{ scenario: { ...EMPTY_MARKET, market: { EUR_USD: { ticks: [[1, 2]] } } } }, /ticks\[0\]/],
    [
      {
        scenario: {
          ...EMPTY_MARKET,
          market: { EUR_USD: { ticks: [['2024-03-05T10:00:00Z', '2', '1']] } },
        },
      },
      /EUR_USD\.ticks\[0\]\.bid'/,
    ],
    [{ scenario: { ...EMPTY_MARKET, window: {}, market: { EUR_USD: {} } } }, /needs from and to/],
    [{ scenario: { ...EMPTY_MARKET, description: 'x'.repeat(70_000) } }, /at most 65536/],
  ])('refuses %j, says why and leaves nothing', async (body, why) => {
    const api = shared;
    const answer = await control(api, 'POST', '/simulations', body);
    expect([answer.status, answer.body['errorMessage']]).toEqual([400, expect.stringMatching(why)]);
    expect(answer.text).not.toContain('/tmp');
    expect(api.sandboxes.size).toBe(1);
  });

  it('refuses uploads that are too large or too deep', async () => {
    const api = shared;
    const large = { scenario: { ...EMPTY_MARKET, description: 'x'.repeat(1_048_576) } };
    expect((await control(api, 'POST', '/simulations', large)).status).toBe(413);
    const deep = JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`);
    expect((await control(api, 'POST', '/simulations', { scenario: { deep } })).status).toBe(400);
  });

  it('holds no more than it may, and has room again when one is deleted', async () => {
    const api = await served({ maxSimulations: 2 });
    await make(api, '/simulations', { scenario: 'a.yaml' });
    await make(api, '/simulations/main/fork', {});
    for (const [path, body] of [
      ['/simulations', { scenario: 'a.yaml' }],
      ['/simulations/s1/fork', {}],
    ] as const) {
      const answer = await control(api, 'POST', path, body);
      expect([answer.status, answer.body['errorMessage']]).toEqual([
        409,
        expect.stringContaining('holds 2 simulations'),
      ]);
    }
    expect((await control(api, 'DELETE', '/simulations/s1')).status).toBe(204);
    await make(api, '/simulations/main/fork', {});
  });

  it('retains so many as it is told to: a further one takes the place of the longest unused', async () => {
    const said: string[] = [];
    const api = await served({ retained: 2, onRemoved: sentence => said.push(sentence) });
    const first = await make(api, '/simulations', { scenario: 'a.yaml', name: 'first' });
    const second = await make(api, '/simulations', { scenario: 'a.yaml' });
    expect((await clientOf(api, first)('GET', '/v3/accounts')).status).toBe(200);
    const third = await make(api, '/simulations', { scenario: 'a.yaml' });
    const ids = () => api.sandboxes.all().map(({ id }) => id);
    expect(ids()).toEqual(['main', first.id, third.id]);
    expect((await clientOf(api, second)('GET', '/v3/accounts')).status).toBe(401);
    for (const { id } of [first, third]) {
      api.sandboxes.get(id)?.simulation.onTransaction(() => undefined);
    }
    const answer = await control(api, 'POST', '/simulations', { scenario: 'a.yaml' });
    expect([answer.status, answer.body['errorMessage']]).toEqual([
      409,
      'The server retains 2 simulations, and each is in use; delete one first',
    ]);
    expect(ids()).toEqual(['main', first.id, third.id]);
    expect(said).toEqual([
      `simulation ${second.id} (of-a-file) was deleted: ${third.id} was made, and --retain is 2`,
    ]);
  });

  it('deletes what a fork was made of, when only one is retained', async () => {
    const api = await served({ retained: 1 });
    const { id } = await make(api, '/simulations', { scenario: 'a.yaml' });
    const fork = await make(api, `/simulations/${id}/fork`, {});
    expect(api.sandboxes.all().map(each => each.id)).toEqual(['main', fork.id]);
    expect((await clientOf(api, fork)('GET', '/v3/accounts')).status).toBe(200);
  });

  it('removes those that were not used for the idle time, but neither main nor one in use', async () => {
    const said: string[] = [];
    const onRemoved = (sentence: string) => said.push(sentence);
    const api = await served({ idleMs: patience(300), onRemoved });
    const idle = await make(api, '/simulations', { scenario: 'a.yaml' });
    const used = await make(api, '/simulations', { scenario: 'a.yaml' });
    const watched = await make(api, '/simulations', { scenario: 'a.yaml' });
    api.sandboxes.get(watched.id)?.simulation.onTransaction(() => undefined);
    while (api.sandboxes.get(idle.id) !== undefined) {
      expect((await clientOf(api, used)('GET', '/v3/accounts')).status).toBe(200);
      await new Promise(resolve => setTimeout(resolve, 5));
    }
    expect(api.sandboxes.all().map(({ id }) => id)).toEqual(['main', used.id, watched.id]);
    expect(said).toEqual([
      expect.stringMatching(
        /^simulation s1 \(of-a-file\) was deleted: it was not used for [\d.]+ s \(--idle-timeout\)$/,
      ),
    ]);
  });
});

describe('rewinding a simulation', () => {
  it('answers the commands on their way at the place when they take effect, of the account as it is then', async () => {
    const api = await served();
    const scenario = { ...EMPTY_MARKET, execution: { latency: '1s' } };
    const made = await make(api, '/simulations', { scenario });
    const path = `/simulations/${made.id}`;
    const waiting = [
      clientOf(api, made)('POST', '/v3/accounts/{a}/orders', order),
      control(api, 'POST', `${path}/accounts/${made.accounts[0]?.id}/transfer`, { amount: '1' }),
    ];
    const { simulation } = api.sandboxes.get(made.id) as Sandbox;
    while (simulation.waiting < 2) await new Promise(resolve => setImmediate(resolve));
    const { body: clock } = await control(api, 'GET', `${path}/clock`);
    await control(api, 'POST', `${path}/clock/advance`, { by: '500ms' });
    expect((await control(api, 'POST', `${path}/rewind`, { to: clock['now'] })).status).toBe(200);
    await control(api, 'POST', `${path}/clock/advance`, { by: '1s' });
    const [created, paid] = await Promise.all(waiting);
    const { lastID } = simulation.account(made.accounts[0]?.id ?? '')?.log ?? {};
    expect(created?.body).toMatchObject({ lastTransactionID: String(lastID) });
    expect(paid?.body).toMatchObject({ lastTransactionID: String(lastID) });
    expect([created?.status, paid?.status]).toEqual([201, 200]);
  });
});

describe('deleting a simulation', () => {
  it('takes its tokens back and leaves no path to it; main stays', async () => {
    const api = await served();
    const made = await make(api, '/simulations', { scenario: 'a.yaml' });
    const child = await make(api, `/simulations/${made.id}/fork`, {});
    const client = clientOf(api, made);
    expect((await client('GET', '/v3/accounts')).status).toBe(200);
    const gone = await control(api, 'DELETE', `/simulations/${made.id}`);
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect((await client('GET', '/v3/accounts')).status).toBe(401);
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/clock'],
      ['POST', '/fork'],
    ]) {
      const answer = await control(api, method as string, `/simulations/${made.id}${path}`);
      expect([answer.status, answer.body['errorMessage']]).toEqual([404, expect.any(String)]);
    }
    expect((await control(api, 'DELETE', '/simulations/main')).status).toBe(409);
    const grandchild = await make(api, `/simulations/${child.id}/fork`, {});
    expect(grandchild).toMatchObject({ parent: child.id });
    expect((await clientOf(api, grandchild)('POST', '/v3/accounts/{a}/orders', order)).status).toBe(
      201,
    );
  });

  it('answers the commands and the turns that wait in it', async () => {
    const api = await served();
    const scenario = { ...EMPTY_MARKET, execution: { latency: '1s' } };
    const made = await make(api, '/simulations', { scenario });
    const [account] = made.accounts;
    const path = `/simulations/${made.id}`;
    const waiting = [
      clientOf(api, made)('POST', '/v3/accounts/{a}/orders', order),
      control(api, 'POST', `${path}/accounts/${account?.id}/transfer`, { amount: '1' }),
    ];
    const { simulation } = api.sandboxes.get(made.id) as { simulation: { waiting: number } };
    while (simulation.waiting < 2) await new Promise(resolve => setImmediate(resolve));
    await control(api, 'DELETE', path);
    const answers = await Promise.all(waiting);
    expect(answers.map(({ status }) => status)).toEqual([503, 409]);
    expect(answers.map(({ text }) => text.includes('removed'))).toEqual([true, true]);
  });
});

describe('the right to control', () => {
  it.each([
    ['GET', '/simulations'],
    ['POST', '/simulations'],
    ['DELETE', '/simulations/main'],
    ['POST', '/simulations/main/rewind'],
    ['POST', '/reset'],
    ['POST', '/ticks'],
    ['GET', '/nowhere'],
    ['PUT', '/simulations/main/nowhere'],
  ])('%s %s: an account token 403, no token 401', async (method, path) => {
    const api = shared;
    expect((await api.request(method, `/_sim${path}`)).status).toBe(403);
    expect(
      (await api.request(method, `/_sim${path}`, undefined, { authorization: '' })).status,
    ).toBe(401);
    expect(api.sandboxes.size).toBe(1);
  });

  it('answers unknown paths of control 404, and its token on v20 401', async () => {
    const api = shared;
    for (const path of [
      '/nowhere',
      '/clock/nowhere',
      '/simulations/main/nowhere',
      '/simulations/s9',
    ]) {
      const answer = await control(api, 'GET', path);
      expect([answer.status, answer.body]).toEqual([404, { errorMessage: expect.any(String) }]);
    }
    expect((await control(api, 'POST', '/../v3/accounts')).status).toBe(401);
  });
});
