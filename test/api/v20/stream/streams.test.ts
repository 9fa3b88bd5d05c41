import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { DEFINITIONS } from '../../../../src/broker/api/definitions.js';
import { strictAjv } from '../../../../src/broker/api/http/read/body.js';
import { OPERATIONS } from '../../../../src/broker/api/v20/routes/operations.js';
import { IDEAL_EXECUTION } from '../../../../src/core/engine/state/execution-model.js';
import { type ApiSetup, type TestApi, testApi } from '../../../support/api/api.js';
import { exchange } from '../../../support/api/bare-socket.js';
import { FOREIGN, OWN_SECOND, sandboxScenario } from '../../../support/api/sandbox-scenario.js';
import { listen, type OpenStream, openStream } from '../../../support/api/stream-client.js';
import { documentOf } from '../../../support/contract/document.js';

const PRICES = '/v3/accounts/{a}/pricing/stream';
const TRANSACTIONS = '/v3/accounts/{a}/transactions/stream';
const ORDER = { type: 'CreateOrder', order: { type: 'MARKET', instrument: 'EUR_USD', units: '1' } };

const opened: TestApi[] = [];

async function serve(setup: ApiSetup = {}): Promise<{ api: TestApi; port: number }> {
  const api = await testApi(sandboxScenario(), { heartbeatMs: 60_000, ...setup });
  opened.push(api);
  return { api, port: await listen(api) };
}

afterEach(async () => {
  for (const { app } of opened.splice(0)) await app.close();
});

/** Sends market orders past HTTP. */
function order(api: TestApi, count = 1, id = api.accountID): void {
  for (let sent = 0; sent < count; sent++) {
    void api.sandbox.simulation.submit(id, ORDER as never);
  }
}

const pricesOf = (objects: Record<string, unknown>[], name: string) =>
  objects.filter(each => each['instrument'] === name);

