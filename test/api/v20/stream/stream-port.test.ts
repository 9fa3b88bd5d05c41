import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type RunningServer,
  type ServerOptions,
  startServer,
} from '../../../../src/broker/api/server.js';
import { MANUAL_SERVER } from '../../../support/api/over-http.js';
import { sandboxScenario } from '../../../support/api/sandbox-scenario.js';

const PRICES = 'pricing/stream?instruments=EUR_USD';
const running: RunningServer[] = [];

async function start(options: Partial<ServerOptions> = {}): Promise<RunningServer> {
  const settings = { ...MANUAL_SERVER, streamPort: 0, ...options };
  const server = await startServer(sandboxScenario(), settings);
  running.push(server);
  server.sandbox.simulation.advanceTicks(3);
  return server;
}

afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

const bearer = (token: string | undefined) => ({ headers: { authorization: `Bearer ${token}` } });

function ask(server: RunningServer, base: string, path: string, method = 'GET') {
  const [account] = server.accounts;
  const url = `${base}/v3/accounts/${account?.id}/${path}`;
  return fetch(url, { ...bearer(account?.token), method });
}

/** The first line of a stream; the stream is then left. */
async function firstLine(answer: Response): Promise<Record<string, unknown>> {
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return JSON.parse(Buffer.from(value ?? []).toString('utf8')) as Record<string, unknown>;
}

describe('the port of the streams', () => {
  it('serves the streams, and so does the main port', async () => {
    const server = await start();
    expect(server.streamUrl).not.toBe(server.url);
    for (const base of [server.streamUrl, server.url]) {
      const answer = await ask(server, base, PRICES);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/octet-stream');
      expect(await firstLine(answer)).toMatchObject({ type: 'PRICE', instrument: 'EUR_USD' });
    }
  });

  it('has no other path, with whatever token', async () => {
    const server = await start();
    const [account] = server.accounts;
    for (const path of ['summary', 'orders', 'pricing', 'pricing/stream/x']) {
      expect((await ask(server, server.streamUrl, path)).status, path).toBe(404);
    }
    for (const path of ['/', '/v3/accounts', '/_sim/clock', '/health', '/metrics', '/docs']) {
      const url = `${server.streamUrl}${path}`;
      const statuses = await Promise.all(
        [bearer(account?.token), bearer(server.controlToken), {}].map(
          async init => (await fetch(url, init)).status,
        ),
      );
      expect(statuses, path).toEqual([404, 401, 401]);
    }
    expect((await ask(server, server.streamUrl, PRICES, 'POST')).status).toBe(405);
    const refused = await fetch(`${server.streamUrl}/v3/accounts/${account?.id}/${PRICES}`);
    expect(refused.status).toBe(401);
  });

  it('shares readers, limits and metrics with the main port', async () => {
    const server = await start({ limits: { streams: 2 } });
    const first = await ask(server, server.streamUrl, PRICES);
    const second = await ask(server, server.url, 'transactions/stream');
    expect([first.status, second.status]).toEqual([200, 200]);
    for (const base of [server.streamUrl, server.url]) {
      expect((await ask(server, base, PRICES)).status).toBe(429);
    }
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toContain('orrery_streams 2');
    await first.body?.cancel();
    await second.body?.cancel();
  });

  it('closes with the server, and ends its streams', async () => {
    const server = await start();
    const answer = await ask(server, server.streamUrl, PRICES);
    const [closed] = await Promise.all([server.close(), answer.text()]);
    running.length = 0;
    expect(closed).toBeUndefined();
    await expect(fetch(`${server.streamUrl}/v3/accounts`)).rejects.toThrow();
  });

  it('answers what is no HTTP as the main port does', async () => {
    const server = await start();
    const long = { headers: { 'x-long': 'x'.repeat(20_000) } };
    for (const base of [server.streamUrl, server.url]) {
      const answer = await fetch(`${base}/v3/accounts`, long);
      expect(answer.status).toBe(431);
      expect(await answer.json()).toEqual({ errorMessage: 'The request headers are too large' });
    }
  });

  it('a port that is taken leaves nothing open', async () => {
    const other = createServer();
    await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const taken = startServer(sandboxScenario(), { ...MANUAL_SERVER, streamPort: port });
    await expect(taken).rejects.toMatchObject({ code: 'EADDRINUSE', port });
    await new Promise(resolve => other.close(resolve));
  });

  it('without one the streams are where everything is', async () => {
    const server = await startServer(sandboxScenario(), MANUAL_SERVER);
    running.push(server);
    expect(server.streamUrl).toBe(server.url);
  });
});
