import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../support/api/api.js';
import { clientOf, control, type MadeSimulation, make } from '../../support/api/control.js';
import { FOREIGN, sandboxScenario } from '../../support/api/sandbox-scenario.js';

const order = (units: string) => ({ order: { type: 'MARKET', instrument: 'EUR_USD', units } });

let api: TestApi;

beforeAll(async () => {
  api = await testApi(sandboxScenario());
});

afterAll(() => api.app.close());

/** A fork of the untouched main with three orders, one a minute, from 10:01 on. */
async function traded(): Promise<MadeSimulation> {
  const made = await make(api, '/simulations/main/fork', {});
  for (const units of ['100', '200', '300']) {
    await control(api, 'POST', `/simulations/${made.id}/clock/advance`, { by: '1m' });
    await clientOf(api, made)('POST', '/v3/accounts/{a}/orders', order(units));
  }
  return made;
}

async function ledgerOf(id: string): Promise<string> {
  return (await control(api, 'GET', `/simulations/${id}/ledger?format=ndjson`)).text;
}

describe('forks over HTTP', () => {
  it('forks now: new tokens, same accounts, transactions and clock, and a life of its own', async () => {
    const parent = await traded();
    const fork = await make(api, `/simulations/${parent.id}/fork`, { name: 'b', clock: 'paced' });
    expect(fork).toMatchObject({
      name: 'b',
      parent: parent.id,
      forkedAt: '2024-03-05T10:03:00.000000000Z',
      clock: { mode: 'paced', state: 'paused', now: '2024-03-05T10:03:00.000000000Z' },
    });
    expect(fork.accounts.map(({ id }) => id)).toEqual(parent.accounts.map(({ id }) => id));
    expect(fork.accounts[0]?.token).not.toBe(parent.accounts[0]?.token);
    const before = await ledgerOf(parent.id);
    expect(await ledgerOf(fork.id)).toBe(before);
    await clientOf(api, fork)('POST', '/v3/accounts/{a}/orders', order('1'));
    expect(await ledgerOf(parent.id)).toBe(before);
    expect((await ledgerOf(fork.id)).startsWith(before)).toBe(true);
  });

  it.each([
    ['2024-03-05T10:02:00Z', 13],
    ['2024-03-05T10:01:59.5Z', 11],
    ['5', 11],
    ['7', 13],
  ])('forks at %s with %d transactions', async (at, count) => {
    const parent = await traded();
    const fork = await make(api, `/simulations/${parent.id}/fork`, { at });
    const lines = await ledgerOf(fork.id);
    expect(lines.split('\n')).toHaveLength(count + 1);
    expect((await ledgerOf(parent.id)).startsWith(lines)).toBe(true);
  });

  it.each([
    [{ at: 'noon' }, /RFC 3339 instant or transaction id/],
    [{ at: '2024-03-05T11:00:00Z' }, /10:00:00.*to.*10:03:00/],
    [{ at: '2024-03-05T09:59:59Z' }, /10:00:00/],
    [{ at: '99' }, /are 1 to 9/],
    [{ at: '0' }, /RFC 3339/],
    [{ at: '1', account: '101-001-9-001' }, /'account'/],
    [{ name: '' }, /'name'/],
    [{ when: 'now' }, /"at"/],
  ])('refuses to fork with %j', async (body, why) => {
    const { id } = await traded();
    const { size } = api.sandboxes;
    const answer = await control(api, 'POST', `/simulations/${id}/fork`, body);
    expect([answer.status, answer.body['errorMessage']]).toEqual([400, expect.stringMatching(why)]);
    expect(api.sandboxes.size).toBe(size);
  });
});

