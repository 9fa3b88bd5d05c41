import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RunningServer, startServer } from '../../src/broker/api/server.js';
import { formatRfc3339, type Instant } from '../../src/core/time/instant.js';
import type { TickFile } from '../../src/data/storage/ticks/read/read-ticks.js';
import { V20Client } from '../../src/live/remote/wire/v20-client.js';
import { MANUAL_SERVER } from '../support/api/over-http.js';
import { sandboxScenario } from '../support/api/sandbox-scenario.js';
import { read, scratchPath } from '../support/files/tick-files.js';
import { commandHere, printedBy } from '../support/process/in-process.js';
import { proxyTo, type TestProxy } from '../support/process/proxy.js';

const FROM = '2024-03-05T10:00:00.000000000Z';
const TO = '2024-03-06T02:00:00.000000000Z';
const SPAN = ['--instrument', 'EUR_USD', '--from', FROM, '--to', TO];
const CANDLES = /\/v3\/instruments\/EUR_USD\/candles/;

let server: RunningServer;
let proxy: TestProxy;
/** What the proxy answers by itself, by the number of the request for candles. */
let faults: Map<number, number>;

beforeAll(async () => {
  server = await startServer(sandboxScenario(), MANUAL_SERVER);
  const client = new V20Client(server.url, server.controlToken);
  await client.command('POST', '/_sim/clock/advance', { to: '2024-03-06T02:10:00Z' });
  client.close();
});

afterAll(() => server.close());

beforeEach(async () => {
  faults = new Map();
  let asked = 0;
  proxy = await proxyTo(server.url, ({ url = '' }, response) => {
    asked += CANDLES.test(url) ? 1 : 0;
    const status = faults.get(asked);
    if (status === undefined) return false;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end('{"errorMessage":"not now"}');
    return true;
  });
  vi.stubEnv('ORRERY_TOKEN', server.accounts[0]?.token ?? '');
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await proxy.close();
});

interface Served {
  readonly time: string;
  readonly bid: Readonly<Record<string, string>>;
  readonly ask: Readonly<Record<string, string>>;
}

/** Every S5 candle of the span as the server has it, page by page. */
async function servedCandles(): Promise<Served[]> {
  const client = new V20Client(server.url, server.accounts[0]?.token ?? '');
  const all: Served[] = [];
  for (let from = FROM; ; ) {
    const query = `granularity=S5&price=BA&count=4000&from=${from}`;
    const body = await client.get(`/v3/instruments/EUR_USD/candles?${query}`);
    const page = (body['candles'] as Served[]).filter(({ time }) => time >= from);
    all.push(...page.filter(({ time }) => time < TO && time !== all.at(-1)?.time));
    const last = page.at(-1)?.time ?? TO;
    if (last >= TO || last === from) break;
    from = last;
  }
  client.close();
  return all;
}

/** Ticks as candles of five seconds. */
function folded({ columns }: TickFile): Served[] {
  const candles = new Map<number, { bid: number[]; ask: number[] }>();
  for (let row = 0; row < columns.length; row++) {
    const start = Math.floor((columns.time[row] as number) / 5_000_000) * 5_000_000;
    const candle = candles.get(start) ?? { bid: [], ask: [] };
    candles.set(start, candle);
    candle.bid.push(columns.bid[row] as number);
    candle.ask.push(columns.ask[row] as number);
  }
  return [...candles].map(([start, { bid, ask }]) => ({
    time: formatRfc3339(start as Instant),
    bid: ohlc(bid),
    ask: ohlc(ask),
  }));
}

function ohlc(points: readonly number[]) {
  const text = (value = 0) => (value / 100_000).toFixed(5);
  const [o, c] = [text(points[0]), text(points.at(-1))];
  return { o, h: text(Math.max(...points)), l: text(Math.min(...points)), c };
}

describe('ticks download', () => {
  it('gives ticks whose fold is the candles of the host, over pages and a busy host', async () => {
    faults.set(2, 429);
    const out = scratchPath('EUR_USD.csv');
    const told = await printedBy('ticks', 'download', '--url', proxy.url, ...SPAN, '--out', out);
    const served = await servedCandles();
    expect(served.length).toBeGreaterThan(5_000);
    const strip = ({ time, bid, ask }: Served) => ({ time, bid, ask });
    expect(folded(await read(out))).toEqual(served.map(strip));
    expect(told).toMatch(/^synthetic {6}true$/m);
    expect(readdirSync(dirname(out))).toEqual(['EUR_USD.csv']);
  });

  it('goes on where it stopped, and ends with the same file', async () => {
    const [whole, out] = [scratchPath('EUR_USD.csv'), scratchPath('EUR_USD.csv')];
    await printedBy('ticks', 'download', '--url', proxy.url, ...SPAN, '--out', whole);
    const before = proxy.requests.length;
    faults.set(before + 2, 400);
    const again = () => printedBy('ticks', 'download', '--url', proxy.url, ...SPAN, '--out', out);
    await expect(again()).rejects.toThrow('was answered 400: not now');
    expect(readdirSync(dirname(out))).toEqual([
      expect.stringMatching(/^EUR_USD\.csv\..{8}\.part$/),
    ]);
    await again();
    expect((await read(out)).digest).toBe((await read(whole)).digest);
    const asked = proxy.requests.slice(before).map(request => /from=(.*)$/.exec(request)?.[1]);
    expect(asked.filter(from => from === FROM)).toHaveLength(1);
    expect(readdirSync(dirname(out))).toEqual(['EUR_USD.csv']);
  });

  it('writes over a file only when asked to, and does so before it asks the host', async () => {
    const out = scratchPath('EUR_USD.csv');
    writeFileSync(out, 'mine');
    const command = ['ticks', 'download', '--url', proxy.url, ...SPAN, '--out', out];
    await expect(printedBy(...command)).rejects.toThrow(`--out: ${out} is there already`);
    expect([readFileSync(out, 'utf8'), proxy.requests]).toEqual(['mine', []]);
    await printedBy(...command, '--overwrite');
    expect((await read(out)).columns.length).toBeGreaterThan(5_000);
  });

  it('says that the host has no candles from its present to --to', async () => {
    const span = [...SPAN.slice(0, -1), '2024-03-07T00:00:00Z'];
    const command = ['ticks', 'download', '--url', proxy.url, ...span];
    const { stderr } = await commandHere([...command, '--out', scratchPath('EUR_USD.csv')]);
    expect(stderr).toMatch(
      /the last candle is of 2024-03-06T02:0.*: from there to --to, 2024-03-07/,
    );
    const whole = ['ticks', 'download', '--url', proxy.url, ...SPAN];
    const { stderr: none } = await commandHere([...whole, '--out', scratchPath('EUR_USD.csv')]);
    expect(none).not.toContain('the last candle');
  });

  it('refuses flags that mean nothing, and a missing token', async () => {
    const run = (...args: readonly string[]) => printedBy('ticks', 'download', ...args);
    await expect(run('--url', 'ftp://x', ...SPAN)).rejects.toThrow('--url: must be an http');
    const backwards = ['--instrument', 'EUR_USD', '--from', TO, '--to', FROM];
    await expect(run('--url', proxy.url, ...backwards)).rejects.toThrow('must be after --from');
    vi.stubEnv('ORRERY_TOKEN', '');
    await expect(run('--url', proxy.url, ...SPAN)).rejects.toThrow(
      'ORRERY_TOKEN: must hold a token',
    );
  });
});
