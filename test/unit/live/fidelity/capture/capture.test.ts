import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type RunningCapture,
  startCapture,
} from '../../../../../src/live/fidelity/capture/capture.js';
import type { CaptureLine } from '../../../../../src/live/fidelity/recording/capture-line.js';
import { captureIn } from '../../../../../src/live/fidelity/recording/read-capture.js';
import { temporaryFolder } from '../../../../support/files/temporary.js';

const TOKEN = 'token-that-nobody-may-write';
const ACCOUNT = '/v3/accounts/101-001-1000001-001';

const hosts: Server[] = [];
let capturing: RunningCapture | undefined;

afterEach(async () => {
  await capturing?.close();
  capturing = undefined;
  for (const host of hosts.splice(0)) {
    host.closeAllConnections();
    host.close();
  }
});

type Handler = Parameters<typeof createServer>[1];

/** A host, and a capture of it. */
async function captured(handler: Handler, url?: string) {
  const host = createServer(handler);
  hosts.push(host);
  await new Promise<void>(resolve => host.listen(0, '127.0.0.1', resolve));
  const out = join(temporaryFolder(), 'session.jsonl');
  const there = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  const own = await startCapture({ url: url ?? there, out, port: 0 });
  capturing = own;
  const read = (): readonly CaptureLine[] => captureIn(out, readFileSync(out, 'utf8')).lines;
  return { out, own, read };
}

/** Sends a request and waits for the head of the answer. */
function asked(
  url: string,
  method: string,
  headers: object = {},
  body = '',
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const all = { authorization: `Bearer ${TOKEN}`, ...headers };
    const call = request(url, { method, headers: all, agent: false }, resolve);
    call.on('error', reject);
    call.end(body);
  });
}

