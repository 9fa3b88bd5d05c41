import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { Connection } from '../../../../src/exec/front/connection.js';
import type { HeldRequest } from '../../../../src/exec/front/held-request.js';
import {
  API,
  exchange,
  openFront,
  plain,
  requestFor,
  secure,
  type TestFront,
  tunnel,
} from '../../../support/exec/front.js';

const PATH = '/v3/accounts?x=1';
const SERVED = `{"url":"${PATH}","method":"GET","host":"${API}"}`;

let opened: TestFront[] = [];
afterEach(async () => {
  await Promise.all(opened.map(({ front }) => front.close()));
  opened = [];
});

async function open(options: Parameters<typeof openFront>[0] = {}): Promise<TestFront> {
  const made = await openFront(options);
  opened.push(made);
  return made;
}

describe('the front serves a broker host', () => {
  it('over plain HTTP, as a preload sends it', async () => {
    const { front } = await open();
    const answer = await exchange(plain(front.port), requestFor(PATH, `${API}:80`));
    expect(answer).toContain(`"url":"${PATH}"`);
  });

  it('over TLS, as a preload sends it', async () => {
    const { front } = await open();
    const socket = await secure(plain(front.port));
    expect(await exchange(socket, requestFor(PATH, API))).toContain(SERVED);
  });

  it.each([
    [true, 'TLSv1.2'],
    [false, 'TLSv1.3'],
  ])('by %s that bytes are counted over %s', async (countsBytes, protocol) => {
    const { front } = await open({ countsBytes });
    const socket = await secure(plain(front.port));
    await once(socket, 'secureConnect');
    expect(socket.getProtocol()).toBe(protocol);
    socket.destroy();
  });

  it.each([true, false])(
    'in a TLS session that goes on (bytes are counted: %s)',
    async countsBytes => {
      const { front } = await open({ countsBytes });
      const first = await secure(plain(front.port));
      // Since TLS 1.3 a session comes after the handshake.
      const [session] = (await once(first, 'session')) as [Buffer];
      const second = await secure(plain(front.port), API, session);
      await once(second, 'secureConnect');
      expect([first.isSessionReused(), second.isSessionReused()]).toEqual([false, true]);
      expect(await exchange(second, requestFor(PATH, API))).toContain(SERVED);
      first.destroy();
    },
  );

  it('on a connection that it promises to keep, for a week', async () => {
    const { front } = await open();
    const request = requestFor(PATH, API).replace('Connection: close\r\n', '');
    const answer = await exchange(plain(front.port), request + requestFor(PATH, API));
    expect(answer.match(/^Keep-Alive: .*$/gm)).toEqual(['Keep-Alive: timeout=604800']);
  });

  it('by an absolute target, plain and inside TLS', async () => {
    const { front } = await open();
    const target = `http://${API}${PATH}`;
    expect(await exchange(plain(front.port), requestFor(target, 'proxy'))).toContain(SERVED);
    const socket = await secure(plain(front.port));
    expect(await exchange(socket, requestFor(target, 'proxy'))).toContain(SERVED);
  });

  it('through a tunnel, plain and to a proxy that speaks TLS', async () => {
    const { front } = await open();
    const socket = plain(front.port);
    expect(await tunnel(socket, `${API}:443`)).toContain(' 200 ');
    expect(await exchange(await secure(socket), requestFor(PATH, API))).toContain(SERVED);
    const outer = await secure(plain(front.port), 'localhost');
    expect(await tunnel(outer, `${API}:443`)).toContain(' 200 ');
    expect(await exchange(await secure(outer), requestFor(PATH, API))).toContain(SERVED);
  });

  it('by its own address, and in any spelling', async () => {
    const { front, refused } = await open();
    for (const host of [`127.0.0.1:${front.port}`, `localhost:${front.port}`, `${API}.:443`]) {
      expect(await exchange(plain(front.port), requestFor('/x', host))).toContain(' 200 ');
    }
    expect(refused).toEqual([]);
  });
});

