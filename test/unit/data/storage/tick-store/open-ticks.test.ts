import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Table, tableFromIPC } from 'apache-arrow';
import { beforeEach, describe, expect, it } from 'vitest';
import { runScenario } from '../../../../../src/broker/runtime/run-scenario.js';
import type { TickWindow } from '../../../../../src/core/market/tick.js';
import { ledgerHash } from '../../../../../src/data/record/ledger-file.js';
import {
  type CacheOptions,
  openTicks,
} from '../../../../../src/data/storage/tick-store/open-ticks.js';
import type { OpenedTicks } from '../../../../../src/data/storage/tick-store/opened-ticks.js';
import { temporaryFile } from '../../../../support/files/temporary.js';
import { pair } from '../../../../support/market/fixtures.js';
import { IS_NIGHTLY } from '../../../../support/random/nightly.js';

const ROWS = 5_000;
/** Bytes that are flipped in each file, from its first to its last. */
const FLIPS = IS_NIGHTLY ? 5 : 3;
const WINDOW = 1_000;
/** Bars, each of which becomes four ticks. */
const BARS = 1_000;
const instrument = pair('EUR_USD');

/** The files of a store and their sizes, by name. */
function sizes(store: string): (readonly [string, number])[] {
  return readdirSync(store)
    .sort()
    .map(name => [name, statSync(join(store, name)).size]);
}

/** A CSV of `rows` ticks, a second apart; `volumes` are those of the bid. */
function csv(rows: number, volumes: readonly number[] = []): string {
  const header = volumes.length > 0 ? 'time,bid,ask,bid_volume,ask_volume' : 'time,bid,ask';
  const lines = Array.from({ length: rows }, (_, row) => {
    const bid = 108_000 + ((row * 37) % 500);
    const cells = [1_709_535_600_000 + row * 1000, `1.${bid - 100_000}`, `1.${bid - 99_990}`];
    const volume = volumes[row % volumes.length];
    return [...cells, ...(volume === undefined ? [] : [volume, 7_000])].join(',');
  });
  return `${[header, ...lines].join('\n')}\n`.replaceAll('1.8', '1.08');
}

function rowsOf(windows: readonly TickWindow[]) {
  return windows.flatMap(window => {
    const { time, bid, ask, bidVolume, askVolume } = window.columns();
    return Array.from(time, (at, row) => [
      at,
      bid[row],
      ask[row],
      bidVolume?.[row],
      askVolume?.[row],
    ]);
  });
}

let source = '';
let cache: CacheOptions;

beforeEach(() => {
  source = temporaryFile('EUR_USD.csv', csv(ROWS));
  cache = { minimumBytes: 0, windowRows: WINDOW };
});

const open = (more: CacheOptions = {}) =>
  openTicks(source, { instrument, cache: { ...cache, ...more } });
const plain = () => openTicks(source, { instrument });

function storeFolder(): string {
  const parent = join(source, '..', '.orrery-cache');
  const [name, ...others] = readdirSync(parent);
  expect(others).toEqual([]);
  return join(parent, name as string);
}

/** The files of the store, to see whether one was written again. */
function inodes(): number[] {
  return readdirSync(storeFolder()).map(name => statSync(join(storeFolder(), name)).ino);
}

function expectSame(a: OpenedTicks, b: OpenedTicks): void {
  const { windows: aWindows, ...aRest } = a;
  const { windows: bWindows, ...bRest } = b;
  expect(aRest).toEqual(bRest);
  // As text, which is compared far faster than thousands of lists.
  expect(rowsOf(aWindows).join('\n')).toBe(rowsOf(bWindows).join('\n'));
}

