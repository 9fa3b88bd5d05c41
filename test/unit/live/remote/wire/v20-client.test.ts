import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { AbortedError, V20Client } from '../../../../../src/live/remote/wire/v20-client.js';

/** Requests to a host that does what the test says, request by request. */

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

interface Host {
  readonly client: V20Client;
  readonly asked: string[];
}

async function host(
  answer: (response: ServerResponse, index: number, request: IncomingMessage) => void,
  signal?: AbortSignal,
): Promise<Host> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    answer(response, asked.push(`${request.method} ${request.url}`) - 1, request);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const options = { waitsMs: [5, 5], ...(signal === undefined ? {} : { signal }) };
  return { client: new V20Client(url, 'secret', options), asked };
}

const json = (response: ServerResponse, status: number, body: object) =>
  void response.writeHead(status).end(JSON.stringify(body));

describe('reading from a host', () => {
  it.each([429, 500, 502, 503])('is tried again after %i', async status => {
    const { client, asked } = await host((response, index) => {
      if (index < 2) response.writeHead(status).end('<html>busy</html>');
      else json(response, 200, { fine: true });
    });
    expect(await client.get('/v3/accounts')).toEqual({ fine: true });
    expect(asked).toHaveLength(3);
  });

  it('is tried again when the connection breaks', async () => {
    const { client, asked } = await host((response, index) => {
      if (index === 0) response.destroy();
      else if (index === 1) response.writeHead(200, { 'content-length': 50 }).write('{"half":');
      if (index === 1) setTimeout(() => response.destroy(), 20);
      if (index === 2) json(response, 200, { fine: true });
    });
    expect(await client.get('/')).toEqual({ fine: true });
    expect(asked).toHaveLength(3);
  });

  it('gives up in the end, with the last answer', async () => {
    const { client, asked } = await host(response => json(response, 503, { errorMessage: 'busy' }));
    await expect(client.get('/v3/x')).rejects.toThrow('GET /v3/x was answered 503: busy');
    expect(asked).toHaveLength(3);
  });

  it.each([
    [401, '{"errorMessage":"Insufficient authorization"}', '401: Insufficient authorization'],
    [403, '{"errorMessage":"forbidden"}', '403: forbidden'],
    [404, '{}', '404: no reason given'],
    [200, '<html>', '200: not JSON'],
    [200, '[', '200: not JSON'],
    [301, '', '301: no reason given'],
  ])('ends at once with %i %s', async (status, text, message) => {
    const { client, asked } = await host(response => void response.writeHead(status).end(text));
    await expect(client.get('/')).rejects.toThrow(message);
    expect(asked).toHaveLength(1);
  });

  it('stops on a signal, under way or waiting', async () => {
    for (const status of [0, 503]) {
      const controller = new AbortController();
      const { client } = await host(response => {
        if (status > 0) response.writeHead(status).end();
        setTimeout(() => controller.abort(), 3);
      }, controller.signal);
      await expect(client.get('/')).rejects.toThrow(AbortedError);
    }
  });
});

describe('a host that has never answered', () => {
  it('is tried three times more at most', async () => {
    const waitsMs = [1, 1, 1, 60_000];
    const client = new V20Client('http://127.0.0.1:1', 'x', { waitsMs });
    await expect(client.get('/')).rejects.toThrow('cannot be reached: connect ECONNREFUSED');
  });
});

describe('a command to a host', () => {
  it.each([429, 503])('is sent again after %i', async status => {
    const { client, asked } = await host((response, index) =>
      json(response, index === 0 ? status : 201, { index }),
    );
    expect(await client.command('POST', '/v3/orders', {})).toEqual({
      status: 201,
      body: { index: 1 },
    });
    expect(asked).toHaveLength(2);
  });

  it('is sent again when no host listened', async () => {
    const client = new V20Client('http://127.0.0.1:1', 'x', { waitsMs: [1] });
    await expect(client.command('POST', '/v3/orders', {})).rejects.toThrow(
      'http://127.0.0.1:1: cannot be reached',
    );
  });

  it('is never sent twice when its answer was lost', async () => {
    const { client, asked } = await host(response => void response.destroy());
    await expect(client.command('POST', '/v3/orders', {})).rejects.toThrow(
      'POST /v3/orders may have taken effect or not: cannot be reached: socket hang up',
    );
    expect(asked).toHaveLength(1);
  });

  it.each([500, 502, 504])('is not sent again after %i', async status => {
    const { client, asked } = await host(response => json(response, status, {}));
    await expect(client.command('POST', '/', {})).rejects.toThrow(
      `POST / may have taken effect or not: it was answered ${status}: no reason given`,
    );
    expect(asked).toHaveLength(1);
  });

  it('is seen through when reading stops', async () => {
    const controller = new AbortController();
    const { client } = await host(response => {
      controller.abort();
      setTimeout(() => json(response, 201, { fine: true }), 20);
    }, controller.signal);
    expect((await client.command('POST', '/', { a: 'ü' })).status).toBe(201);
  });
});
