import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { GrowingHash } from '../../../src/broker/api/control/growing-hash.js';
import { ANSWER_BYTES } from '../../../src/broker/api/http/long/answer-stream.js';
import { HeldBytes } from '../../../src/broker/api/http/long/held-bytes.js';
import { jsonPieces } from '../../../src/broker/api/http/long/json-pieces.js';
import { Slices } from '../../../src/broker/api/http/long/slices.js';
import { PIECE_LENGTH } from '../../../src/broker/api/http/long/text-pieces.js';
import { renderJson } from '../../../src/broker/api/v20/time-format.js';
import { LongList } from '../../../src/core/view/long-list.js';
import { ledgerHash } from '../../../src/data/record/ledger-file.js';
import { type ApiSetup, type TestApi, testApi } from '../../support/api/api.js';
import { askAndStop, eventually, lengthen, metric } from '../../support/api/long-ledger.js';
import { sandboxScenario } from '../../support/api/sandbox-scenario.js';
import { listen } from '../../support/api/stream-client.js';

const ALL = '/v3/accounts/{a}/transactions/sinceid?id=0';
/** More than the buffers of two sockets take. */
const TRANSACTIONS = 12_000;

const opened: TestApi[] = [];

async function serve(setup: ApiSetup = {}, transactions = TRANSACTIONS) {
  // Checks of answers read them once more; here they are long.
  const api = await testApi(sandboxScenario(), { onAnswer: () => undefined, ...setup });
  opened.push(api);
  lengthen(api, transactions);
  return { api, port: await listen(api) };
}

afterEach(async () => {
  for (const { app } of opened.splice(0)) {
    app.server.closeAllConnections();
    await app.close();
  }
});

const logOf = ({ sandbox, accountID }: TestApi) => {
  const log = sandbox.simulation.account(accountID)?.log;
  if (log === undefined) throw new Error('no account');
  return log;
};

describe('a long answer', () => {
  it('is the text of its body written at once, in either format of time, and has no length', async () => {
    const { api } = await serve({}, 2_000);
    const log = logOf(api);
    const body = { transactions: log.since(0), lastTransactionID: String(log.lastID) };
    const plain = await api.request('GET', ALL);
    expect(plain.text).toBe(renderJson(body, 'RFC3339'));
    expect(plain.headers['content-length']).toBeUndefined();
    const unix = await api.request('GET', ALL, undefined, { 'Accept-Datetime-Format': 'UNIX' });
    expect(unix.text).toBe(renderJson(body, 'UNIX'));
  });

  it('is the same through gzip', async () => {
    const { api } = await serve({}, 2_000);
    const plain = await api.request('GET', ALL);
    const zipped = await api.app.inject({
      url: ALL.replace('{a}', api.accountID),
      headers: { authorization: `Bearer ${api.token}`, 'accept-encoding': 'gzip' },
    });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.text);
  });

  it('of links and of an account is the text of its body written at once', async () => {
    const { api } = await serve({}, 2_000);
    const pages = await api.request('GET', '/v3/accounts/{a}/transactions?pageSize=1');
    expect(pages.headers['content-length']).toBeUndefined();
    expect(pages.body['pages']).toHaveLength(logOf(api).lastID);
    expect(pages.text).toBe(JSON.stringify(pages.body));
    const changes = await api.request('GET', '/v3/accounts/{a}/changes?sinceTransactionID=1');
    expect(changes.headers['content-length']).toBeUndefined();
    expect(changes.text).toBe(JSON.stringify(changes.body));
    const { transactions } = changes.body['changes'] as { transactions: object[] };
    expect(transactions).toHaveLength(logOf(api).lastID - 1);
  });

  it('has the transactions of when it was asked for, and can be followed up by sinceid', async () => {
    const { api, port } = await serve();
    const { lastID } = logOf(api);
    const reader = await askAndStop(api, port, ALL);
    lengthen(api, 10);
    reader.socket.on('data', () => reader.socket.resume()).resume();
    await eventually(() => reader.text().endsWith('\r\n0\r\n\r\n'));
    const ids = [...reader.text().matchAll(/"id":"(\d+)","accountID"/g)].map(([, id]) =>
      Number(id),
    );
    // A chunk of HTTP may end within an id; all others are there, once and in order.
    expect(ids.at(-1)).toBe(lastID);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
    const rest = await api.request('GET', `${ALL.slice(0, -1)}${lastID}`);
    expect(rest.body['transactions']).toHaveLength(10);
  });

  it('holds no more than the cap for any number of clients that do not read; further ones get Retry-After', async () => {
    const { api, port } = await serve({ heldBytes: 2 * ANSWER_BYTES });
    const readers = [];
    for (let asked = 0; asked < 5; asked++) readers.push(await askAndStop(api, port, ALL));
    const statuses = readers.map(({ text }) => text().slice(9, 12));
    expect(statuses).toEqual(['200', '200', '503', '503', '503']);
    expect(readers[4]?.text()).toContain('retry-after: 1');
    expect(readers[4]?.text()).toContain('{"errorMessage":"The server is busy"}');
    expect(await metric(api, 'orrery_held_bytes')).toBe(2 * ANSWER_BYTES);
    expect(await metric(api, 'orrery_pending_bytes')).toBeLessThanOrEqual(2 * ANSWER_BYTES);
    expect((await api.app.inject('/metrics')).body).toContain(
      'orrery_http_shed_total{status="503"} 3',
    );
    expect((await api.app.inject('/health')).statusCode).toBe(200);
    for (const { socket } of readers) socket.destroy();
    await eventually(async () => (await metric(api, 'orrery_held_bytes')) === 0);
    expect((await api.request('GET', ALL)).status).toBe(200);
  });

  it('is cut off when its reader takes nothing for the time to drain', async () => {
    const { api, port } = await serve({ drainMs: 50 });
    const { closed, socket } = await askAndStop(api, port, ALL);
    await eventually(async () => (await metric(api, 'orrery_readers_cut')) === 1);
    await eventually(async () => (await metric(api, 'orrery_held_bytes')) === 0);
    socket.removeAllListeners('data').resume();
    await closed;
  });

  it.each([
    ['in pieces', ALL, 3 * ANSWER_BYTES],
    ['of one text', '/openapi.json', ANSWER_BYTES + 2 * PIECE_LENGTH],
  ])(
    '%s is held no more when its connection goes, behind another answer too',
    async (_kind, path, least) => {
      const { api, port } = await serve();
      const { socket } = await askAndStop(api, port, ALL, [path, path]);
      await eventually(async () => (await metric(api, 'orrery_held_bytes')) >= least);
      socket.destroy();
      await eventually(async () => (await metric(api, 'orrery_held_bytes')) === 0);
    },
  );
});

