import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { CONTROL_TOKEN, type TestApi, testApi } from '../../support/api/api.js';
import { type FeedClient, listening, openFeed } from '../../support/api/feed-client.js';
import { sandboxScenario } from '../../support/api/sandbox-scenario.js';
import { openTrade } from '../../support/api/trading.js';

const PING = 0x9;
const TEXT = 0x1;
const FINAL = 0x80;
const MASKED = 0x80;

/** A masked frame without content. */
function emptyFrame(opcode: number): Buffer {
  return Buffer.concat([Buffer.from([FINAL | opcode, MASKED]), randomBytes(4)]);
}

/** A WebSocket of bytes, whose handshake is done. */
async function bareFeed(api: TestApi): Promise<Socket> {
  const socket = connect(await listening(api), '127.0.0.1');
  const lines = [
    'GET /_sim/ws HTTP/1.1',
    'Host: 127.0.0.1',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    `Authorization: Bearer ${CONTROL_TOKEN}`,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  await new Promise<void>(resolve => {
    socket.once('data', head => {
      expect(String(head)).toContain('101 Switching Protocols');
      resolve();
    });
  });
  return socket;
}

function ended(socket: Socket): Promise<void> {
  socket.on('error', () => undefined);
  socket.resume();
  return new Promise(resolve => socket.once('close', () => resolve()));
}

/** That the application still serves. */
async function serves(api: TestApi): Promise<void> {
  const feed = await openFeed(api);
  feed.send({ type: 'SUBSCRIBE', simulation: 'main' });
  await feed.next('SUBSCRIBED');
  await feed.close();
}

describe('a reader of the feed', () => {
  it.each([
    ['sends binary', (feed: FeedClient) => feed.socket.send(Buffer.from('{}')), 1003],
    ['sends no JSON', (feed: FeedClient) => feed.socket.send('{'), 1007],
    ['sends a hostile key', (feed: FeedClient) => feed.socket.send('{"__proto__":{}}'), 1007],
    ['nests deeply', (feed: FeedClient) => feed.socket.send('['.repeat(40)), 1007],
    ['sends too much', (feed: FeedClient) => feed.socket.send('x'.repeat(65_537)), 1009],
    [
      'sends bytes that are no UTF-8',
      (feed: FeedClient) => feed.socket.send(Buffer.from([0xff, 0xfe]), { binary: false }),
      1007,
    ],
  ])('that %s is closed', async (_what, act, code) => {
    const api = await testApi(sandboxScenario());
    const feed = await openFeed(api);
    await feed.next('HELLO');
    act(feed);
    expect((await feed.closed).code).toBe(code);
    await serves(api);
    await api.app.close();
  });

  it('that does not mask its frames, or pings without end, is closed', async () => {
    const api = await testApi(sandboxScenario());
    const unmasked = await bareFeed(api);
    unmasked.write(Buffer.from([FINAL | TEXT, 2, 0x7b, 0x7d]));
    await ended(unmasked);
    const pinging = await bareFeed(api);
    pinging.write(Buffer.concat(Array.from({ length: 10_000 }, () => emptyFrame(PING))));
    await ended(pinging);
    await serves(api);
    await api.app.close();
  });

  it('that answers no ping is cut off', async () => {
    const api = await testApi(sandboxScenario(), { pingMs: 20 });
    const [live, dead] = [await openFeed(api), await bareFeed(api)];
    await ended(dead);
    live.send({ type: 'SUBSCRIBE', simulation: 'main' });
    await live.next('SUBSCRIBED');
    await live.close();
    await api.app.close();
  });
});

describe('the ledger', () => {
  it('is the same with no reader, with one, and with many that have stalled', async () => {
    const hashes = [];
    for (const stalled of [0, 0, 20]) {
      const api = await testApi(sandboxScenario());
      const readers = hashes.length === 0 ? [] : [await openFeed(api)];
      for (let each = 0; each < stalled; each++) readers.push(await openFeed(api));
      for (const [at, feed] of readers.entries()) {
        feed.send({ type: 'SUBSCRIBE', simulation: 'main', prices: ['EUR_USD'], requests: true });
        await feed.next('SUBSCRIBED');
        if (at > 0) feed.socket.pause();
      }
      for (let turn = 0; turn < 10; turn++) {
        await openTrade(api, 10, { takeProfitOnFill: { price: '1.2' } });
        await api.advance({ by: '1h' });
      }
      const headers = { authorization: `Bearer ${CONTROL_TOKEN}` };
      hashes.push((await api.bare('GET', '/_sim/ledger', undefined, headers)).body['sha256']);
      for (const { socket } of readers) socket.terminate();
      await api.app.close();
    }
    expect(new Set(hashes).size).toBe(1);
  });
});