describe('rewinds over HTTP', () => {
  it('goes back to an instant, before a transaction, and to the start; sinceid beyond is 416', async () => {
    const made = await traded();
    const client = clientOf(api, made);
    const path = `/simulations/${made.id}`;
    const whole = await ledgerOf(made.id);
    const since = () => client('GET', '/v3/accounts/{a}/transactions/sinceid?id=9');
    expect((await since()).status).toBe(200);
    const back = await control(api, 'POST', `${path}/rewind`, { before: '8' });
    expect([back.status, back.body]).toMatchObject([200, { transactions: 13, state: 'paused' }]);
    expect((await since()).status).toBe(416);
    await client('POST', '/v3/accounts/{a}/orders', order('300'));
    await control(api, 'POST', `${path}/rewind`, { to: '2024-03-05T10:01:30Z' });
    expect(await ledgerOf(made.id)).toBe(`${whole.split('\n').slice(0, 11).join('\n')}\n`);
    const start = await control(api, 'POST', `${path}/reset`);
    expect(start.body).toMatchObject({ now: '2024-03-05T10:00:00.000000000Z', transactions: 9 });
    expect((await client('GET', '/v3/accounts/{a}/openTrades')).body['trades']).toEqual([]);
  });

  it.each([
    [{}, /"to": instant.*"before": transaction id/],
    [{ to: 'noon' }, /"to": instant/],
    [{ to: '2024-03-06' }, /within the time that has passed/],
    [{ before: '1000' }, /are 1 to 9/],
    [{ before: 5 }, /"before"/],
    [{ to: '2024-03-05T10:00:00Z', before: '5' }, /"to": instant/],
    [{ before: '5', account: FOREIGN }, /are 1 to 3/],
  ])('refuses to rewind with %j and stays', async (body, why) => {
    const { id } = await traded();
    const before = await ledgerOf(id);
    const answer = await control(api, 'POST', `/simulations/${id}/rewind`, body);
    expect([answer.status, answer.body['errorMessage']]).toEqual([400, expect.stringMatching(why)]);
    expect(await ledgerOf(id)).toBe(before);
  });

  it('gives the hash of the lines that it sends', async () => {
    const { id } = await traded();
    const answer = await control(api, 'GET', `/simulations/${id}/ledger?format=ndjson`);
    expect(answer.headers['content-type']).toMatch(/^application\/x-ndjson/);
    const sha256 = `sha256:${createHash('sha256').update(answer.text).digest('hex')}`;
    expect((await control(api, 'GET', `/simulations/${id}/ledger`)).body['sha256']).toBe(sha256);
    expect((await control(api, 'GET', `/ledger?format=xml`)).status).toBe(400);
  });

  it('forgets an account that is made later', async () => {
    const made = await traded();
    const path = `/simulations/${made.id}`;
    const { body } = await control(api, 'POST', `${path}/accounts`, { balance: '5' });
    const later = clientOf(api, { ...made, accounts: [body as { id: string; token: string }] });
    expect((await later('GET', '/v3/accounts/{a}/summary')).status).toBe(200);
    await control(api, 'POST', `${path}/reset`);
    expect((await later('GET', '/v3/accounts/{a}/summary')).status).toBe(403);
    expect((await later('GET', '/v3/accounts')).body['accounts']).toHaveLength(2);
    const again = await control(api, 'POST', `${path}/accounts`, { balance: '5' });
    expect(again.body['id']).toBe(body['id']);
  });
});

describe('advance', () => {
  it('stops at a fill, and not at an order that is only made or cancelled', async () => {
    const { id, accounts } = await make(api, '/simulations/main/fork', {});
    const client = clientOf(api, { id, accounts });
    const limit = (price: string, more: object) =>
      client('POST', '/v3/accounts/{a}/orders', {
        order: { type: 'LIMIT', instrument: 'EUR_USD', units: '1', price, ...more },
      });
    await control(api, 'POST', `/simulations/${id}/clock/advance`, { ticks: 3 });
    await limit('1.05', { timeInForce: 'GTD', gtdTime: '2024-03-05T10:00:01Z' });
    await limit('1.08490', {});
    const advance = { by: '3d', until: 'fill' };
    const { body } = await control(api, 'POST', `/simulations/${id}/clock/advance`, advance);
    const lines = (await ledgerOf(id)).trim().split('\n');
    const types = lines.map(line => JSON.parse(line));
    expect(types.map(({ type }) => type).slice(-2)).toEqual(['ORDER_CANCEL', 'ORDER_FILL']);
    expect(types.at(-1)?.time).toBe(body['now']);
  });

  it('goes to the next close of a candle, again and again', async () => {
    const { id } = await make(api, '/simulations/main/fork', {});
    const next = async (candle: string) => {
      const path = `/simulations/${id}/clock/advance`;
      return (await control(api, 'POST', path, { candle })).body['now'];
    };
    expect(await next('M1')).toBe('2024-03-05T10:01:00.000000000Z');
    expect(await next('M1')).toBe('2024-03-05T10:02:00.000000000Z');
    expect(await next('H1')).toBe('2024-03-05T11:00:00.000000000Z');
    expect(await next('D')).toBe('2024-03-05T22:00:00.000000000Z');
  });
});
