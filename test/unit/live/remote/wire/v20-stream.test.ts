import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Json } from '../../../../../src/live/remote/wire/v20-client.js';
import { V20Stream } from '../../../../../src/live/remote/wire/v20-stream.js';
import { patience } from '../../../../support/patience.js';

/** A stream against a host that does what the test says, connection by connection. */

const ends: (() => void)[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const end of ends.splice(0)) end();
});

interface Heard {
  readonly lines: Json[];
  readonly lost: string[];
  readonly back: string[];
  readonly connections: ServerResponse[];
  readonly stream: V20Stream;
  connects: number;
}

/** @param answer - of connection number `index`, counted from 0. */
async function read(
  answer: (response: ServerResponse, index: number) => void,
  silenceMs = 300,
): Promise<Heard> {
  const connections: ServerResponse[] = [];
  const server = createServer((request, response) => {
    expect(request.headers.authorization).toBe('Bearer secret');
    answer(response, connections.push(response) - 1);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const lines: Json[] = [];
  const lost: string[] = [];
  const back: string[] = [];
  const stream = new V20Stream({
    name: 'test stream',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    token: 'secret',
    path: '/v3/stream',
    onConnect: () => {
      heard.connects += 1;
    },
    onLine: line => void lines.push(line),
    onLost: what => void lost.push(what),
    onBack: what => void back.push(what),
    silenceMs,
    waitsMs: [10, 20],
  });
  const heard: Heard = { lines, lost, back, connections, stream, connects: 0 };
  ends.push(() => {
    stream.close();
    server.closeAllConnections();
    server.close();
  });
  stream.open();
  return heard;
}

const until = (check: () => void) => vi.waitFor(check, { timeout: patience(30_000), interval: 10 });
/** Waits for so many lines, while timers may be simulated. */
async function heardLines({ lines }: Heard, count: number): Promise<void> {
  while (lines.length < count) await setImmediate();
}
const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

describe('a stream that is kept open', () => {
  it('puts lines together from chunks that are cut anywhere, even within a character', async () => {
    const text = Buffer.from('{"type":"PRICE","note":"\u20ac uro"}\n{"type":"HEARTBEAT"}\n');
    const { lines, stream } = await read(async response => {
      for (let at = 0; at < text.length; at += 3) {
        response.write(text.subarray(at, at + 3));
        await pause(1);
      }
    });
    await until(() => expect(lines).toHaveLength(2));
    expect(lines).toEqual([{ type: 'PRICE', note: '\u20ac uro' }, { type: 'HEARTBEAT' }]);
    expect(stream.isLive).toBe(true);
  });

  it('is given up when silent, and opened again', async () => {
    const heard = await read((response, index) => {
      response.write(`{"index":${index}}\n`);
    }, 400);
    await until(() => expect(heard.lines.slice(0, 2)).toEqual([{ index: 0 }, { index: 1 }]));
    expect(heard.lost[0]).toBe('test stream: silent for 0.4 s');
    expect(heard.connects).toBeGreaterThanOrEqual(2);
  });

  it('stays while heartbeats come', async () => {
    // Only the stream's own waits are simulated: the heartbeats go over a real connection.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const beat = (response?: ServerResponse) => response?.write('{"type":"HEARTBEAT"}\n');
    const heard = await read(response => void beat(response), 100);
    for (let beats = 1; beats <= 15; beats++) {
      await heardLines(heard, beats);
      vi.advanceTimersByTime(99);
      beat(heard.connections[0]);
    }
    expect([heard.connects, heard.lost, heard.back]).toEqual([1, [], []]);
    await heardLines(heard, 16);
    vi.advanceTimersByTime(100);
    expect(heard.lost).toEqual(['test stream: silent for 0.1 s']);
  });

  it.each([
    ['ends', (response: ServerResponse) => void response.end(), 'test stream: ended'],
    ['is cut', (response: ServerResponse) => void response.destroy(), 'test stream: '],
    [
      'sends what is no JSON',
      (response: ServerResponse) => void response.write('<html>\n'),
      'test stream: sent a line that is not a JSON object: <html>',
    ],
  ])('is opened again when it %s', async (_how, end, message) => {
    const heard = await read((response, index) => {
      response.write(`{"index":${index}}\n`);
      if (index === 0) setTimeout(() => end(response), 20);
    });
    await until(() => expect(heard.lines.slice(0, 2)).toEqual([{ index: 0 }, { index: 1 }]));
    expect(heard.lost[0]).toContain(message);
    expect(heard.stream.isLive).toBe(true);
  });

  it.each([500, 503, 429])(
    'is asked for again after %i, and said to be lost once',
    async status => {
      const heard = await read((response, index) => {
        if (index < 3) response.writeHead(status).end('busy');
        else response.write('{"type":"HEARTBEAT"}\n');
      });
      await until(() => expect(heard.stream.isLive).toBe(true));
      expect(heard.lost).toEqual([`test stream: answered ${status}`]);
      expect(heard.back).toEqual([expect.stringMatching(/^test stream: back after \d+ s$/)]);
    },
  );

  it.each([404, 401, 301, 405, 426])('is not asked for again after %i', async status => {
    const heard = await read(response => void response.writeHead(status).end());
    await until(() => expect(heard.lost).toEqual([`test stream: answered ${status}`]));
    await pause(100);
    expect([heard.connections.length, heard.stream.isLive]).toEqual([1, false]);
  });

  it('is not live before its first line', async () => {
    const heard = await read(response => response.flushHeaders(), 100);
    await until(() => expect(heard.connects).toBe(1));
    expect([heard.stream.isOpen, heard.stream.isLive]).toEqual([true, false]);
    await until(() => expect(heard.lost).toEqual(['test stream: silent for 0.1 s']));
  });

  it('is asked for less and less often while connections do not last', async () => {
    const heard = await read(response => void response.destroy());
    const startMs = performance.now();
    await until(() => expect(heard.connections.length).toBeGreaterThan(5));
    // The first wait is 10 ms long, all others 20.
    const waits = (performance.now() - startMs) / 20;
    expect(heard.connections.length).toBeLessThanOrEqual(waits + 3);
    expect(heard.lost).toHaveLength(1);
  });

  it('is over when it is closed', async () => {
    const heard = await read(response => void response.write('{}\n'));
    await until(() => expect(heard.lines).toHaveLength(1));
    heard.stream.close();
    await pause(100);
    expect([heard.connections.length, heard.lost, heard.stream.isLive]).toEqual([1, [], false]);
  });
});
