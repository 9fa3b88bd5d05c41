import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ApiSetup, testApi } from '../../support/api/api.js';
import { control } from '../../support/api/control.js';
import { listening, openFeed } from '../../support/api/feed-client.js';
import { cookieIn } from '../../support/api/page.js';
import { sandboxScenario } from '../../support/api/sandbox-scenario.js';
import { patience } from '../../support/patience.js';

const DAY_MS = 86_400_000;

afterEach(() => {
  vi.useRealTimers();
});

/** An application that listens, and a browser that is logged in to it. */
async function browsed(setup?: ApiSetup) {
  const api = await testApi(sandboxScenario(), setup);
  const host = `127.0.0.1:${await listening(api)}`;
  const { code } = (await control(api, 'POST', '/login-codes')).body;
  const cookie = cookieIn(await api.bare('POST', '/login', { code }, { host }));
  return { api, host, cookie, origin: `http://${host}` };
}

describe('the door of the feed', () => {
  it('opens to the page of this server and to control, and to no other sender', async () => {
    const { api, cookie, origin } = await browsed();
    const refused = [
      [{}, 401],
      [{ authorization: 'Bearer wrong' }, 401],
      [{ authorization: `Bearer ${api.token}` }, 403],
      [{ cookie: `${cookie}x`, origin }, 401],
      [{ cookie, origin: 'http://evil.example' }, 403],
      [{ cookie, origin: 'null' }, 403],
      [{ cookie, origin, 'sec-fetch-site': 'cross-site' }, 403],
      [{ cookie, origin, host: 'evil.example' }, 421],
    ] as const;
    for (const [headers, status] of refused) {
      await expect(openFeed(api, { headers }), JSON.stringify(headers)).rejects.toThrow(
        `refused with ${status}`,
      );
    }
    const feed = await openFeed(api, {
      headers: { cookie, origin, 'sec-fetch-site': 'same-origin' },
    });
    await feed.next('HELLO');
    await feed.close();
    await api.app.close();
  });

  it('ends the connections of a session that is logged out, and no others', async () => {
    const { api, host, cookie, origin } = await browsed();
    const [mine, theirs] = [
      await openFeed(api, { headers: { cookie, origin } }),
      await openFeed(api),
    ];
    await api.bare('POST', '/logout', undefined, { cookie, host });
    expect(await mine.closed).toEqual({ code: 1008, reason: 'the session is over' });
    theirs.send({ type: 'SUBSCRIBE', simulation: 'main' });
    await theirs.next('SUBSCRIBED');
    await theirs.close();
    await api.app.close();
  });

  it('ends the connections of a session when its seven days are over', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { api, cookie, origin } = await browsed({ pingMs: patience(250) });
    const [mine, theirs] = [
      await openFeed(api, { headers: { cookie, origin } }),
      await openFeed(api),
    ];
    vi.setSystemTime(Date.now() + 7 * DAY_MS);
    expect(await mine.closed).toEqual({ code: 1008, reason: 'the session is over' });
    theirs.send({ type: 'SUBSCRIBE', simulation: 'main' });
    await theirs.next('SUBSCRIBED');
    await theirs.close();
    await api.app.close();
  });

  it('is shut with the server, also to a reader that does not answer', async () => {
    const { api } = await browsed();
    const [polite, deaf] = [await openFeed(api), await openFeed(api)];
    deaf.socket.pause();
    const closing = api.app.close();
    expect(await polite.closed).toEqual({ code: 1001, reason: 'the server stops' });
    await closing;
    deaf.socket.terminate();
  });

  it('is for WebSocket handshakes, and no other path is', async () => {
    const { api } = await browsed();
    const plain = await control(api, 'GET', '/ws');
    expect(plain).toMatchObject({ status: 426, headers: { upgrade: 'websocket' } });
    expect((await control(api, 'POST', '/ws')).status).toBe(405);
    await api.app.close();
  });
});