async function textOf(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Waits until the file says so, however slow the machine is. */
async function until(read: () => readonly CaptureLine[], isThere: (line: CaptureLine) => boolean) {
  for (let waited = 0; waited < 6_000; waited++) {
    if (read().some(isThere)) return;
    await new Promise(resolve => setTimeout(resolve, 10));
  }
  throw new Error(JSON.stringify(read()));
}

describe('a capture', () => {
  it('writes no token of a query, and passes it on', async () => {
    const seen: (string | undefined)[] = [];
    const { own, out } = await captured((from, to) => {
      seen.push(from.url);
      to.writeHead(200, { 'content-type': 'application/json' }).end(`{"you":"${TOKEN}"}`);
    });
    const path = `/v3/instruments?count=5&access_token=${TOKEN}&apiKey=a%2Bb%2Bc%2Bd%2Be&from=1`;
    const answer = await asked(`${own.url}${path}`, 'GET', { authorization: '' });
    expect(String(await textOf(answer))).toContain(TOKEN);
    await own.close();
    capturing = undefined;
    expect(seen).toContain(path);
    const text = readFileSync(out, 'utf8');
    expect(text).toContain(
      '/v3/instruments?count=5&access_token=[redacted]&apiKey=[redacted]&from=1',
    );
    for (const secret of [TOKEN, 'a%2Bb', 'a+b+c']) expect(text).not.toContain(secret);
  });

  it('answers under the name that it prints alone', async () => {
    const seen: unknown[] = [];
    const { own } = await captured((from, to) => {
      seen.push(from.url);
      to.end('{}');
    });
    for (const host of ['evil.example', 'localhost.evil.example:80', '127.0.0.1@evil.example']) {
      expect((await asked(`${own.url}/v3/accounts`, 'GET', { host })).statusCode, host).toBe(421);
    }
    expect(seen).toEqual([]);
    expect((await asked(`${own.url}/v3/accounts`, 'GET', { host: 'localhost:1' })).statusCode).toBe(
      200,
    );
  });

  it('passes a request on as it is, and notes it with its answer and without the token', async () => {
    const seen: unknown[] = [];
    const { own, read, out } = await captured((from, to) => {
      const chunks: Buffer[] = [];
      from.on('data', chunk => chunks.push(chunk));
      from.on('end', () => {
        const { authorization, 'content-type': type } = from.headers;
        seen.push([from.method, from.url, authorization, type, Buffer.concat(chunks).toString()]);
        to.writeHead(201, { location: '/x', requestid: '7' });
        to.end(JSON.stringify({ echo: authorization }));
      });
    });
    const body = '{"order":{"type":"MARKET"}}';
    const type = { 'content-type': 'application/json' };
    const answer = await asked(`${own.url}/v3/orders?a=%201`, 'POST', type, body);
    expect([answer.statusCode, answer.headers['location'], answer.headers['requestid']]).toEqual([
      201,
      '/x',
      '7',
    ]);
    expect(JSON.parse(String(await textOf(answer)))).toEqual({ echo: `Bearer ${TOKEN}` });
    expect(seen).toEqual([
      ['POST', '/v3/orders?a=%201', `Bearer ${TOKEN}`, 'application/json', body],
    ]);
    await until(read, ({ kind }) => kind === 'answer');
    expect(read()).toMatchObject([
      { kind: 'request', n: 1, method: 'POST', path: '/v3/orders?a=%201', body: JSON.parse(body) },
      { kind: 'answer', n: 1, status: 201, body: { echo: 'Bearer [redacted]' } },
    ]);
    expect(readFileSync(out, 'utf8')).not.toContain(TOKEN);
  });

  it('asks for an account before the first request for it, once', async () => {
    const paths: string[] = [];
    const { own, read } = await captured((from, to) => {
      paths.push(String(from.url));
      to.end('{"account":{}}');
    });
    for (const path of ['/summary', '/orders']) {
      await textOf(await asked(`${own.url}${ACCOUNT}${path}`, 'GET'));
    }
    expect(paths).toEqual([
      ACCOUNT,
      `${ACCOUNT}/instruments`,
      `${ACCOUNT}/summary`,
      `${ACCOUNT}/orders`,
    ]);
    const own2 = read().flatMap(line => (line.kind === 'request' ? [line.by] : []));
    expect(own2).toEqual(['capture', 'capture', undefined, undefined]);
  });

  it('unpacks what the host has packed, for the file alone', async () => {
    const { own, read } = await captured((_, to) => {
      to.writeHead(200, { 'content-encoding': 'gzip' });
      to.end(gzipSync('{"time":"1"}'));
    });
    const answer = await asked(`${own.url}/v3/x`, 'GET', { 'accept-encoding': 'gzip, br' });
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect([...(await textOf(answer)).subarray(0, 2)]).toEqual([0x1f, 0x8b]);
    await until(read, ({ kind }) => kind === 'answer');
    expect(read()[1]).toMatchObject({ body: { time: '1' } });
  });

  it('says 502 when the host is down, and goes on', async () => {
    const { own, read } = await captured(() => undefined, 'http://127.0.0.1:9');
    const answer = await asked(`${own.url}/v3/accounts`, 'GET');
    expect(answer.statusCode).toBe(502);
    expect(String(await textOf(answer))).toContain('cannot be reached');
    expect(read()[1]).toMatchObject({ kind: 'end', n: 1 });
    expect((await asked(`${own.url}/v3/accounts`, 'GET')).statusCode).toBe(502);
  });

  it('notes the lines of a stream as they come, cut anywhere, until the client leaves', async () => {
    const { own, read } = await captured((_, to) => {
      to.writeHead(200);
      to.write('{"type":"PRICE","bids":[]}\n{"type":"HEART');
      setTimeout(() => to.write('BEAT","time":"1"}\n{"id":"7","type":"ORDER_FILL"}\n'), 1);
    });
    const answer = await asked(`${own.url}/v3/pricing/stream?x=1`, 'GET');
    answer.resume();
    await until(read, ({ kind }) => kind === 'transaction');
    answer.destroy();
    await until(read, ({ kind }) => kind === 'end');
    expect(read().map(({ kind }) => kind)).toEqual([
      'request',
      'answer',
      'quote',
      'heartbeat',
      'transaction',
      'end',
    ]);
  });

  it('says so when the host breaks off', async () => {
    const { own, read } = await captured((_, to) => {
      to.writeHead(200, { 'content-length': 100 });
      to.write('{', () => to.destroy());
    });
    const answer = await asked(`${own.url}/v3/x`, 'GET');
    await expect(textOf(answer)).rejects.toThrow();
    await until(read, ({ kind }) => kind === 'end');
  });

  it('is complete when it is closed under an open stream', async () => {
    const { own, read, out } = await captured((_, to) => {
      to.writeHead(200);
      to.write('{"type":"HEARTBEAT","time":"1"}\n');
    });
    const answer = await asked(`${own.url}/v3/transactions/stream`, 'GET');
    answer.on('error', () => undefined);
    answer.resume();
    await until(read, ({ kind }) => kind === 'heartbeat');
    const { lines, requests } = await own.close();
    expect({ lines, requests }).toEqual({ lines: 5, requests: 1 });
    expect(captureIn(out, readFileSync(out, 'utf8')).isCut).toBe(false);
  });

  it('never writes over a file', async () => {
    const { out } = await captured(() => undefined);
    await expect(startCapture({ url: 'http://127.0.0.1:9', out, port: 0 })).rejects.toThrow(
      /EEXIST/,
    );
  });

  it('leaves no file behind when its port is taken', async () => {
    const { own } = await captured(() => undefined);
    const out = join(temporaryFolder(), 'session.jsonl');
    const port = Number(new URL(own.url).port);
    await expect(startCapture({ url: own.url, out, port })).rejects.toThrow(/EADDRINUSE/);
    expect(existsSync(out)).toBe(false);
  });

  it('takes out a token of signs that JSON writes in another way', async () => {
    const token = 'a"quoted\\token';
    const { own, read } = await captured((from, to) => {
      to.end(JSON.stringify({ echo: from.headers.authorization }));
    });
    const authorization = `Bearer ${token}`;
    const answer = await asked(`${own.url}/v3/accounts`, 'GET', { authorization });
    expect(JSON.parse(String(await textOf(answer)))).toEqual({ echo: authorization });
    await until(read, ({ kind }) => kind === 'answer');
    expect(read()[1]).toMatchObject({ body: { echo: 'Bearer [redacted]' } });
  });
});
