import { describe, expect, it } from 'vitest';
import { startServer } from '../../../src/broker/api/server.js';
import type { Sandboxes } from '../../../src/broker/runtime/sandboxes.js';
import { openStore } from '../../../src/broker/store/store.js';
import { OWN, sandboxScenario } from '../../support/api/sandbox-scenario.js';
import { temporaryFolder } from '../../support/files/temporary.js';
import { MemoryDisk } from '../../support/store/memory-disk.js';
import { HEADER } from '../../support/store/store-run.js';

/** The histograms of `/metrics`, read as Prometheus reads them. */

const TOKEN = 'token-of-the-owner';
const SAMPLE = /^([a-z_]\w*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-z_]+)="([^"]*)"/g;

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The samples of an exposition, and the types that it gives. */
function parsed(text: string) {
  const types = new Map<string, string>();
  const samples: Sample[] = [];
  for (const line of text.split('\n')) {
    const [, typed = '', type = ''] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
    if (type !== '') types.set(typed, type);
    if (line === '' || line.startsWith('#')) continue;
    const [, name = '', labels = '', value] = SAMPLE.exec(line) ?? [];
    expect(name, line).not.toBe('');
    const pairs = [...labels.matchAll(LABEL)].map(([, key = '', text = '']) => [key, text]);
    samples.push({ name, labels: Object.fromEntries(pairs), value: Number(value) });
  }
  return { types, samples };
}

/** One histogram: its count, its sum, and the counts up to each bound. */
function histogramOf({ types, samples }: ReturnType<typeof parsed>, name: string, kind?: string) {
  expect(types.get(name)).toBe('histogram');
  const own = samples.filter(({ labels }) => labels['class'] === kind);
  const of = (part: string) => own.filter(each => each.name === `${name}_${part}`);
  const buckets = of('bucket').map(
    ({ labels, value }) =>
      [Number(labels['le'] === '+Inf' ? Infinity : labels['le']), value] as const,
  );
  return { count: of('count')[0]?.value, sum: of('sum')[0]?.value ?? Number.NaN, buckets };
}

/** @throws when the counts do not rise with their bounds, or the last one is not that of all. */
function expectWhole(
  { count, sum, buckets }: ReturnType<typeof histogramOf>,
  expected: number,
): void {
  expect(count).toBe(expected);
  expect(buckets.length).toBeGreaterThan(10);
  expect(buckets.at(-1)).toEqual([Number.POSITIVE_INFINITY, expected]);
  for (const part of [0, 1] as const) {
    const values = buckets.map(bucket => bucket[part]);
    expect(values).toEqual([...values].sort((a, b) => a - b));
  }
  expect(sum).toBeGreaterThan(0);
}

async function serve(disk?: MemoryDisk) {
  const refuse = (): never => {
    throw new Error('only main is served');
  };
  const options = {
    header: HEADER,
    makers: { create: refuse, fork: refuse },
    onFailure: () => undefined,
    tell: () => undefined,
  };
  const keep = async (sandboxes: Sandboxes) => ({
    keeper: await openStore(temporaryFolder(), sandboxes, {
      ...options,
      storage: disk as MemoryDisk,
    }),
    tokenFor: (use: string) => `token-for-${use}`,
  });
  const server = await startServer(sandboxScenario(), {
    ...{ host: '127.0.0.1', port: 0, mode: 'manual', speed: 1, dialect: 'current', token: TOKEN },
    ...(disk !== undefined && { keep }),
  });
  const send = async (path: string, body?: object, token = TOKEN) => {
    const { status } = await fetch(`${server.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect([200, 201], path).toContain(status);
  };
  const metrics = async () => parsed(await (await fetch(`${server.url}/metrics`)).text());
  return { server, send, metrics };
}

const ORDER = { order: { type: 'MARKET', instrument: 'EUR_USD', units: '10' } };

describe('the histograms of /metrics', () => {
  it('have the answers of each class, and none of a stream', async () => {
    const { server, send, metrics } = await serve();
    const account = `/v3/accounts/${OWN}`;
    for (let order = 0; order < 3; order++) await send(`${account}/orders`, ORDER);
    await send(`${account}/summary`);
    await send(`${account}/openTrades`);
    await send('/v3/instruments/EUR_USD/candles?granularity=M1&count=2');
    await send('/_sim/clock/advance', { by: '1m' }, server.controlToken);
    await send('/health');
    const ending = new AbortController();
    const path = `${server.streamUrl}${account}/transactions/stream`;
    await fetch(path, { headers: { authorization: `Bearer ${TOKEN}` }, signal: ending.signal });
    ending.abort();
    const found = await metrics();
    const answers = (kind: string) => histogramOf(found, 'orrery_http_answer_seconds', kind);
    const counts = { write: 3, read: 2, candles: 1, control: 1, other: 1 };
    for (const [kind, count] of Object.entries(counts)) expectWhole(answers(kind), count);
    const classes = new Set(found.samples.map(({ labels }) => labels['class']));
    expect(classes).toEqual(new Set([undefined, ...Object.keys(counts)]));
    expect(found.types.has('orrery_store_commit_seconds')).toBe(false);
    await server.close();
  });

  it('have the answers of paths and methods that there are not, under few labels', async () => {
    const { server, metrics } = await serve();
    const headers = { authorization: `Bearer ${TOKEN}` };
    for (const path of ['/a', '/b', '/v3/nothing', '/_sim/a', '/_sim/b', '/openapi.json']) {
      await fetch(`${server.url}${path}`, { headers });
    }
    await fetch(`${server.url}/v3/accounts`, { headers, method: 'PATCH' });
    const found = await metrics();
    const counts = found.samples.filter(({ name }) => name === 'orrery_http_answers_total');
    const lines = counts.map(({ labels: { method, route, status }, value }) =>
      [method, route, status, value].join(' '),
    );
    expect(lines.sort()).toEqual([
      'GET /_sim/* 403 2',
      'GET /openapi.json 200 1',
      'GET unknown 404 3',
      'PATCH /v3/accounts 405 1',
    ]);
    expectWhole(histogramOf(found, 'orrery_http_answer_seconds', 'other'), 4);
    await server.close();
  });

  it('have each commit of a store', async () => {
    const { server, send, metrics } = await serve(new MemoryDisk());
    const commits = async () => histogramOf(await metrics(), 'orrery_store_commit_seconds');
    const { count = 0 } = await commits();
    for (let order = 0; order < 3; order++) await send(`/v3/accounts/${OWN}/orders`, ORDER);
    expectWhole(await commits(), count + 3);
    await server.close();
  });
});