describe('the price stream', () => {
  it('begins with a snapshot in the order of the request and goes on with what changes', async () => {
    const { api, port } = await serve();
    await api.advance({ ticks: 3 });
    const stream = await openStream(api, port, `${PRICES}?instruments=USD_JPY,EUR_USD`);
    expect(stream.status).toBe(200);
    expect(stream.headers['content-type']).toBe('application/octet-stream');
    expect(stream.headers['transfer-encoding']).toBe('chunked');
    expect(stream.headers['content-encoding']).toBeUndefined();
    expect(stream.headers['requestid']).toMatch(/^\d{17}$/);
    expect(stream.headers['date']).toBe('Tue, 05 Mar 2024 10:00:00 GMT');
    const snapshot = await stream.until(objects => objects.length === 2);
    expect(snapshot).toEqual([
      {
        type: 'PRICE',
        time: '2024-03-05T10:00:00.000000000Z',
        bids: [{ price: '150.100', liquidity: 10_000_000 }],
        asks: [{ price: '150.112', liquidity: 10_000_000 }],
        closeoutBid: '150.100',
        closeoutAsk: '150.112',
        status: 'tradeable',
        tradeable: true,
        instrument: 'USD_JPY',
      },
      expect.objectContaining({ instrument: 'EUR_USD', type: 'PRICE' }),
    ]);
    expect(Object.keys(snapshot[0] ?? {})).toEqual([
      'type',
      'time',
      'bids',
      'asks',
      'closeoutBid',
      'closeoutAsk',
      'status',
      'tradeable',
      'instrument',
    ]);
    await api.advance({ by: '1m' });
    const now = await api.request('GET', '/v3/accounts/{a}/pricing?instruments=EUR_USD,USD_JPY');
    const latest = now.body['prices'] as Record<string, unknown>[];
    const objects = await stream.until(each => each.length > 4);
    for (const price of latest) {
      const { unitsAvailable: _, quoteHomeConversionFactors: __, ...streamed } = price;
      expect(pricesOf(objects, price['instrument'] as string).at(-1)).toEqual(streamed);
    }
    expect(stream.chunks.every(chunk => chunk.split('\n').length === 2)).toBe(true);
  });

  it('shows each account what it has left of liquidity that comes back', async () => {
    const regeneration = { micros: 3_600_000_000, steps: 1 };
    const scenario = sandboxScenario({ execution: { ...IDEAL_EXECUTION, regeneration } });
    const api = await testApi(scenario, { heartbeatMs: 60_000 });
    opened.push(api);
    const port = await listen(api);
    await api.advance({ ticks: 3 });
    order(api);
    await api.advance({ by: '0s' });
    const asks = async (id: string) => {
      const path = PRICES.replace('{a}', id);
      const stream = await openStream(api, port, `${path}?instruments=EUR_USD`);
      return (await stream.until(objects => objects.length === 1))[0]?.['asks'];
    };
    expect(await asks(api.accountID)).toMatchObject([{ liquidity: 9_999_999 }]);
    expect(await asks(OWN_SECOND)).toMatchObject([{ liquidity: 10_000_000 }]);
  });

  it('sends nothing twice, and nothing at all without a snapshot before something changes', async () => {
    const { api, port } = await serve();
    await api.advance({ ticks: 3 });
    const quiet = await openStream(api, port, `${PRICES}?instruments=EUR_USD&snapshot=False`);
    const loud = await openStream(api, port, `${PRICES}?instruments=EUR_USD`);
    await loud.until(objects => objects.length === 1);
    await api.advance({ by: '0s' });
    await api.advance({ by: '1h' });
    const found = await loud.until(objects => objects.length > 100);
    const lines = loud.chunks.filter(chunk => chunk.includes('PRICE'));
    expect(new Set(lines).size).toBe(lines.length);
    expect(quiet.chunks).toEqual(loud.chunks.slice(1));
    const times = found.map(each => each['time'] as string);
    expect(times).toEqual([...times].sort());
  });

  it('sends at most one price an instrument in each window of 250 ms', async () => {
    const { api, port } = await serve();
    const stream = await openStream(api, port, `${PRICES}?instruments=EUR_USD&snapshot=false`);
    await api.advance({ by: '6h' });
    const objects = await stream.until(each => each.length > 1_000);
    const windows = objects.map(each => {
      const time = String(each['time']);
      return `${time.slice(0, 20)}${Math.floor(Number(time.slice(20, 26)) / 250_000)}`;
    });
    expect(new Set(windows).size).toBe(windows.length);
  });

  it('sends home conversions after the snapshot and when they change', async () => {
    const { api, port } = await serve();
    await api.advance({ ticks: 3 });
    const path = `${PRICES}?instruments=USD_JPY&includeHomeConversions=true`;
    const stream = await openStream(api, port, path);
    const [price, conversions] = await stream.until(objects => objects.length === 2);
    expect(price).toMatchObject({ type: 'PRICE', instrument: 'USD_JPY' });
    expect(conversions).toEqual({
      homeConversions: [
        { currency: 'USD', accountGain: '1', accountLoss: '1', positionValue: '1' },
        {
          currency: 'JPY',
          accountGain: '0.006661692603',
          accountLoss: '0.006662225183',
          positionValue: '0.006661958893',
        },
      ],
    });
    await api.advance({ by: '2m' });
    const objects = await stream.until(each => each.length > 6);
    const kinds = objects.slice(2).map(each => Object.keys(each)[0]);
    expect(kinds.filter(kind => kind === 'homeConversions').length).toBeGreaterThan(1);
    const check = strictAjv(DEFINITIONS).compile(
      OPERATIONS.find(each => each.operationId === 'streamPricing')?.responses[200] ?? {},
    );
    expect(objects.filter(each => !check(each))).toEqual([]);
  });

  it('speaks UNIX when asked to, heartbeats included', async () => {
    const { api, port } = await serve({ heartbeatMs: 20 });
    await api.advance({ ticks: 3 });
    const headers = { 'Accept-Datetime-Format': 'UNIX' };
    const stream = await openStream(api, port, `${PRICES}?instruments=EUR_USD`, headers);
    const old = { 'X-Accept-Datetime-Format': 'UNIX' };
    const ledger = await openStream(api, port, TRANSACTIONS, old);
    order(api);
    const objects = await stream.until(each => each.some(({ type }) => type === 'HEARTBEAT'));
    const lines = await ledger.until(each => each.some(({ type }) => type === 'ORDER_FILL'));
    for (const { time } of [...objects, ...lines]) expect(time).toMatch(/^1709632800\.\d{9}$/);
  });

  it('says when a market closes although no tick comes', async () => {
    const { api, port } = await serve();
    await api.advance({ to: '2024-03-08T21:30:00Z' });
    const stream = await openStream(api, port, `${PRICES}?instruments=EUR_USD`);
    await stream.until(objects => objects.length === 1);
    await api.advance({ to: '2024-03-08T23:00:00Z' });
    const objects = await stream.until(each => each.at(-1)?.['tradeable'] === false);
    expect(objects.at(-1)).toMatchObject({ status: 'non-tradeable' });
  });
});

