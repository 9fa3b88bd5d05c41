import { describe, expect, it } from 'vitest';
import type { TestApi } from '../support/api/api.js';
import { did, faulty } from '../support/api/faulty.js';
import { listen, type OpenStream, openStream } from '../support/api/stream-client.js';
import { send } from '../support/api/trading.js';
import { patience } from '../support/patience.js';

const HEARTBEAT_MS = 25;
const TRANSACTIONS = '/v3/accounts/{a}/transactions/stream';
const FILLS = 2;
/** Wall milliseconds after which a client that waits for heartbeats calls a stream dead: ten of them are late. */
const DEAD_MS = patience(250);

type Lines = Record<string, unknown>[];

/** A fault of the transaction stream, and two clients that want to know of two fills, once each. */
interface Case {
  readonly name: string;
  readonly stream: object;
  readonly log: RegExp;
  /** The fills that a client believes in which reads the stream in the simplest way. */
  readonly naive: (stream: OpenStream) => Promise<unknown[]>;
  /** Those of a client that knows of the fault. Default: it completes the stream by `sinceid`. */
  readonly careful?: (api: TestApi, stream: OpenStream) => Promise<unknown[]>;
}

const fillsOf = (lines: Lines) =>
  lines.filter(({ type }) => type === 'ORDER_FILL').map(({ id }) => id);
const isOver = (stream: OpenStream) => stream.ended.then(() => fillsOf(stream.objects()));
/** Waits for the heartbeat that follows the fills: what has not come by then is lost. */
const toHeartbeat = async (stream: OpenStream) =>
  fillsOf(await stream.until(lines => lines.some(isAfterFills)));
const isAfterFills = ({ type, lastTransactionID }: Record<string, unknown>) =>
  type === 'HEARTBEAT' && Number(lastTransactionID) >= 7;
const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));
const untilDead = async (stream: OpenStream) => {
  await wait(DEAD_MS);
  return fillsOf(stream.objects());
};
/** Asks for what the stream may have kept back, and takes each transaction once, by its id. */
const bySinceID = async (api: TestApi, stream: OpenStream) => {
  const { body } = await api.request('GET', '/v3/accounts/{a}/transactions/sinceid?id=3');
  stream.close();
  return fillsOf(body['transactions'] as Lines);
};
const eachOnceInOrder = async (_api: TestApi, stream: OpenStream) => {
  const found = await stream.until(lines => new Set(fillsOf(lines)).size === FILLS);
  return [...new Set(fillsOf(found))].sort((a, b) => Number(a) - Number(b));
};
/** Parses each piece that comes as if it were a line. */
const pieceByPiece = async (stream: OpenStream) => {
  await stream.until(lines => fillsOf(lines).length === FILLS);
  return fillsOf(
    stream.chunks.flatMap(chunk => {
      try {
        return [JSON.parse(chunk)];
      } catch {
        return [];
      }
    }),
  );
};
const lineByLine = async (_api: TestApi, stream: OpenStream) =>
  fillsOf(await stream.until(lines => fillsOf(lines).length === FILLS));
/** Takes a line with a lower id than the line before for old news. */
const onlyNewer = async (stream: OpenStream) => {
  const found = await stream.until(lines => fillsOf(lines).length === FILLS);
  let last = 0;
  const newer = found.filter(({ id = 0 }) => {
    const isNewer = Number(id) > last;
    last = Math.max(last, Number(id));
    return isNewer;
  });
  return fillsOf(newer);
};
/** Takes what it has read when its orders are answered for all that there is. */
const atOnce = async (stream: OpenStream) => fillsOf(stream.objects());
/** Takes over what it has read at each heartbeat, which says that nothing is missing. */
const atHeartbeats = async (stream: OpenStream) => {
  const lines = await stream.until(found => fillsOf(found).length === FILLS);
  return fillsOf(lines.slice(0, 1 + lines.findLastIndex(({ type }) => type === 'HEARTBEAT')));
};
/** Waits for the end of a stream before it asks for what it missed: until then it knows no more. */
const untilTheEnd = (stream: OpenStream) => Promise.race([isOver(stream), untilDead(stream)]);
/** Calls the stream dead by its own clock, when heartbeats are missing or nothing comes. */
const callsDead = async (api: TestApi, stream: OpenStream) => {
  const before = stream.objects().length;
  await wait(DEAD_MS);
  const later = stream.objects().slice(before);
  if (later.some(({ type }) => type === 'HEARTBEAT')) return fillsOf(stream.objects());
  return bySinceID(api, stream);
};

