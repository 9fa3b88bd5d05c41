import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../src/broker/api/v20/routes/operations.js';
import { CONTROL_TOKEN, testApi } from '../../support/api/api.js';
import { FOREIGN, OWN, sandboxScenario } from '../../support/api/sandbox-scenario.js';

const UNAUTHORIZED = { errorMessage: 'Insufficient authorization to perform request.' };
const FORBIDDEN = { errorMessage: 'The provided request was forbidden.' };
const CONTROL = [
  ['GET', '/_sim/clock'],
  ['POST', '/_sim/clock/pause'],
  ['POST', '/_sim/clock/play'],
  ['POST', '/_sim/clock/advance'],
  ['GET', '/_sim/ledger'],
] as const;

/** The operation's path with every parameter filled in. */
function pathOf(path: string, accountID: string): string {
  return path
    .replace(':accountID', accountID)
    .replace(':instrument', 'EUR_USD')
    .replace(/:\w+/g, '1');
}

describe('the guard', () => {
  it('answers 401 without a valid token, on every path, known or not', async () => {
    const { app, token } = await testApi(sandboxScenario());
    const wrong = [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      `Basic ${token}`,
      token,
      `Bearer ${token.slice(0, -1)}`,
      `Bearer ${token}x`,
      `Bearer ${token.toUpperCase()}`,
      `Bearer ${'x'.repeat(10_000)}`,
      `Bearer ${token}, Bearer ${token}`,
    ];
    const paths = [
      ...OPERATIONS.map(({ method, path }) => [method, pathOf(path, OWN)] as const),
      ...CONTROL,
      ['GET', '/v3/nowhere'] as const,
      ['GET', `/v3/accounts/${FOREIGN}`] as const,
      ['DELETE', '/v3/accounts'] as const,
    ];
    for (const [method, url] of paths) {
      for (const authorization of wrong) {
        const headers = authorization === undefined ? {} : { authorization };
        const answer = await app.inject({ method, url, headers });
        expect(answer.statusCode, `${method} ${url} ${authorization}`).toBe(401);
        expect(answer.json()).toEqual(UNAUTHORIZED);
        expect(answer.headers['requestid']).toMatch(/^\d{17,19}$/);
      }
    }
  });

  it("refuses another user's account just as one that does not exist, and a malformed id", async () => {
    const api = await testApi(sandboxScenario());
    for (const { method, path } of OPERATIONS.filter(each => each.path.includes(':accountID'))) {
      const before = api.sandbox.simulation.engine.ledger.length;
      const foreign = await api.request(method, pathOf(path, FOREIGN), bodyFor(method));
      const missing = await api.request(
        method,
        pathOf(path, '101-001-9999999-001'),
        bodyFor(method),
      );
      expect(foreign, `${method} ${path}`).toMatchObject({ status: 403, body: FORBIDDEN });
      expect(missing, `${method} ${path}`).toMatchObject({ status: 403, body: FORBIDDEN });
      for (const bad of ['1', 'x', '101-001-1-1', '..%2f..', '%00', '__proto__']) {
        const malformed = await api.request(method, pathOf(path, bad), bodyFor(method));
        expect(malformed, `${method} ${path} ${bad}`).toMatchObject({
          status: 400,
          body: { errorMessage: "Invalid value specified for 'accountID'" },
        });
      }
      expect(api.sandbox.simulation.engine.ledger.length).toBe(before);
    }
  });

  it('keeps control on a token of its own', async () => {
    const api = await testApi(sandboxScenario());
    for (const [method, url] of CONTROL) {
      const answer = await api.request(method, url, method === 'POST' ? {} : undefined);
      expect(answer.status, url).toBe(403);
    }
    const headers = { authorization: `Bearer ${CONTROL_TOKEN}` };
    const account = await api.app.inject({ url: `/v3/accounts/${OWN}/summary`, headers });
    expect(account.statusCode).toBe(401);
  });

  it.each(['/%5Fsim/clock', '/%5fsim/ledger', '/_si%6D/clock', '/_sim%2Fclock'])(
    'does not take an account token for control, however the path is spelled: %s',
    async url => {
      const api = await testApi(sandboxScenario());
      const { status } = await api.request('GET', url);
      expect([403, 404]).toContain(status);
    },
  );

  it('opens paths by their route, and no others', async () => {
    const { app } = await testApi(sandboxScenario());
    expect((await app.inject({ url: '/healt%68' })).statusCode).toBe(200);
    expect((await app.inject({ url: '/docs' })).statusCode).toBe(200);
    expect((await app.inject({ url: '/docs/%2e%2e/v3/accounts' })).statusCode).not.toBe(200);
  });

  it('is addressed under loopback names and those allowed, nothing else', async () => {
    const { app } = await testApi(sandboxScenario(), { allowedHosts: ['sandbox.test'] });
    const ask = async (host: string) => {
      const answer = await app.inject({ url: '/health', headers: { host } });
      return answer.statusCode;
    };
    for (const host of ['localhost', 'localhost:80', '127.0.0.1:8020', '[::1]:1', 'SANDBOX.test']) {
      expect(await ask(host), host).toBe(200);
    }
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example']) {
      expect(await ask(host), host).toBe(421);
    }
  });

  it('allows hosts in any letters, and IPv6 addresses by their bare form', async () => {
    const { app } = await testApi(sandboxScenario(), { allowedHosts: ['SandBox.test', 'FD00::1'] });
    for (const host of ['sandbox.test:80', 'SANDBOX.TEST', '[fd00::1]:8020']) {
      const answer = await app.inject({ url: '/health', headers: { host } });
      expect(answer.statusCode, host).toBe(200);
    }
  });

  it('gives tokens of 192 bits, one to all accounts of a user', async () => {
    const api = await testApi(sandboxScenario());
    expect(api.token).toMatch(/^[\w-]{32}$/);
    expect((await api.request('GET', '/v3/accounts')).body).toEqual({
      accounts: [
        { id: '101-001-1000001-001', tags: [] },
        { id: '101-001-1000001-002', tags: [] },
      ],
    });
  });
});

function bodyFor(method: string): object | undefined {
  return method === 'GET' ? undefined : {};
}
