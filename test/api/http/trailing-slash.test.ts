import { describe, expect, it } from 'vitest';
import { CONTROL_TOKEN, testApi } from '../../support/api/api.js';
import { sandboxScenario } from '../../support/api/sandbox-scenario.js';

/** As clients in use ask: a slash at the end, before the query. */
const READS = [
  '/v3/accounts',
  '/v3/accounts/{a}',
  '/v3/accounts/{a}/summary',
  '/v3/accounts/{a}/instruments',
  '/v3/accounts/{a}/orders?state=ALL',
  '/v3/accounts/{a}/openTrades',
  '/v3/accounts/{a}/positions',
  '/v3/accounts/{a}/transactions/sinceid?id=1',
  '/v3/accounts/{a}/pricing?instruments=EUR_USD',
  '/v3/accounts/{a}/instruments/EUR_USD/candles?count=2',
  '/v3/accounts/{a}/orders/999',
];
const slashed = (path: string) => path.replace(/(\?|$)/, '/$1');

describe('a slash at the end of a path of the API', () => {
  it.each(READS)('is not looked at: %s', async path => {
    const api = await testApi(sandboxScenario());
    await api.advance({ by: '1m' });
    const plain = await api.request('GET', path);
    expect([200, 404]).toContain(plain.status);
    expect(plain.body['errorMessage']).not.toBe('Not found');
    const { status, body } = await api.request('GET', slashed(path));
    expect({ status, body }).toEqual({ status: plain.status, body: plain.body });
  });

  it('is not looked at in commands and wrong methods', async () => {
    const api = await testApi(sandboxScenario());
    await api.advance({ ticks: 3 });
    const order = { type: 'MARKET', instrument: 'EUR_USD', units: '1' };
    expect((await api.request('POST', '/v3/accounts/{a}/orders/', { order })).status).toBe(201);
    expect((await api.request('POST', '/v3/accounts/')).status).toBe(405);
  });

  it.each([
    '/v3/accounts//',
    '/v3//accounts',
    '/v3/',
    '/v3/nowhere/',
    '/v3/accounts/{a}/nowhere/',
    '/v3/accounts/{a}//summary',
  ])('makes no path of one that is none: %s', async path => {
    const api = await testApi(sandboxScenario());
    expect([400, 404]).toContain((await api.request('GET', path)).status);
  });

  it.each(['/_sim/clock/', '/health/', '/openapi.json/'])(
    'belongs to the path elsewhere: %s',
    async url => {
      const api = await testApi(sandboxScenario());
      const token = url.startsWith('/_sim/') ? CONTROL_TOKEN : api.token;
      const headers = { authorization: `Bearer ${token}` };
      expect((await api.app.inject({ url, headers })).statusCode).toBe(404);
    },
  );
});