describe('the transaction stream', () => {
  it('carries the transactions of its account from connecting on, each a chunk', async () => {
    const { api, port } = await serve();
    await api.advance({ ticks: 3 });
    order(api);
    const stream = await openStream(api, port, TRANSACTIONS);
    order(api, 2);
    order(api, 1, OWN_SECOND);
    const objects = await stream.until(each => each.length === 4);
    const all = api.sandbox.simulation.account(api.accountID)?.log.since(0).slice(-4);
    expect(objects).toEqual(JSON.parse(JSON.stringify(all)));
    expect(objects.map(({ type }) => type)).toEqual([
      'MARKET_ORDER',
      'ORDER_FILL',
      'MARKET_ORDER',
      'ORDER_FILL',
    ]);
    expect(stream.chunks).toHaveLength(4);
  });

  it('beats on wall time while simulated time stands still', async () => {
    const { api, port } = await serve({ heartbeatMs: 50 });
    const stream = await openStream(api, port, TRANSACTIONS);
    const prices = await openStream(api, port, `${PRICES}?instruments=EUR_USD&snapshot=false`);
    const beats = await stream.until(objects => objects.length >= 3);
    expect(beats[0]).toEqual({
      type: 'HEARTBEAT',
      lastTransactionID: '3',
      time: '2024-03-05T10:00:00.000000000Z',
    });
    expect((await prices.until(objects => objects.length >= 3))[2]).toEqual({
      type: 'HEARTBEAT',
      time: '2024-03-05T10:00:00.000000000Z',
    });
  });
});

describe('both streams', () => {
  it.each([
    [PRICES, 400, "Missing 'instruments' parameter"],
    [`${PRICES}?instruments=`, 400, "Invalid value specified for 'instruments'"],
    [`${PRICES}?instruments=EUR_USD,NO_SUCH`, 400, "Invalid value specified for 'instruments'"],
    [`${PRICES}?instruments=EUR_USD&snapshot=maybe`, 400, "Invalid value specified for 'snapshot'"],
    [
      '/v3/accounts/x/pricing/stream?instruments=EUR_USD',
      400,
      "Invalid value specified for 'accountID'",
    ],
    [`/v3/accounts/${FOREIGN}/transactions/stream`, 403, 'The provided request was forbidden.'],
    ['/v3/accounts/101-001-9-001/transactions/stream', 403, 'The provided request was forbidden.'],
  ])('answer %s with %i before the first byte', async (path, status, errorMessage) => {
    const api = await testApi(sandboxScenario());
    const answer = await api.request('GET', path);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ errorMessage });
    expect(answer.headers['content-type']).toMatch(/application\/json/);
  });

  it('answer 401 without a token, 405 to other methods', async () => {
    const api = await testApi(sandboxScenario());
    const headers = { authorization: 'Bearer nobody' };
    expect((await api.request('GET', TRANSACTIONS, undefined, headers)).status).toBe(401);
    expect((await api.request('POST', TRANSACTIONS)).status).toBe(405);
    expect((await api.request('POST', PRICES)).status).toBe(405);
  });

  it('count against the limit, and give their place back', async () => {
    const { api, port } = await serve({ limits: { streams: 2 } });
    const first = await openStream(api, port, TRANSACTIONS);
    await openStream(api, port, `${PRICES}?instruments=EUR_USD`);
    const third = await openStream(api, port, TRANSACTIONS);
    expect(third.status).toBe(429);
    // A refused request takes no place.
    expect((await openStream(api, port, `${PRICES}?instruments=NO_SUCH`)).status).toBe(429);
    first.close();
    let status = 429;
    for (let tries = 0; status === 429 && tries < 100; tries++) {
      await new Promise(resolve => setTimeout(resolve, 10));
      status = (await openStream(api, port, TRANSACTIONS)).status;
    }
    expect(status).toBe(200);
  });

  it('need a connection of their own: behind another request they are refused', async () => {
    const { api, port } = await serve();
    const request = (path: string, more = '') =>
      `GET ${path.replace('{a}', api.accountID)} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${api.token}\r\n${more}\r\n`;
    const answers = await exchange(
      port,
      request('/v3/accounts') + request(TRANSACTIONS, 'connection: close\r\n'),
    );
    expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
    expect(answers).toContain('A stream needs a connection of its own');
    // It takes no place among the open streams.
    expect((await openStream(api, port, TRANSACTIONS)).status).toBe(200);
  });

  it('end properly when the server closes', async () => {
    const { api, port } = await serve();
    await api.advance({ ticks: 3 });
    const streams = await Promise.all([
      openStream(api, port, TRANSACTIONS),
      openStream(api, port, `${PRICES}?instruments=EUR_USD`),
    ]);
    await streams[1].until(objects => objects.length === 1);
    await api.app.close();
    expect(await Promise.all(streams.map(({ ended }) => ended))).toEqual(['end', 'end']);
  });

  it('are operations of the document', async () => {
    const { paths } = await documentOf();
    const nameOf = (path: string) =>
      paths[`/v3/accounts/{accountID}/${path}`]?.['get']?.operationId;
    expect(nameOf('pricing/stream')).toBe('streamPricing');
    expect(nameOf('transactions/stream')).toBe('streamTransactions');
  });
});

