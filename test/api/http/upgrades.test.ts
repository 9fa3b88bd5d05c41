import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { CONTROL_TOKEN, testApi } from '../../support/api/api.js';
import { exchange } from '../../support/api/bare-socket.js';
import { listening } from '../../support/api/feed-client.js';
import { sandboxScenario } from '../../support/api/sandbox-scenario.js';

/** An application that listens, and the bytes of requests to it. */
async function listeningApi() {
  const api = await testApi(sandboxScenario());
  const port = await listening(api);
  const head = (line: string, headers: readonly string[]) =>
    [`${line} HTTP/1.1`, 'Host: localhost', ...headers].join('\r\n');
  return { api, ask: (text: string) => exchange(port, text), head };
}

describe('a request that asks for another protocol', () => {
  it('is a plain one where that is not WebSocket, with its body, and so is the next', async () => {
    const { api, head } = await listeningApi();
    const body = '{"order":{"type":"MARKET","instrument":"EUR_USD","units":"1"}}';
    const first = head(`POST /v3/accounts/${api.accountID}/orders`, [
      `Authorization: Bearer ${api.token}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Connection: Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA',
    ]);
    const second = head('GET /health', ['Connection: close']);
    const socket = connect(await listening(api), '127.0.0.1');
    socket.write(`${first}\r\n\r\n${body}`);
    let answers = '';
    for await (const bytes of socket) {
      answers += bytes;
      if (answers.endsWith('}') && !answers.includes('"ok"')) socket.write(`${second}\r\n\r\n`);
    }
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 201', 'HTTP/1.1 200']);
    await api.app.close();
  });

  it('is answered and closed where its path takes no WebSocket', async () => {
    const { api, ask, head } = await listeningApi();
    const upgrade = ['Connection: Upgrade', 'Upgrade: WebSocket'];
    expect(await ask(`${head('GET /health', upgrade)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await ask(`${head('GET /nowhere', upgrade)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 401 /);
    const post = [...upgrade, 'Content-Type: application/json', 'Content-Length: 13'];
    const login = `${head('POST /login', post)}\r\n\r\n{"code":"1"}\n`;
    expect(await ask(login)).toMatch(/^HTTP\/1\.1 40[01] /);
    await api.app.close();
  });

  it('is closed after the answer, also when the client does not close and says more', async () => {
    const { api, head } = await listeningApi();
    const socket = connect({ port: await listening(api), host: '127.0.0.1', allowHalfOpen: true });
    const closed = new Promise(resolve => api.app.server.once('connection', resolve)).then(
      each => new Promise(resolve => (each as Socket).once('close', resolve)),
    );
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write('more'));
    socket.write(`${head('GET /', ['Connection: Upgrade', 'Upgrade: websocket'])}\r\n\r\n`);
    await closed;
    socket.destroy();
    await api.app.close();
  });

  it('is refused by WebSocket itself when the handshake is not one', async () => {
    const { api, ask, head } = await listeningApi();
    const upgrade = ['Connection: Upgrade', 'Upgrade: websocket'];
    const own = [...upgrade, `Authorization: Bearer ${CONTROL_TOKEN}`];
    const version = 'Sec-WebSocket-Version: 12';
    expect(await ask(`${head('GET /_sim/ws', own)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await ask(`${head('GET /_sim/ws', [...own, version])}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 4\d\d /,
    );
    await api.app.close();
  });
});