describe('the store of a tick file', () => {
  it('gives the ticks and books of the source, written and read back', async () => {
    const fromCSV = await plain();
    expectSame(await open(), fromCSV);
    const stored = inodes();
    const again = await open();
    expectSame(again, fromCSV);
    expect(again.windows.length).toBe(ROWS / WINDOW);
    expect(inodes()).toEqual(stored);
  });

  it('is a whole Arrow file also where a column does not end on a multiple of eight bytes', async () => {
    writeFileSync(source, csv(ROWS, [5000, 0, 7000]));
    const fromCSV = await plain();
    expectSame(await open({ windowRows: 333 }), fromCSV);
    const tables = readdirSync(storeFolder())
      .filter(name => name.endsWith('.arrow'))
      .map(name => tableFromIPC(readFileSync(join(storeFolder(), name))));
    const columns = fromCSV.windows[0]?.columns();
    for (const name of ['bid', 'ask'] as const) {
      const written = tables.flatMap(table => [...(table.getChild(name) ?? [])]);
      expect(written).toEqual([...(columns?.[name] ?? [])]);
    }
    const volumes = tables.flatMap(table => [...(table.getChild('bid_volume') ?? [])]);
    expect(volumes).toEqual([...(columns?.bidVolume ?? [])]);
  });

  it('keeps how ticks were made from bars: facts, legs and numbers of prices', async () => {
    const bars = Array.from({ length: BARS }, (_, minute) => {
      const start = new Date(Date.UTC(2024, 2, 5, 0, minute)).toISOString();
      return `${start},1.10000,1.10030,1.09990,1.10010,${minute % 2 === 0 ? minute : 2 ** 35}`;
    });
    const text = ['time,open,high,low,close,volume', ...bars].join('\n');
    const file = temporaryFile('EURUSD_M1.csv', `${text}\n`);
    const reading = { instrument, bars: { price: 'bid', spread: '0.00010' } } as const;
    const fromCSV = await openTicks(file, reading);
    for (let time = 0; time < 2; time++) {
      const stored = await openTicks(file, { ...reading, cache: { ...cache, windowRows: 777 } });
      expectSame(stored, fromCSV);
      expect(stored.bars).toEqual(fromCSV.bars);
      const all = stored.windows.map(window => window.columns());
      const { leg, prices } = fromCSV.windows[0]?.columns() ?? {};
      expect(all.flatMap(each => [...(each.leg ?? [])])).toEqual([...(leg ?? [])]);
      expect(all.flatMap(each => [...(each.prices ?? [])])).toEqual([...(prices ?? [])]);
      const total = stored.windows.reduce((sum, window) => sum + (window.prices ?? 0), 0);
      expect(total).toBe(fromCSV.windows[0]?.prices);
    }
  });

  it('keeps volumes of any size', async () => {
    for (const volumes of [
      [5000, 0, 4_294_967_295],
      [5000, 9_007_199_254_740_991],
    ]) {
      writeFileSync(source, csv(ROWS, volumes));
      const fromCSV = await plain();
      await open();
      expectSame(await open(), fromCSV);
    }
  });

  it("is opened by the field's tools: its own format is Arrow IPC", async () => {
    await open();
    const file = join(storeFolder(), '00001.arrow');
    const table: Table = tableFromIPC(readFileSync(file));
    expect(table.numRows).toBe(WINDOW);
    expect(table.schema.fields.map(field => `${field.name} ${field.type}`)).toEqual([
      'time Timestamp<MICROSECOND, UTC>',
      'bid Int32',
      'ask Int32',
    ]);
    expect(Object.fromEntries(table.schema.metadata)).toEqual({
      instrument: 'EUR_USD',
      displayPrecision: '5',
      sourceSHA256: createHash('sha256').update(readFileSync(source)).digest('hex'),
    });
    const [, , row] = rowsOf((await plain()).windows).slice(WINDOW);
    expect(Number(table.getChild('time')?.data[0]?.values[2])).toBe(row?.[0]);
    expect(table.getChild('bid')?.get(2)).toBe(row?.[1]);
  });

  it.each([
    ['a window is deleted', (store: string) => rmSync(join(store, '00002.arrow'))],
    ['a window is cut', (store: string) => truncateSync(join(store, '00002.arrow'), 9_000)],
    ['a window is emptied', (store: string) => truncateSync(join(store, '00002.arrow'), 0)],
    ['bounds are deleted', (store: string) => rmSync(join(store, '00002.bounds'))],
    ['bounds are cut', (store: string) => truncateSync(join(store, '00002.bounds'), 90)],
    ['bounds are longer', (store: string) => appendFileSync(join(store, '00002.bounds'), 'x')],
    ['the record is deleted', (store: string) => rmSync(join(store, 'store.json'))],
    ['the record is cut', (store: string) => truncateSync(join(store, 'store.json'), 90)],
    ['the record is longer', (store: string) => appendFileSync(join(store, 'store.json'), 'x')],
    [
      'a window is a folder',
      (store: string) => {
        rmSync(join(store, '00002.arrow'));
        mkdirSync(join(store, '00002.arrow'));
      },
    ],
  ])('is built anew when %s', async (_, harm) => {
    const fromCSV = await open();
    const sound = sizes(storeFolder());
    harm(storeFolder());
    expectSame(await open(), fromCSV);
    expect(sizes(storeFolder())).toEqual(sound);
    expect(sound.length).toBe((ROWS / WINDOW) * 2 + 1);
    expectSame(await open(), fromCSV);
  });

  it('is built anew when any one byte of it is flipped', async () => {
    const fromCSV = await open();
    for (const name of readdirSync(storeFolder())) {
      const { length } = readFileSync(join(storeFolder(), name));
      for (let step = 0; step < FLIPS; step++) {
        const path = join(storeFolder(), name);
        const bytes = readFileSync(path);
        const at = Math.floor((step * (length - 1)) / (FLIPS - 1));
        bytes[at] = (bytes[at] as number) ^ 1;
        writeFileSync(path, bytes);
        expectSame(await open(), fromCSV);
        expect(readFileSync(path).equals(bytes), `${name} byte ${at}`).toBe(false);
      }
    }
  });

  it('follows the source: an edit, even one that keeps size and times, is read anew', async () => {
    await open();
    const { atime, mtime } = statSync(source);
    const text = readFileSync(source, 'utf8');
    writeFileSync(source, text.replace('1.08037', '1.08036'));
    utimesSync(source, atime, mtime);
    const changed = await open();
    expectSame(changed, await plain());
    expect(rowsOf(changed.windows)[1]?.[1]).toBe(108_036);
  });

  it('is not rewritten when the source was only touched', async () => {
    await open();
    const stored = inodes();
    utimesSync(source, 1, 1);
    expectSame(await open(), await plain());
    expect(inodes()).toEqual(stored);
  });

  it('recognises an old source by its stamp, and an edit of it too', async () => {
    await new Promise(resolve => setTimeout(resolve, 2_200));
    await open();
    const record = () => readFileSync(join(storeFolder(), 'store.json'), 'utf8');
    expect(JSON.parse(record().split('\n')[0] ?? '')).toHaveProperty('stamp');
    expectSame(await open(), await plain());
    writeFileSync(source, readFileSync(source, 'utf8').replace('1.08037', '1.08036'));
    expect(rowsOf((await open()).windows)[1]?.[1]).toBe(108_036);
    expect(JSON.parse(record().split('\n')[0] ?? '')).not.toHaveProperty('stamp');
  });

  it('has a store for each way of reading', async () => {
    await open();
    await openTicks(source, { instrument, cache, policy: { badRows: 'skip' } });
    expect(readdirSync(join(source, '..', '.orrery-cache')).length).toBe(2);
  });

  it('does no harm when several build it at once', async () => {
    const fromCSV = await plain();
    const all = await Promise.all(Array.from({ length: 6 }, () => open()));
    for (const each of all) expectSame(each, fromCSV);
    expect(readdirSync(join(source, '..', '.orrery-cache')).length).toBe(1);
    expectSame(await open(), fromCSV);
  });

  it('walks in windows when the ticks are more than may stay in memory', async () => {
    const fromCSV = await plain();
    await open();
    const narrow = await open({ residentBytes: 1 });
    expectSame(narrow, fromCSV);
    const first = narrow.windows[0] as TickWindow;
    const held = first.columns();
    narrow.windows[3]?.columns();
    expect(first.columns()).not.toBe(held);
    expect(first.columns()).toEqual(held);
  });

  it('says why it could not be written, and goes on', async () => {
    const faults: string[] = [];
    const place = temporaryFile('a-file', 'no folder');
    const opened = await open({ folder: place, onFault: (_, reason) => faults.push(reason) });
    expectSame(opened, await plain());
    expect(faults).toEqual([expect.stringMatching(/^(EEXIST|ENOTDIR)$/)]);
  });

  it('is written when there is time, if its ticks stay in memory', async () => {
    const writings: (() => Promise<void>)[] = [];
    const later = (write: () => Promise<void>) => writings.push(write);
    const fromCSV = await plain();
    expectSame(await open({ windowRows: ROWS, later }), fromCSV);
    expect(existsSync(join(source, '..', '.orrery-cache'))).toBe(false);
    for (const write of writings) await write();
    const stored = inodes();
    expectSame(await open({ windowRows: ROWS, later }), fromCSV);
    expect(inodes()).toEqual(stored);
    expect(writings.length).toBe(1);
    await openTicks(source, { instrument, cache: { ...cache, folder: storeFolder(), later } });
    expect(writings.length).toBe(1);
  });

  it('leaves small sources alone', async () => {
    await openTicks(source, { instrument, cache: {} });
    expect(existsSync(join(source, '..', '.orrery-cache'))).toBe(false);
  });

  it('is one copy for all threads', async () => {
    await open();
    const [window] = (await open()).windows;
    const columns = (window as TickWindow).columns();
    const code = `require('node:worker_threads').parentPort.once('message', columns => {
      columns.bid[0] = 4711;
      require('node:worker_threads').parentPort.postMessage(columns.ask[1]);
    })`;
    const worker = new Worker(code, { eval: true });
    worker.postMessage(columns);
    const ask = await new Promise(resolve => worker.once('message', resolve));
    await worker.terminate();
    expect(ask).toBe(columns.ask[1]);
    expect(columns.bid[0]).toBe(4711);
  });

  it('gives a scenario the ledger that the source gives', async () => {
    const scenario = join(source, '..', 'run.yaml');
    writeFileSync(
      scenario,
      `version: 1
name: run
market: { EUR_USD: { ticks: ./EUR_USD.csv } }
accounts: [{ currency: USD, balance: "10000" }]
timeline:
  - at: 2024-03-04T07:01:00Z
    create: { type: LIMIT, instrument: EUR_USD, units: "1000", price: "1.08020" }
  - at: 2024-03-04T07:20:00Z
    create: { type: MARKET, instrument: EUR_USD, units: "500", trailingStopLossOnFill: { distance: "0.00300" } }
`,
    );
    const fromCSV = await runScenario(scenario);
    const hashes = [fromCSV.hash];
    for (const residentBytes of [1e9, 1e9, 1]) {
      const run = await runScenario(scenario, { cache: { ...cache, residentBytes } });
      hashes.push(run.hash, ledgerHash(run.result.ledger));
    }
    expect(fromCSV.result.ledger.length).toBeGreaterThan(5);
    expect(new Set(hashes).size).toBe(1);
  });
});