describe('a stalled reader', () => {
  /** Hours of ticks and orders, some at a time; the event loop has a go between. */
  async function busyDay(api: TestApi, rounds: number): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      order(api, 20);
      await api.advance({ by: '30m' });
    }
  }

  async function ledgerAfter(
    rounds: number,
    join: (api: TestApi, port: number) => Promise<unknown>,
  ) {
    const { api, port } = await serve();
    await api.advance({ ticks: 3 });
    const joined = await join(api, port);
    await busyDay(api, rounds);
    return { api, joined, ledger: await ledgerOf(api) };
  }

  async function ledgerOf(api: TestApi): Promise<unknown> {
    const { app } = api;
    const headers = { authorization: 'Bearer control-token-of-the-tests' };
    return (await app.inject({ url: '/_sim/ledger', headers })).json();
  }

  const stalled = async (api: TestApi, port: number, path: string): Promise<OpenStream> => {
    const stream = await openStream(api, port, path);
    stream.pause();
    return stream;
  };

  it('changes nothing in the ledger, whether there are none, one or fifty', async () => {
    const without = await ledgerAfter(4, async () => undefined);
    const one = await ledgerAfter(4, (api, port) =>
      stalled(api, port, `${PRICES}?instruments=EUR_USD`),
    );
    const fifty = await ledgerAfter(4, (api, port) =>
      Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          stalled(api, port, index % 2 ? TRANSACTIONS : `${PRICES}?instruments=EUR_USD,USD_JPY`),
        ),
      ),
    );
    expect(one.ledger).toEqual(without.ledger);
    expect(fifty.ledger).toEqual(without.ledger);
  });

  it('of prices gets the latest of each instrument once it reads again, and no backlog', async () => {
    const { api, port } = await serve();
    const sockets: Socket[] = [];
    api.app.server.on('connection', socket => sockets.push(socket));
    const path = `${PRICES}?instruments=EUR_USD,USD_JPY,GBP_USD`;
    const sleeping = await stalled(api, port, path);
    const healthy = await openStream(api, port, path);
    let pending = 0;
    let isStalled = false;
    for (let day = 5; day < 8; day++) {
      for (let hour = 11; hour < 22; hour++) {
        await api.advance({ to: `2024-03-0${day}T${hour}:00:00Z` });
        await new Promise(resolve => setTimeout(resolve, 5));
        const waiting = sockets[0]?.writableLength ?? 0;
        isStalled ||= waiting > 0 && waiting === pending;
        pending = Math.max(pending, waiting);
      }
    }
    expect(isStalled).toBe(true);
    // What one turn of the event loop had gathered when the network took no more.
    expect(pending).toBeLessThan(2 * 65_536);
    sleeping.resume();
    const latest = (await api.request('GET', '/v3/pricing')).body['prices'] as object[];
    const isThere = (objects: Record<string, unknown>[]) =>
      latest.every(price => {
        const { instrument, timestamp } = price as Record<string, string>;
        return pricesOf(objects, instrument ?? '').at(-1)?.['time'] === timestamp;
      });
    const all = await healthy.until(isThere);
    const some = await sleeping.until(isThere);
    expect(some.length).toBeLessThan(all.length);
    const times = pricesOf(some, 'EUR_USD').flatMap(each => (each['time'] as string) ?? []);
    expect(times).toEqual([...times].sort());
    expect(new Set(times).size).toBe(times.length);
    await api.advance({ by: '1m' });
    const further = (objects: Record<string, unknown>[]) => objects.at(-1)?.['time'];
    await sleeping.until(objects => further(objects) === further(healthy.objects()));
  });

  it('of transactions is cut off; one beside it misses none', async () => {
    const { api, port } = await serve();
    await api.advance({ ticks: 3 });
    const healthy = await openStream(api, port, TRANSACTIONS);
    const sleeping = await stalled(api, port, TRANSACTIONS);
    const before = api.sandbox.simulation.account(api.accountID)?.log.lastID ?? 0;
    const connections = () =>
      new Promise<number>(resolve => api.app.server.getConnections((_, count) => resolve(count)));
    const comment = 'x'.repeat(128);
    const refused = { ...ORDER.order, units: '0', clientExtensions: { comment, tag: comment } };
    for (let round = 0; (await connections()) === 2 && round < 400; round++) {
      for (let sent = 0; sent < 200; sent++) {
        const command = { type: 'CreateOrder', order: refused } as never;
        void api.sandbox.simulation.submit(api.accountID, command);
      }
      await new Promise(resolve => setTimeout(resolve, 1));
    }
    expect(await connections()).toBe(1);
    const last = api.sandbox.simulation.account(api.accountID)?.log.lastID ?? 0;
    const objects = await healthy.until(each => each.at(-1)?.['id'] === String(last));
    expect(objects.map(({ id }) => Number(id))).toEqual(
      Array.from({ length: last - before }, (_, index) => before + 1 + index),
    );
    sleeping.resume();
    expect(await sleeping.ended).toBe('cut');
  });
});