const CASES: readonly Case[] = [
  // So slow that no machine is slower than the client that does not wait.
  { name: 'latency', stream: { latency: '60s' }, log: /latency/, naive: atOnce },
  {
    name: 'jitter',
    stream: { latency: '60s', jitter: '1s' },
    log: /jitter/,
    naive: atOnce,
  },
  { name: 'little bandwidth', stream: { bandwidth: 1 }, log: /bandwidth/, naive: atOnce },
  {
    name: 'slicing',
    stream: { slicing: 40 },
    log: /slicing/,
    naive: pieceByPiece,
    careful: lineByLine,
  },
  { name: 'limited data', stream: { limitData: 700 }, log: /limitData/, naive: isOver },
  { name: 'a reset', stream: { reset: true, afterLines: 2 }, log: /reset/, naive: isOver },
  { name: 'a timeout', stream: { timeout: '40ms', afterLines: 2 }, log: /timeout/, naive: isOver },
  {
    name: 'a silent stream',
    stream: { silent: true, afterLines: 2 },
    log: /silent/,
    naive: untilDead,
  },
  {
    name: 'missing heartbeats',
    stream: { noHeartbeats: true },
    log: /noHeartbeats/,
    naive: atHeartbeats,
    careful: callsDead,
  },
  {
    name: 'a slow close',
    stream: { limitData: 700, slowClose: '60s' },
    log: /slowClose/,
    naive: untilTheEnd,
    careful: callsDead,
  },
  {
    name: 'fills lost while heartbeats go on',
    stream: { lose: 'ORDER_FILL' },
    log: /lose/,
    naive: toHeartbeat,
  },
  {
    name: 'duplicated lines',
    stream: { duplicate: 'ORDER_FILL' },
    log: /duplicate/,
    naive: toHeartbeat,
    careful: eachOnceInOrder,
  },
  {
    name: 'reordered lines',
    stream: { reorder: 'ORDER_FILL' },
    log: /reorder/,
    naive: onlyNewer,
    careful: eachOnceInOrder,
  },
];

/** Opens the stream of transactions, and has two orders filled: transactions 4 to 7. */
async function filled(stream: object): Promise<[TestApi, OpenStream]> {
  const api = await faulty([{ operation: 'streamTransactions', stream }], {
    heartbeatMs: HEARTBEAT_MS,
  });
  const port = await listen(api);
  const open = await openStream(api, port, TRANSACTIONS);
  // Both at once, so that no heartbeat comes between their lines.
  const order = { type: 'MARKET', instrument: 'EUR_USD', units: '100' };
  await Promise.all([0, 1].map(() => send(api, { type: 'CreateOrder', order })));
  return [api, open];
}

describe('a fault of streams', () => {
  it.each(CASES)('$name: a naive client fails, a careful one does not', async each => {
    const { stream, log, naive, careful = bySinceID } = each;
    const [api, open] = await filled(stream);
    const believed = await naive(open);
    const truth = await bySinceID(api, { ...open, close: () => undefined });
    expect(truth).toHaveLength(FILLS);
    expect(believed).not.toEqual(truth);
    expect(await careful(api, open)).toEqual(truth);
    expect((await did(api))[0]).toMatch(log);
    open.close();
    await api.app.close();
  });

  it.each([
    ['latency', { latency: '30ms', jitter: '10ms' }],
    ['little bandwidth', { bandwidth: 30_000 }],
  ])('%s: every line comes, late and whole', async (_name, stream) => {
    const [api, open] = await filled(stream);
    expect(await lineByLine(api, open)).toEqual(['5', '7']);
    open.close();
    await api.app.close();
  });

  it('a slow close: the end comes, and the server waits for it when it stops', async () => {
    const [api, open] = await filled({ slowClose: '50ms' });
    const closing = api.app.close();
    expect(await open.ended).toBe('end');
    await closing;
  });

  it('of the connection: a reset answer to an order that took effect is found by looking', async () => {
    const api = await faulty([{ operation: 'createOrder', reset: true, applied: true }]);
    const port = await listen(api);
    const send = fetch(`http://127.0.0.1:${port}/v3/accounts/${api.accountID}/orders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' },
      body: '{"order":{"type":"MARKET","instrument":"EUR_USD","units":"100"}}',
    });
    await expect(send).rejects.toThrow();
    const { body } = await api.request('GET', '/v3/accounts/{a}/openTrades');
    expect(body['trades']).toHaveLength(1);
    await api.app.close();
  });

  it('of the request: one answer instead of a stream, then a stream that opens late', async () => {
    const api = await faulty([
      { operation: 'streamTransactions', error: { status: 503 }, count: 1 },
      { operation: 'streamTransactions', latency: '30ms' },
    ]);
    const port = await listen(api);
    expect((await openStream(api, port, TRANSACTIONS)).status).toBe(503);
    const open = await openStream(api, port, TRANSACTIONS);
    expect(open.status).toBe(200);
    const order = { type: 'MARKET', instrument: 'EUR_USD', units: '100' };
    await send(api, { type: 'CreateOrder', order });
    expect(fillsOf(await open.until(lines => fillsOf(lines).length > 0))).toEqual(['5']);
    expect(await did(api)).toEqual(['error 503', 'latency 30 ms']);
    open.close();
    await api.app.close();
  });

  it('of the request: a reset before the stream opens', async () => {
    const api = await faulty([{ operation: 'streamTransactions', reset: true }]);
    const port = await listen(api);
    await expect(openStream(api, port, TRANSACTIONS)).rejects.toThrow('socket hang up');
    expect(await did(api)).toEqual(['connection reset']);
    await api.app.close();
  });

  it('names each line that it touches in the log', async () => {
    const [api, open] = await filled({ lose: 'ORDER_FILL' });
    await toHeartbeat(open);
    expect(await did(api)).toEqual(['stream: lose', 'lost: ORDER_FILL 5', 'lost: ORDER_FILL 7']);
    open.close();
    await api.app.close();
  });
});
