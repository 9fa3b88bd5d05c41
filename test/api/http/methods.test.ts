import { METHODS } from 'node:http';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../src/broker/api/v20/routes/operations.js';
import { CONTROL_TOKEN, testApi } from '../../support/api/api.js';
import { OWN, sandboxScenario } from '../../support/api/sandbox-scenario.js';

const SUMMARY = `/v3/accounts/${OWN}/summary`;

describe('methods', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])(
    '%s on a path that takes GET alone gets 405 with the methods that it takes',
    async method => {
      const api = await testApi(sandboxScenario());
      const answer = await api.request(method, SUMMARY);
      expect(answer).toMatchObject({ status: 405, body: { errorMessage: 'Method not allowed' } });
      expect(answer.headers['allow']).toBe('GET, HEAD');
      expect((await api.request(method, '/v3/nowhere')).status).toBe(404);
    },
  );

  it('are refused on every path that there is, the token first', async () => {
    const { app, token } = await testApi(sandboxScenario());
    const taken = new Map<string, string[]>();
    for (const { path, method } of OPERATIONS) {
      const filled = path.replace(':accountID', OWN).replace(/:\w+/g, '1');
      taken.set(filled, [...(taken.get(filled) ?? []), method]);
    }
    for (const [url, methods] of taken) {
      const others = ['DELETE', 'OPTIONS', 'POST'].filter(each => !methods.includes(each));
      for (const method of others as 'POST'[]) {
        expect((await app.inject({ method, url })).statusCode).toBe(401);
        const headers = { authorization: `Bearer ${token}` };
        const answer = await app.inject({ method, url, headers });
        expect(answer.statusCode, `${method} ${url}`).toBe(405);
        const allowed = String(answer.headers['allow']).split(', ');
        expect(allowed.filter(each => each !== 'HEAD').sort()).toEqual(methods.sort());
      }
    }
    for (const url of ['/', '/docs', '/openapi.json', '/health', '/ready', '/metrics']) {
      const answer = await app.inject({ method: 'POST', url });
      expect([url, answer.statusCode, answer.headers['allow']]).toEqual([url, 405, 'GET, HEAD']);
    }
    const headers = { authorization: `Bearer ${CONTROL_TOKEN}` };
    const clock = await app.inject({ method: 'OPTIONS', url: '/_sim/clock/advance', headers });
    expect([clock.statusCode, clock.headers['allow']]).toEqual([405, 'POST']);
  });

  it('are looked at before the body is', async () => {
    const api = await testApi(sandboxScenario());
    const type = { 'content-type': 'text/plain' };
    expect((await api.request('DELETE', SUMMARY, 'no JSON', type)).status).toBe(405);
  });

  it('HEAD gives the headers of GET, and sends no body', async () => {
    const api = await testApi(sandboxScenario());
    const got = await api.request('GET', SUMMARY);
    const told = await api.request('HEAD', SUMMARY);
    expect(told).toMatchObject({ status: 200, text: '' });
    for (const name of ['content-type', 'content-length']) {
      expect(told.headers[name]).toBe(got.headers[name]);
    }
    expect((await api.request('HEAD', '/v3/accounts/1/summary')).status).toBe(400);
    const stream = `/v3/accounts/${OWN}/transactions/stream`;
    const refused = await api.request('HEAD', stream);
    expect([refused.status, refused.headers['allow']]).toEqual([405, 'GET']);
    const written = await api.request('POST', stream);
    expect([written.status, written.headers['allow']]).toEqual([405, 'GET']);
  });

  it('are those of the path, however it is spelt', async () => {
    const api = await testApi(sandboxScenario());
    for (const path of [SUMMARY.replace('v3', 'v%33'), `${SUMMARY}?a=1`, `${SUMMARY}/`]) {
      const { status, headers } = await api.request('POST', path);
      expect([status, headers['allow']], path).toEqual([405, 'GET, HEAD']);
    }
    const authorization = `Bearer ${CONTROL_TOKEN}`;
    const text = { authorization, 'content-type': 'text/plain' };
    expect((await api.bare('POST', '/_sim/nowhere', 'no JSON', text)).status).toBe(404);
    expect((await api.request('POST', '/_sim/nowhere')).status).toBe(403);
  });

  it('leave a cross-origin preflight without any CORS header', async () => {
    const api = await testApi(sandboxScenario());
    const asked = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' };
    for (const { headers } of [
      await api.request('OPTIONS', SUMMARY, undefined, asked),
      await api.request('GET', SUMMARY, undefined, asked),
    ]) {
      expect(Object.keys(headers).filter(each => each.startsWith('access-control'))).toEqual([]);
    }
  });

  it('of all kinds that HTTP has are answered with an error body', async () => {
    const api = await testApi(sandboxScenario());
    for (const method of METHODS.filter(each => !['CONNECT', 'GET', 'HEAD'].includes(each))) {
      const { status, body } = await api.request(method, SUMMARY);
      expect([404, 405], method).toContain(status);
      expect(body, method).toHaveProperty('errorMessage');
    }
  });
});
