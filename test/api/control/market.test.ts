import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ScenarioShelf } from '../../../src/broker/runtime/scenario-shelf.js';
import { type TestApi, testApi } from '../../support/api/api.js';
import {
  clientOf,
  control,
  EMPTY_MARKET,
  type MadeSimulation,
  make,
} from '../../support/api/control.js';
import { sandboxScenario } from '../../support/api/sandbox-scenario.js';
import { temporaryFolder } from '../../support/files/temporary.js';

const TICK = {
  instrument: 'EUR_USD',
  time: '2024-03-05T10:05:00Z',
  bid: '1.08500',
  ask: '1.08510',
};

let api: TestApi;
let made: MadeSimulation;
let path = '';

beforeAll(async () => {
  api = await testApi(sandboxScenario(), { shelf: new ScenarioShelf(temporaryFolder()) });
});

beforeEach(async () => {
  made = await make(api, '/simulations', { scenario: EMPTY_MARKET });
  path = `/simulations/${made.id}`;
});

afterAll(() => api.app.close());

describe('many accounts', () => {
  it('of a user are opened with one token, which opens each of them', async () => {
    const open = async (id: string) => {
      const { status, body } = await control(api, 'POST', `${path}/accounts`, {
        id,
        currency: 'USD',
        balance: '100',
      });
      expect([status, body['id']]).toEqual([201, id]);
      return String(body['token']);
    };
    const first = await open('101-001-7000001-001');
    const other = await open('101-001-7000002-001');
    const second = await open('101-001-7000001-002');
    expect([second === first, other === first]).toEqual([true, false]);
    const accountsOf = async (token: string) => {
      const each = clientOf(api, { ...made, accounts: [{ id: '101-001-7000001-001', token }] });
      const { accounts } = (await each('GET', '/v3/accounts')).body;
      return (accounts as { id: string }[]).map(({ id }) => id);
    };
    expect(await accountsOf(first)).toEqual(['101-001-7000001-001', '101-001-7000001-002']);
    expect(await accountsOf(other)).toEqual(['101-001-7000002-001']);
  });

  it('of the first user get the number after the highest, also after a gap', async () => {
    const body = { currency: 'USD', balance: '100' };
    const user = made.accounts[0]?.id.slice(0, -4);
    await control(api, 'POST', `${path}/accounts`, { ...body, id: `${user}-040` });
    const next = await control(api, 'POST', `${path}/accounts`, body);
    expect(next.body['id']).toBe(`${user}-041`);
    const taken = await control(api, 'POST', `${path}/accounts`, { ...body, id: `${user}-041` });
    expect([taken.status, String(taken.body['errorMessage'])]).toEqual([
      400,
      expect.stringContaining('belongs to another account'),
    ]);
  });
});

describe('ticks by hand', () => {
  it('are quoted when time reaches them, and trade', async () => {
    const client = clientOf(api, made);
    const order = { type: 'STOP', instrument: 'EUR_USD', units: '100', price: '1.08505' };
    await client('POST', '/v3/accounts/{a}/orders', { order });
    const answer = await control(api, 'POST', `${path}/ticks`, TICK);
    expect([answer.status, answer.body['ticksLeft']]).toEqual([201, 1]);
    expect((await client('GET', '/v3/accounts/{a}/openTrades')).body['trades']).toEqual([]);
    await control(api, 'POST', `${path}/clock/advance`, { to: TICK.time });
    const { body } = await client('GET', '/v3/accounts/{a}/openTrades');
    expect(body['trades']).toMatchObject([{ price: '1.08510' }]);
  });

  it('can be the only ones of a market', async () => {
    const scenario = { ...EMPTY_MARKET, market: { EUR_USD: {} } };
    const { id } = await make(api, '/simulations', { scenario });
    const tick = { ...TICK, time: '2024-03-05T10:00:00Z' };
    expect((await control(api, 'POST', `/simulations/${id}/ticks`, tick)).status).toBe(201);
    const clock = await control(api, 'GET', `/simulations/${id}/clock`);
    expect(clock.body).toMatchObject({ ticks: 1, ticksLeft: 0 });
  });

  it.each([
    [{ ...TICK, instrument: 'USD_JPY' }, /'instrument'/],
    [{ ...TICK, time: '2024-03-05T09:59:59Z' }, /'time'.*10:00:00.*to 2024-03-05T10:59:59/],
    [{ ...TICK, time: '2024-03-05T11:00:00Z' }, /'time'/],
    [{ ...TICK, bid: '1.084001' }, /more than 5 decimals/],
    [{ ...TICK, bid: '1.086' }, /not be above ask/],
    [{ ...TICK, bid: '0' }, /above zero/],
    [{ ...TICK, ask: 1.085 }, /'ask'.*"1.08412"/],
    [{ ...TICK, ask: '1e3' }, /'ask'/],
    [{ ...TICK, volume: '5' }, /"instrument", "time"/],
    [{}, /"instrument", "time"/],
  ])('refuses %j', async (tick, why) => {
    const answer = await control(api, 'POST', `${path}/ticks`, tick);
    expect([answer.status, answer.body['errorMessage']]).toEqual([400, expect.stringMatching(why)]);
    expect((await control(api, 'GET', `${path}/clock`)).body['ticksLeft']).toBe(1);
  });

  it('are not before the last one, nor the present, nor under a clock that runs by itself', async () => {
    await control(api, 'POST', `${path}/ticks`, TICK);
    const earlier = { ...TICK, time: '2024-03-05T10:04:59Z' };
    expect((await control(api, 'POST', `${path}/ticks`, earlier)).status).toBe(400);
    expect((await control(api, 'POST', `${path}/ticks`, TICK)).status).toBe(201);
    await control(api, 'POST', `${path}/clock/advance`, { by: '10m' });
    expect((await control(api, 'POST', `${path}/ticks`, TICK)).status).toBe(400);
    const paced = await make(api, `${path}/fork`, { clock: 'paced' });
    const late = { ...TICK, time: '2024-03-05T10:30:00Z' };
    expect((await control(api, 'POST', `/simulations/${paced.id}/ticks`, late)).status).toBe(409);
    await control(api, 'POST', `${path}/clock/advance`, { by: '2h' });
    expect((await control(api, 'POST', `${path}/ticks`, late)).status).toBe(409);
    expect((await control(api, 'POST', `${path}/accounts`)).status).toBe(409);
  });
});

