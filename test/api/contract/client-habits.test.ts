import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { testApi } from '../../support/api/api.js';
import { OWN, sandboxScenario } from '../../support/api/sandbox-scenario.js';
import { openTrade, send } from '../../support/api/trading.js';
import { officialClient } from '../../support/contract/official-client.js';

/**
 * What clients in use demand of a server, each habit by its number in
 * docs/reference/client-habits.md.
 */

const UNIX = { 'accept-datetime-format': 'UNIX' };
const TIME_FIELD = /time$|timestamp$|^(?:from|to)$/i;
const UNIX_TIME = /^\d+\.\d{9}$/;
const RFC_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/;
/** The time of what never happened. */
const NEVER = '0';

/** Every time in an answer, by name. */
function timesIn(value: unknown): (readonly [name: string, time: unknown])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    TIME_FIELD.test(name) && typeof part === 'string' ? [[name, part] as const] : timesIn(part),
  );
}

const READS = [
  '/v3/accounts/{a}',
  '/v3/accounts/{a}/orders?state=ALL',
  '/v3/accounts/{a}/trades?state=ALL',
  '/v3/accounts/{a}/transactions',
  '/v3/accounts/{a}/transactions/sinceid?id=1',
  '/v3/accounts/{a}/changes?sinceTransactionID=1',
];

/** An account with trades and orders of every state. */
async function traded() {
  const api = await testApi(sandboxScenario());
  await openTrade(api, 1000, { takeProfitOnFill: { price: '1.2' } });
  const closed = await openTrade(api, 100, { instrument: 'USD_JPY' });
  await send(api, { type: 'CloseTrade', tradeSpecifier: closed });
  return api;
}

