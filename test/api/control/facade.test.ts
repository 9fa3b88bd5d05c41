import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../support/api/api.js';
import { sandboxScenario } from '../../support/api/sandbox-scenario.js';

const SUMMARY = '/v3/accounts/{a}/summary';

describe('the facade', () => {
  it('answers 404 for an unknown path and 405 for another method on a known one', async () => {
    const api = await testApi(sandboxScenario());
    expect(await api.request('GET', '/v3/nowhere')).toMatchObject({
      status: 404,
      body: { errorMessage: 'Not found' },
    });
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect(await api.request(method, SUMMARY, {}), method).toMatchObject({
        status: 405,
        body: { errorMessage: 'Method not allowed' },
      });
    }
  });

  it('gives every answer a RequestID of its own', async () => {
    const api = await testApi(sandboxScenario());
    const ids: unknown[] = [];
    for (let at = 0; at < 3; at++)
      ids.push((await api.request('GET', SUMMARY)).headers['requestid']);
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^\d{17,19}$/);
  });

  it.each(['accept-datetime-format', 'x-accept-datetime-format'])(
    'writes UNIX times when %s says so',
    async header => {
      const api = await testApi(sandboxScenario());
      const asked = await api.request('GET', SUMMARY, undefined, { [header]: 'UNIX' });
      expect(asked.body['account']).toMatchObject({ createdTime: '1709632800.000000000' });
      const plain = await api.request('GET', SUMMARY);
      expect(plain.body['account']).toMatchObject({
        createdTime: '2024-03-05T10:00:00.000000000Z',
      });
    },
  );

  it.each(['accept-datetime-format', 'x-accept-datetime-format'])(
    'takes either format in any letters from %s, and no other',
    async header => {
      const api = await testApi(sandboxScenario());
      const ask = async (format: string) =>
        (await api.request('GET', SUMMARY, undefined, { [header]: format })).status;
      for (const format of ['unix', 'rfc3339', ' UNIX ']) expect(await ask(format)).toBe(200);
      for (const format of ['', 'ISO', 'UNIX, RFC3339', '__proto__']) {
        expect(await ask(format), format).toBe(400);
      }
    },
  );

  describe('of its document', () => {
    let api: TestApi;
    beforeAll(async () => {
      api = await testApi(sandboxScenario());
    });

    it.each([
      ['gzip', 'gzip'],
      ['deflate, gzip;q=0.5', 'gzip'],
      ['gzip;q=0', undefined],
      ['br, deflate', undefined],
      ['identity', undefined],
    ])('asked for %s, encodes as %s', async (asked, encoding) => {
      const headers = { 'accept-encoding': asked };
      const answer = await api.app.inject({ url: '/openapi.json', headers });
      expect(answer.headers['content-encoding']).toBe(encoding);
      const bytes = answer.rawPayload;
      const text = encoding === undefined ? bytes.toString() : gunzipSync(bytes).toString();
      expect(JSON.parse(text)).toHaveProperty('openapi');
    });
  });

  it('shows whether it lives, serves, and how it is doing, without a token', async () => {
    const { app } = await testApi(sandboxScenario());
    expect((await app.inject('/health')).json()).toEqual({ status: 'ok' });
    expect((await app.inject('/ready')).json()).toEqual({ status: 'ready' });
    const metrics = (await app.inject('/metrics')).body;
    expect(metrics).toContain('orrery_simulated_time_seconds 1709632800');
    expect(metrics).toContain('route="/health",status="200"} 1');
  });

  it('serves its document and pages', async () => {
    const { app } = await testApi(sandboxScenario());
    const document = (await app.inject('/openapi.json')).json();
    expect(document.paths).toHaveProperty(['/v3/accounts/{accountID}/summary', 'get']);
    expect((await app.inject('/docs')).headers['content-type']).toContain('text/html');
  });

  it('limits requests a second when asked to', async () => {
    const api = await testApi(sandboxScenario(), { limits: { requestsPerSecond: 5 } });
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => api.request('GET', SUMMARY)),
    );
    const refused = answers.filter(({ status }) => status === 429);
    // The requests fall into one second, or two.
    expect(refused.length).toBeGreaterThanOrEqual(20);
    expect(refused.length).toBeLessThanOrEqual(25);
    expect(refused[0]?.body).toEqual({ errorMessage: 'Too many requests' });
  });

  it('links under the host that each request came by, also in an answer that it has kept', async () => {
    const api = await testApi(sandboxScenario());
    for (const host of ['localhost:8020', '127.0.0.1:8020']) {
      const path = '/v3/accounts/{a}/transactions';
      const { body } = await api.request('GET', path, undefined, { host });
      const [page] = body['pages'] as string[];
      expect(page).toMatch(new RegExp(`^http://${host}/v3/accounts/`));
    }
  });

  it('keeps an answer only until something moves', async () => {
    const api = await testApi(sandboxScenario());
    const before = await api.request('GET', SUMMARY);
    api.sandbox.simulation.submit(api.accountID, {
      type: 'TransferFunds',
      amount: '50',
      fundingReason: 'CLIENT_FUNDING',
    });
    const after = await api.request('GET', SUMMARY);
    expect(before.body['lastTransactionID']).not.toBe(after.body['lastTransactionID']);
  });
});
