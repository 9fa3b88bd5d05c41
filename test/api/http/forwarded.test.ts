import { describe, expect, it } from 'vitest';
import { type ApiSetup, type TestApi, testApi } from '../../support/api/api.js';
import { sandboxScenario } from '../../support/api/sandbox-scenario.js';

const FORWARDED = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'broker.test' };
const LIMIT = { type: 'LIMIT', instrument: 'EUR_USD', units: '1', price: '1.05' };

async function api(setup: ApiSetup = {}): Promise<TestApi> {
  const made = await testApi(sandboxScenario(), { allowedHosts: ['broker.test'], ...setup });
  await made.advance({ ticks: 3 });
  return made;
}

/** What the URLs of Location, Link and a list of pages begin with. */
async function origins(api: TestApi, headers: object): Promise<string[]> {
  const order = () => api.request('POST', '/v3/accounts/{a}/orders', { order: LIMIT }, headers);
  await order();
  const { headers: made } = await order();
  const list = await api.request('GET', '/v3/accounts/{a}/orders?count=1', undefined, headers);
  const pages = await api.request('GET', '/v3/accounts/{a}/transactions', undefined, headers);
  const [page] = pages.body['pages'] as string[];
  return [made['location'], list.headers['link'], page].map(
    url => /https?:\/\/[^/]+/.exec(String(url))?.[0] ?? String(url),
  );
}

describe('links behind a proxy', () => {
  it.each([
    [FORWARDED, 'https://broker.test'],
    [{ 'x-forwarded-proto': 'https' }, 'https://localhost:80'],
    [{ 'x-forwarded-host': 'broker.test:8443' }, 'http://broker.test:8443'],
    [{ ...FORWARDED, host: 'broker.test' }, 'https://broker.test'],
    // What a client writes itself stands before what the proxy adds.
    [
      { 'x-forwarded-proto': 'http, https', 'x-forwarded-host': 'evil.example, broker.test' },
      'https://broker.test',
    ],
    [{ 'x-forwarded-proto': 'javascript' }, 'http://localhost:80'],
  ])('with --trust-proxy and %j all begin with %s', async (headers, origin) => {
    const trusting = await api({ proxies: 1 });
    expect(await origins(trusting, headers)).toEqual([origin, origin, origin]);
  });

  it('each client gets its own, though nothing has moved since the last one asked', async () => {
    const trusting = await api({ proxies: 1 });
    const pages = async (headers: object) => {
      const { body } = await trusting.request(
        'GET',
        '/v3/accounts/{a}/transactions',
        undefined,
        headers,
      );
      return String((body['pages'] as string[])[0]).split('/v3')[0];
    };
    expect(await pages({})).toBe('http://localhost:80');
    expect(await pages(FORWARDED)).toBe('https://broker.test');
    expect(await pages({ 'x-forwarded-proto': 'https' })).toBe('https://localhost:80');
  });

  it.each([
    [FORWARDED, 'https://broker.test'],
    [
      { 'x-forwarded-proto': 'https, http', 'x-forwarded-host': 'broker.test, inner.test' },
      'https://broker.test',
    ],
    [
      {
        'x-forwarded-proto': 'http, https,http',
        'x-forwarded-host': 'evil.example,broker.test , inner.test',
      },
      'https://broker.test',
    ],
  ])('with two proxies and %j all begin with %s', async (headers, origin) => {
    const trusting = await api({ proxies: 2 });
    expect(await origins(trusting, headers)).toEqual([origin, origin, origin]);
  });

  it('without --trust-proxy they begin with the address that was asked', async () => {
    const origin = 'http://localhost:80';
    expect(await origins(await api(), FORWARDED)).toEqual([origin, origin, origin]);
  });

  it('a base URL is what they begin with, whatever a proxy says', async () => {
    const baseUrl = 'https://base.test';
    const set = await api({ baseUrl, proxies: 1 });
    expect(await origins(set, FORWARDED)).toEqual([baseUrl, baseUrl, baseUrl]);
  });

  it.each([
    [{ 'x-forwarded-host': 'evil.example' }],
    [{ 'x-forwarded-host': 'broker.test, evil.example' }],
    [{ 'x-forwarded-host': 'broker.test:80"><b' }],
    // A page that has a name of its own for this address can send every header but Host.
    [{ ...FORWARDED, host: 'evil.example' }],
  ])('host names that the server does not know are refused: %j', async headers => {
    const trusting = await api({ proxies: 1 });
    expect((await trusting.request('GET', '/v3/accounts', undefined, headers)).status).toBe(421);
  });
});

describe('the limit of requests behind a proxy', () => {
  it('counts for each client of the proxy, which cannot choose another address', async () => {
    const limited = await api({ proxies: 1, limits: { requestsPerSecond: 3 } });
    const ask = async (address: string) =>
      (await limited.request('GET', '/v3/accounts', undefined, { 'x-forwarded-for': address }))
        .status;
    const statuses = await Promise.all(
      Array.from({ length: 10 }, (_, index) => ask(`10.0.0.${index}, 192.0.2.1`)),
    );
    expect(statuses).toContain(429);
    expect(await ask('192.0.2.2')).toBe(200);
  });
});