describe('the front refuses', () => {
  it.each([
    ['a host by name', 'example.com', 'example.com GET'],
    ['a host by address', '192.0.2.7:443', '192.0.2.7:443 GET'],
    ['another port of this machine', '127.0.0.1:1', '127.0.0.1:1 GET'],
    ['a host that only begins like a broker', `${API}.example.com`, `${API}.example.com GET`],
    ['an empty host', '', ' GET'],
  ])('%s', async (_what, host, told) => {
    const { front, refused } = await open();
    const answer = await exchange(plain(front.port), requestFor('/v3/accounts', host));
    expect(answer).toContain(' 403 ');
    expect(answer).toContain('orrery exec refuses');
    expect(refused).toEqual([told]);
  });

  it('a tunnel and an absolute target to another host', async () => {
    const { front, refused } = await open();
    const tunnelled = await exchange(plain(front.port), 'CONNECT example.com:443 HTTP/1.1\r\n\r\n');
    expect(tunnelled).toContain(' 403 ');
    const target = 'http://user@example.com:8080/';
    expect(await exchange(plain(front.port), requestFor(target, API))).toContain(' 403 ');
    expect(refused).toEqual(['example.com:443 CONNECT', 'example.com:8080 GET']);
  });

  it('a connection that is not admitted', async () => {
    const ports: number[] = [];
    const { front } = await open({ admit: port => ports.push(port) < 0 });
    const socket = plain(front.port);
    await once(socket, 'connect');
    const { localPort } = socket;
    socket.on('error', () => undefined);
    await once(socket, 'close');
    expect(ports).toEqual([localPort]);
    expect(front.connections.size).toBe(0);
  });

  it('to be taken for another host, and reports a client that does not trust it', async () => {
    const { front, tlsErrors } = await open();
    const socket = await secure(plain(front.port), 'example.com');
    await expect(exchange(socket, '')).rejects.toThrow('altnames');
    const stranger = plain(front.port);
    expect(await exchange(stranger, '\x16\x03\x01\x00\x05hello')).not.toContain('HTTP');
    expect(tlsErrors).toHaveLength(1);
  });
});

describe('the front lives on after', () => {
  it.each([
    ['a client that sends nothing', ''],
    ['a client that stops within a request', 'GET /v3/acc'],
    ['a client that speaks no HTTP', '\x00\x01\x02'],
  ])('%s', async (_what, text) => {
    const { front } = await open();
    const socket = plain(front.port);
    await once(socket, 'connect');
    socket.end(text);
    socket.resume();
    await once(socket, 'close');
    expect(await exchange(plain(front.port), requestFor(PATH, API))).toContain(SERVED);
  });
});

describe('the client that moves the clock', () => {
  it('can hold requests back and serve them in an order of its own', async () => {
    const { front } = await open();
    const held: HeldRequest[] = [];
    const both = new Promise<void>(resolve => {
      front.onRequest = each => {
        held.push(each);
        if (held.length === 2) resolve();
      };
    });
    const sockets = [plain(front.port), plain(front.port)];
    const answered: string[] = [];
    const answers = sockets.map(async (socket, at) => {
      const answer = await exchange(socket, requestFor(`/${at}`, API));
      answered.push(/"url":"(.*?)"/.exec(answer)?.[1] ?? '');
    });
    await both;
    expect(held.map(({ port }) => port).sort()).toEqual(
      sockets.map(({ localPort }) => localPort).sort(),
    );
    const [first, second] = [...held].sort((one, other) =>
      (other.request.url ?? '').localeCompare(one.request.url ?? ''),
    );
    first?.serve();
    await expect.poll(() => answered.length).toBe(1);
    second?.serve();
    await Promise.all(answers);
    expect(answered).toEqual(['/1', '/0']);
  });

  it.each(['plain', 'TLS'])('reads the same bytes as the client over %s', async kind => {
    const { front } = await open({
      serve: (_request, response) => void response.writeHead(200).write('some text'),
    });
    const raw = plain(front.port);
    const socket = kind === 'TLS' ? await secure(raw) : raw;
    socket.write(requestFor(PATH, API));
    await once(socket, 'data');
    const connection = front.connections.get(raw.localPort ?? 0) as Connection;
    await expect.poll(() => socket.bytesRead).toBe(connection.sent);
    expect(connection.received).toBe(socket.bytesWritten);
    expect(connection.received).toBe(requestFor(PATH, API).length);
    socket.destroy();
    await expect.poll(() => front.connections.size).toBe(0);
  });

  it('has the sockets of open streams', async () => {
    const answers: ServerResponse[] = [];
    const { front } = await open({
      serve: (_request, response) => {
        response.write('line\n');
        answers.push(response);
      },
    });
    const socket = await secure(plain(front.port));
    socket.write(requestFor('/v3/accounts/a/pricing/stream?instruments=EUR_USD', API));
    await once(socket, 'data');
    expect([...front.streams].map(({ remotePort }) => remotePort)).toEqual([socket.localPort]);
    answers[0]?.end();
    await expect.poll(() => front.streams.size).toBe(0);
  });

  it('answers a connection of a relay only when it is claimed, in the name of the child', async () => {
    const { front } = await open({ isRelayed: true });
    const ports: number[] = [];
    front.onConnection = ({ port }) => ports.push(port);
    const [stranger, claimed] = [plain(front.port), plain(front.port)];
    stranger.write(requestFor(PATH, API));
    const answer = exchange(claimed, requestFor(PATH, API));
    await once(claimed, 'connect');
    front.claim(claimed.localPort ?? 0, 7);
    expect(await answer).toContain(SERVED);
    expect(stranger.bytesRead).toBe(0);
    expect(new Set(ports)).toEqual(new Set([7]));
    stranger.destroy();
  });
});
