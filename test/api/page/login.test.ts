import { describe, expect, it } from 'vitest';
import { testApi } from '../../support/api/api.js';
import { control } from '../../support/api/control.js';
import { cookieIn, loggedIn } from '../../support/api/page.js';
import { sandboxScenario } from '../../support/api/sandbox-scenario.js';

const CLOCK = '/_sim/clock';

async function withCode() {
  const api = await testApi(sandboxScenario());
  const { status, body } = await control(api, 'POST', '/login-codes');
  expect(status).toBe(201);
  return { api, code: body['code'] as string };
}

describe('logging in', () => {
  it('takes a code once, however it is written, and sets a cookie for this site only', async () => {
    const { api, code } = await withCode();
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    const typed = ` ${code.replace('-', '').toLowerCase().replaceAll('1', 'l').replaceAll('0', 'o')}`;
    const answer = await api.bare('POST', '/login', { code: typed });
    expect(answer).toMatchObject({ status: 204, text: '' });
    expect(answer.headers['set-cookie']).toMatch(
      /^orrery_80=[\w-]{22}\.\d{10}\.[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const again = await api.bare('POST', '/login', { code });
    expect(again.status).toBe(401);
    expect(again.body['errorMessage']).toBe(
      'The code or key is wrong, or the code was used before or is too old',
    );
    expect(again.headers).not.toHaveProperty('set-cookie');
  });

  it('asks browsers for TLS behind a proxy that has it', async () => {
    const api = await testApi(sandboxScenario(), { proxies: 1 });
    const { code } = (await control(api, 'POST', '/login-codes')).body;
    const headers = { host: 'localhost', 'x-forwarded-proto': 'https' };
    const { headers: answered } = await api.bare('POST', '/login', { code }, headers);
    expect(answered['set-cookie']).toMatch(/^orrery_default=.*; Secure$/);
  });

  it('answers 429 after ten wrong codes, and takes no right one then', async () => {
    const { api, code } = await withCode();
    const login = (given: string) => api.bare('POST', '/login', { code: given });
    for (let wrong = 0; wrong < 10; wrong++) expect((await login('0000-0000')).status).toBe(401);
    const late = await login(code);
    expect(late.status).toBe(429);
    const seconds = Number(late.headers['retry-after']);
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(late.text).toContain(`try again in ${seconds} s`);
  });

  it('refuses what is no code, no JSON, or sent by another site', async () => {
    const { api, code } = await withCode();
    for (const body of [{}, { code: 1 }, { code, more: 1 }, [], { code: 'x'.repeat(513) }]) {
      expect((await api.bare('POST', '/login', body)).status).toBe(400);
    }
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await api.bare('POST', '/login', `code=${code}`, form)).status).toBe(415);
    for (const headers of [
      { origin: 'http://evil.example' },
      { origin: 'null' },
      { origin: 'http://localhost:81' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      expect((await api.bare('POST', '/login', { code }, headers)).status).toBe(403);
    }
    const right = { host: 'localhost:8020', origin: 'http://localhost:8020' };
    expect((await api.bare('POST', '/login', { code }, right)).status).toBe(204);
  });

  it('gives codes to control and to the page, and to no other sender', async () => {
    const { api } = await withCode();
    expect((await api.request('POST', '/_sim/login-codes')).status).toBe(403);
    expect((await api.bare('POST', '/_sim/login-codes')).status).toBe(401);
    const page = await loggedIn(api);
    expect((await page.request('POST', '/_sim/login-codes')).status).toBe(201);
  });
});

describe('a session', () => {
  it('is shown by 200, whether there is one or not, and to no other site', async () => {
    const { api, code } = await withCode();
    const ask = (headers: object) => api.bare('GET', '/login', undefined, headers);
    expect(await ask({})).toMatchObject({ status: 200, body: { loggedIn: false } });
    const cookie = cookieIn(await api.bare('POST', '/login', { code }));
    expect((await ask({ cookie })).body).toEqual({ loggedIn: true });
    expect((await ask({ cookie: `${cookie}x` })).body).toEqual({ loggedIn: false });
    expect((await ask({ cookie, origin: 'http://evil.example' })).status).toBe(403);
  });

  it('ends when the person logs out, and with every byte that is changed', async () => {
    const { api, code } = await withCode();
    const cookie = cookieIn(await api.bare('POST', '/login', { code }));
    const ask = (value: string) => api.bare('GET', CLOCK, undefined, { cookie: value });
    expect((await ask(`a=b; ${cookie}`)).status).toBe(200);
    for (let at = cookie.indexOf('=') + 1; at < cookie.length; at++) {
      const other = cookie[at] === 'A' ? 'B' : 'A';
      const changed = cookie.slice(0, at) + other + cookie.slice(at + 1);
      // The last letter of 43 has two bits that no byte needs.
      if (at < cookie.length - 1) expect((await ask(changed)).status, changed).toBe(401);
    }
    const out = await api.bare('POST', '/logout', undefined, { cookie });
    expect(out.headers['set-cookie']).toMatch(/^orrery_80=; Max-Age=0; /);
    expect((await ask(cookie)).status).toBe(401);
    expect((await api.bare('POST', '/logout')).status).toBe(204);
  });
});