describe('accounts by hand', () => {
  it('are made with the fields of a scenario, and funded', async () => {
    const fields = { currency: 'USD', balance: '2500.5', alias: 'B', hedging: true };
    const { status, body } = await control(api, 'POST', `${path}/accounts`, fields);
    expect([status, body['id']]).toEqual([201, '101-001-1000001-002']);
    const client = clientOf(api, { ...made, accounts: [body as { id: string; token: string }] });
    const summary = await client('GET', '/v3/accounts/{a}/summary');
    expect(summary.body['account']).toMatchObject({ balance: '2500.5000', alias: 'B' });
    for (const each of [client, clientOf(api, made)]) {
      expect((await each('GET', '/v3/accounts')).body['accounts']).toHaveLength(2);
    }
    const other = await control(api, 'POST', `${path}/accounts`, { id: '101-001-7-001' });
    const own = clientOf(api, { ...made, accounts: [other.body as { id: string; token: string }] });
    expect((await own('GET', '/v3/accounts')).body['accounts']).toHaveLength(1);
  });

  it.each([
    [{ balance: '-1' }, /'balance'/],
    [{ balance: 'much' }, /'balance'/],
    [{ currency: 'ZZZ' }, /'currency'/],
    [{ currency: 'usd' }, /'currency'/],
    [{ id: '101-001-1000001-001' }, /'id'.*another account/],
    [{ credit: '5' }, /entry of `accounts`/],
  ])('refuses %j', async (fields, why) => {
    const answer = await control(api, 'POST', `${path}/accounts`, fields);
    expect([answer.status, answer.body['errorMessage']]).toEqual([400, expect.stringMatching(why)]);
    expect((await clientOf(api, made)('GET', '/v3/accounts')).body['accounts']).toHaveLength(1);
  });

  it('transfers money and configures', async () => {
    const account = `${path}/accounts/${made.accounts[0]?.id}`;
    const transfer = await control(api, 'POST', `${account}/transfer`, { amount: '-40000' });
    expect([transfer.status, transfer.body['transaction']]).toMatchObject([
      200,
      { type: 'TRANSFER_FUNDS', amount: '-40000.0000', accountBalance: '60000.0000' },
    ]);
    const much = await control(api, 'POST', `${account}/transfer`, { amount: '-70000' });
    expect([much.status, much.body]).toMatchObject([
      400,
      { errorCode: 'INSUFFICIENT_FUNDS', transaction: { type: 'TRANSFER_FUNDS_REJECT' } },
    ]);
    const body = { marginRate: '0.05', alias: 'C' };
    expect((await control(api, 'POST', `${account}/configure`, body)).body).toMatchObject({
      transaction: { type: 'CLIENT_CONFIGURE', ...body },
    });
  });

  it.each([
    ['transfer', {}, 400],
    ['transfer', { amount: 5 }, 400],
    ['transfer', { amount: '1e9' }, 400],
    ['transfer', { amount: '0' }, 400],
    ['transfer', { amount: '5', fundingReason: 'GIFT' }, 400],
    ['configure', {}, 400],
    ['configure', { marginRate: '7' }, 400],
  ])('refuses to %s with %j', async (verb, body, status) => {
    const account = `${path}/accounts/${made.accounts[0]?.id}`;
    const answer = await control(api, 'POST', `${account}/${verb}`, body);
    expect([answer.status, answer.body['errorMessage']]).toEqual([status, expect.any(String)]);
    const nobody = `${path}/accounts/101-001-5-001/${verb}`;
    const valid = verb === 'transfer' ? { amount: '1' } : { alias: 'x' };
    expect((await control(api, 'POST', nobody, valid)).status).toBe(404);
  });
});