describe('room for answers', () => {
  it('is there for one answer however long, and for others as far as the cap goes', () => {
    const held = new HeldBytes(100);
    const giveBack = held.take(500);
    expect(() => held.take(1)).toThrow('The server is busy');
    giveBack();
    giveBack();
    expect(held.bytes).toBe(0);
    held.take(60);
    held.take(40);
    expect(() => held.take(1)).toThrow('The server is busy');
    expect(held.bytes).toBe(100);
  });
});

describe('pieces of JSON', () => {
  it('are short, and together the text of the object', () => {
    const item = { time: '2024-03-05T10:00:00.000000000Z', note: 'y'.repeat(500) };
    const list = new LongList(function* () {
      for (let made = 0; made < 1_000; made++) yield made % 2 === 0 ? item : undefined;
    });
    const body = {
      from: item.time,
      none: undefined,
      list,
      nested: { empty: new LongList(() => []) },
    };
    for (const times of ['RFC3339', 'UNIX'] as const) {
      const pieces = jsonPieces(body, value => renderJson(value, times));
      const texts: string[] = [];
      while (!pieces.isDone) texts.push(pieces.next());
      expect(texts.join('')).toBe(renderJson(body, times));
      expect(texts.length).toBeGreaterThan(3);
      expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(PIECE_LENGTH + 600);
    }
  });
});

describe('slices', () => {
  it('do one round of work a turn, so that others have a go between', async () => {
    const slices = new Slices();
    const seen: string[] = [];
    const work = (name: string, rounds: number) => {
      seen.push(name);
      if (rounds > 1) slices.add(() => work(name, rounds - 1));
    };
    slices.add(() => work('a', 3));
    slices.add(() => work('b', 3));
    const other = async () => {
      for (let turn = 0; turn < 3; turn++) {
        await new Promise(resolve => setImmediate(resolve));
        seen.push('other');
      }
    };
    await other();
    expect(seen).toEqual(['a', 'b', 'other', 'a', 'b', 'other', 'a', 'b', 'other']);
  });

  it('hash a ledger that grows as it stood when it was asked for', async () => {
    const { api } = await serve({}, 3_000);
    const { ledger } = api.sandbox.simulation.engine;
    const hash = new GrowingHash(ledger, new Slices());
    const expected = [ledgerHash(ledger)];
    const hashes = [hash.now()];
    lengthen(api, 500);
    expected.push(ledgerHash(ledger));
    hashes.push(hash.now());
    expect(await Promise.all(hashes)).toEqual(expected);
    expect(await hash.now()).toBe(expected[1]);
  });
});