describe('clients may rely on', () => {
  it('what their language sends of unset fields: it counts as not given', async () => {
    const api = await testApi(sandboxScenario());
    const order = { type: 'LIMIT', instrument: 'EUR_USD', units: '100', price: '1.01' };
    const unset = {
      timeInForce: '',
      gtdTime: '0001-01-01T00:00:00Z',
      priceBound: '',
      takeProfitOnFill: null,
      clientExtensions: null,
    };
    const post = (body: object) =>
      api.request('POST', '/v3/accounts/{a}/orders', { order: { ...body, ...unset } });
    const made = await post(order);
    expect(made.status).toBe(201);
    expect(made.body['orderCreateTransaction']).not.toHaveProperty('gtdTime');
    expect(made.body['orderCreateTransaction']).not.toHaveProperty('clientExtensions');
    const trade = await openTrade(api, 100, { takeProfitOnFill: { price: '1.2' } });
    const path = `/v3/accounts/{a}/trades/${trade}/orders`;
    const stop = { price: '1.01', distance: '', gtdTime: null, clientExtensions: null };
    const changed = await api.request('PUT', path, { takeProfit: null, stopLoss: stop });
    expect(changed.body).toMatchObject({
      takeProfitOrderCancelTransaction: { reason: 'CLIENT_REQUEST' },
      stopLossOrderTransaction: { price: '1.01000', timeInForce: 'GTC' },
    });
    const close = { longUnits: '40', shortUnits: '', shortClientExtensions: null };
    const closed = await api.request('PUT', '/v3/accounts/{a}/positions/EUR_USD/close', close);
    expect(closed).toMatchObject({ status: 200, body: { longOrderFillTransaction: {} } });
  });

  it('habit 1: UNIX times in every answer when the header says so', async () => {
    const api = await traded();
    for (const path of READS) {
      const times = timesIn((await api.request('GET', path, undefined, UNIX)).body);
      expect(times.length, path).toBeGreaterThan(0);
      for (const [name, time] of times) {
        if (time !== NEVER) expect(time, `${path} ${name}`).toMatch(UNIX_TIME);
      }
    }
    const order = {
      type: 'LIMIT',
      instrument: 'EUR_USD',
      units: '1',
      price: '1',
      timeInForce: 'GTD',
    };
    const body = { order: { ...order, gtdTime: '1709719200' } };
    const made = await api.request('POST', '/v3/accounts/{a}/orders', body, UNIX);
    expect(made.body['orderCreateTransaction']).toMatchObject({ gtdTime: '1709719200.000000000' });
  });

  it('habit 2: times of either kind in a query, whatever the header says', async () => {
    const api = await traded();
    const list = (from: string, headers: object) =>
      api.request('GET', `/v3/accounts/{a}/transactions?from=${from}`, undefined, headers);
    for (const headers of [{}, UNIX]) {
      const texts = ['2024-03-05T09:00:00Z', '1709629200', '1709629200.000000000'];
      for (const text of texts) {
        const { status, body } = await list(text, headers);
        expect({ status, count: body['count'] }, text).toEqual({ status: 200, count: 10 });
      }
    }
  });

  it('habit 5: RFC 3339 times with a fraction, always', async () => {
    const api = await traded();
    for (const path of READS) {
      for (const [name, time] of timesIn((await api.request('GET', path)).body)) {
        if (time !== NEVER) expect(time, `${path} ${name}`).toMatch(RFC_TIME);
      }
    }
  });

  it('habit 6: a flat side of exactly "0"', async () => {
    const api = await traded();
    const { body } = await api.request('GET', '/v3/accounts/{a}/positions');
    expect(body['positions']).toMatchObject([
      { instrument: 'EUR_USD', long: { units: '1000' }, short: { units: '0' } },
      { instrument: 'USD_JPY', long: { units: '0' }, short: { units: '0' } },
    ]);
  });

  it('habit 8: trailing ? and &, commas encoded twice, encoded client ids', async () => {
    const api = await traded();
    const names = ['EUR_USD,USD_JPY', 'EUR_USD%2CUSD_JPY', 'EUR_USD%252CUSD_JPY'];
    for (const text of names) {
      const url = `/v3/accounts/{a}/instruments?instruments=${text}&`;
      const { body } = await api.request('GET', url);
      expect(body['instruments'], text).toMatchObject([{ name: 'EUR_USD' }, { name: 'USD_JPY' }]);
    }
    expect((await api.request('GET', '/v3/accounts/{a}/summary?')).status).toBe(200);
    const order = { type: 'LIMIT', instrument: 'EUR_USD', units: '1', price: '1' } as const;
    const clientExtensions = { id: 'my/id 1' };
    await send(api, { type: 'CreateOrder', order: { ...order, clientExtensions } });
    const found = await api.request('GET', '/v3/accounts/{a}/orders/%40my%2Fid%201');
    expect(found.body).toMatchObject({ order: { clientExtensions } });
    expect((await api.request('PUT', '/v3/accounts/{a}/orders/@my%2Fid%201/cancel')).status).toBe(
      200,
    );
  });

  it('habit 9: gzip when asked for it, nothing else ever', async () => {
    const api = await traded();
    for (const [asked, encoding] of [
      ['gzip', 'gzip'],
      ['gzip, deflate, br', 'gzip'],
      ['br, deflate', undefined],
      ['', undefined],
    ] as const) {
      const { headers, rawPayload } = await api.app.inject({
        url: `/v3/accounts/${OWN}`,
        headers: { authorization: `Bearer ${api.token}`, 'accept-encoding': asked },
      });
      expect(headers['content-encoding'], asked).toBe(encoding);
      const text = encoding === undefined ? rawPayload : gunzipSync(rawPayload);
      expect(JSON.parse(text.toString('utf8'))).toHaveProperty('account');
    }
  });

  it('habit 10: an answer, 400, to a body that is longer than its length says', async () => {
    const client = await officialClient(sandboxScenario());
    const comment = 'größer, länger, schöner';
    const order = {
      type: 'MARKET',
      instrument: 'EUR_USD',
      units: 1,
      clientExtensions: { comment },
    };
    expect((await client.ask('order.create', OWN, { order })).statusCode).toBe('400');
    expect(await client.call('transaction.since', OWN, { id: 3 })).toMatchObject({
      transactions: [],
    });
    await client.server.close();
  });

  it('habit 11: the header under its old name', async () => {
    const api = await traded();
    const headers = { 'x-accept-datetime-format': 'UNIX' };
    const { body } = await api.request('GET', '/v3/accounts/{a}/summary', undefined, headers);
    expect(body['account']).toMatchObject({ createdTime: expect.stringMatching(UNIX_TIME) });
  });

  it('habit 12: counts as text, and a bare date as a time', async () => {
    const api = await traded();
    const { body } = await api.request('GET', '/v3/accounts/{a}/transactions?from=2024-03-05');
    expect(body).toMatchObject({ count: 10 });
    const trades = await api.request('GET', '/v3/accounts/{a}/trades?state=ALL&count=1');
    expect(trades.body['trades']).toHaveLength(1);
  });

  it('habit 13: numbers of a request as text or as numbers', async () => {
    const api = await traded();
    for (const [units, price] of [
      [100, 1.05],
      ['100', '1.05'],
      [100, '1.05'],
      ['100', 1.05],
    ]) {
      const order = { type: 'LIMIT', instrument: 'EUR_USD', units, price };
      const { status, body } = await api.request('POST', '/v3/accounts/{a}/orders', { order });
      expect(status).toBe(201);
      expect(body).toMatchObject({ orderCreateTransaction: { units: '100', price: '1.05000' } });
    }
  });

  it('habit 15: a message with every refusal, a code and the reject transaction with those of the market', async () => {
    const api = await traded();
    const order = { type: 'MARKET', instrument: 'EUR_USD', units: '0' };
    expect((await api.request('POST', '/v3/accounts/{a}/orders', { order })).body).toMatchObject({
      errorMessage: expect.stringMatching(/\w/),
      errorCode: 'UNITS_INVALID',
      orderRejectTransaction: { type: 'MARKET_ORDER_REJECT', rejectReason: 'UNITS_INVALID' },
    });
    for (const [method, path] of [
      ['GET', '/v3/accounts/{a}/orders/999'],
      ['GET', '/v3/accounts/{a}/trades?count=x'],
      ['GET', '/v3/nothing'],
      ['DELETE', '/v3/accounts/{a}'],
      ['POST', '/v3/accounts/{a}/orders'],
    ] as const) {
      const { status, body } = await api.request(method, path);
      expect(status, path).toBeGreaterThanOrEqual(400);
      expect(body, path).toHaveProperty('errorMessage', expect.stringMatching(/\w/));
    }
  });
});
