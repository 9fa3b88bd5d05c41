import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../support/api/api.js';
import { exchange } from '../../support/api/bare-socket.js';
import { sandboxScenario } from '../../support/api/sandbox-scenario.js';

let api: TestApi;
let port: number;
beforeAll(async () => {
  api = await testApi(sandboxScenario());
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  port = (api.app.server.address() as AddressInfo).port;
});
afterAll(() => api.app.close());

/** What a request of these lines is answered, with the token and the connection closed after it. */
function ask(...lines: readonly string[]): Promise<string> {
  const head = [...lines, `Authorization: Bearer ${api.token}`, 'Connection: close'];
  return exchange(port, `${head.join('\r\n')}\r\n\r\n`);
}
const pages = (target: string) => `GET ${target} HTTP/1.1`;
const PATH = () => `/v3/accounts/${api.accountID}/transactions`;

describe('the Host of a request', () => {
  it.each([
    'localhost:80@evil.example',
    'evil.example@localhost',
    'localhost/evil.example',
    'localhost:80:80',
    'localhost:99999',
    'localhost:8o',
    'localhost, evil.example',
    'localhost?x',
    'localhost#x',
    '[::1',
    '[::1]evil.example',
    '',
  ])('%j is malformed', async host => {
    const answer = await ask(pages(PATH()), `Host: ${host}`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).not.toContain('evil.example');
  });

  it('is refused when there are two, even alike', async () => {
    for (const other of ['evil.example', 'localhost']) {
      const answer = await ask(pages(PATH()), 'Host: localhost', `Host: ${other}`);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain('The Host header is malformed');
    }
  });

  it('is that of the target where the target is a whole URL', async () => {
    const links = await ask(pages(`http://127.0.0.1:81${PATH()}`), 'Host: localhost:82');
    expect(links).toMatch(/^HTTP\/1\.1 200 /);
    expect(links).toContain('"http://127.0.0.1:81/v3/');
    const foreign = await ask(pages(`http://evil.example${PATH()}`), 'Host: localhost');
    expect(foreign).toMatch(/^HTTP\/1\.1 421 /);
    for (const target of ['http://localhost@evil.example/health', 'http:///health']) {
      expect(await ask(pages(target), 'Host: localhost')).toMatch(/^HTTP\/1\.1 400 /);
    }
    expect(await ask(pages('http://localhost'), 'Host: x')).toMatch(/^HTTP\/1\.1 200 /);
    expect(await ask(pages('HTTP://localhost?a=1'), 'Host: x')).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('does not make dots and encoded slashes in paths anything else', async () => {
    const paths = [
      '/health/../v3/accounts',
      '//v3/accounts',
      '/v3%2Faccounts',
      '/docs/../_sim/clock',
    ];
    for (const path of paths) {
      const answer = await ask(pages(path), 'Host: localhost');
      expect(answer, path).toMatch(/^HTTP\/1\.1 40[34] /);
    }
  });
});

describe('every answer', () => {
  it.each([
    ['a page', pages('/docs'), 200],
    ['an account', pages('/v3/accounts'), 200],
    ['an unknown path', pages('/v3/nowhere'), 404],
    ['a path that is none', pages('/v3/accounts/%zz'), 400],
    ['no HTTP', 'hello', 400],
    ['an expectation', `${pages('/health')}\r\nExpect: wonders`, 417],
    ['a broken header', `${pages('/health')}\r\nbroken`, 400],
  ])('has an id and forbids guesses at its type: %s', async (_what, line, status) => {
    const answer = await ask(line, 'Host: localhost');
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toMatch(/^x-content-type-options: nosniff\r$/im);
    expect(answer).toMatch(/^requestid: \d{17,19}\r$/im);
  });

  it('of the pages says what they may load, and that no frame may hold them', async () => {
    for (const name of ['', '/static/docs.css', '/static/start.js']) {
      const path = `/docs${name}`;
      const { headers } = await api.app.inject(path);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(/script-src ([^;]*)/.exec(policy)?.[1]).toBe("'self'");
    }
    const page = (await api.app.inject('/docs')).body;
    expect(page).not.toMatch(/<script(?![^>]* src=)|\son\w+=/);
  });
});

describe('the token of a request', () => {
  it('is one: a second Authorization header is refused, even alike', async () => {
    for (const other of [`Bearer ${api.token}`, 'Bearer another', 'Basic eDp5']) {
      const answer = await ask(pages(PATH()), 'Host: localhost', `AUTHORIZATION: ${other}`);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain('A request has one Authorization header');
    }
  });
});

describe('a client of HTTP/1.0', () => {
  it('asks for the health without a Host, and for nothing else', async () => {
    const probe = (path: string) =>
      exchange(port, `GET ${path} HTTP/1.0\r\nAuthorization: Bearer ${api.token}\r\n\r\n`);
    expect(await probe('/health')).toMatch(/^HTTP\/1\.[01] 200 /);
    for (const path of ['/health?x=1', '/docs', PATH()]) {
      expect(await probe(path), path).toMatch(/^HTTP\/1\.[01] 400 /);
    }
    expect(await exchange(port, 'GET /health HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    const named = 'GET /health HTTP/1.0\r\nHost: evil.example\r\n\r\n';
    expect(await exchange(port, named)).toMatch(/^HTTP\/1\.[01] 421 /);
  });

  it('gets a stream without chunks', async () => {
    const path = `/v3/accounts/${api.accountID}/pricing/stream?instruments=EUR_USD`;
    const seen = exchange(
      port,
      `GET ${path} HTTP/1.0\r\nHost: localhost\r\nAuthorization: Bearer ${api.token}\r\n\r\n`,
      text => {
        if (text.endsWith('\r\n\r\n')) void api.advance({ by: '10m' });
        return (text.match(/\n\{/g) ?? []).length >= 2;
      },
    );
    const [head = '', body = ''] = (await seen).split('\r\n\r\n');
    expect(head).not.toMatch(/transfer-encoding/i);
    const lines = body.trim().split('\n');
    expect(lines.length).toBeGreaterThanOrEqual(2);
    for (const line of lines) expect(['PRICE', 'HEARTBEAT']).toContain(JSON.parse(line).type);
  });
});
