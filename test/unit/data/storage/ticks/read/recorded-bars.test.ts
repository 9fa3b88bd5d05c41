/** Recorded bars, where the collection is at hand: each file is folded back to what it holds. */

import { readFileSync } from 'node:fs';
import { gunzipSync, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { Granularity } from '../../../../../../src/core/candle/granularity.js';
import { instrumentTable } from '../../../../../../src/core/market/instrument-table.js';
import type { PathOrder } from '../../../../../../src/data/storage/ticks/bars/bar-options.js';
import type { ReadOptions } from '../../../../../../src/data/storage/ticks/read/read-options.js';
import {
  firstDifference,
  folded,
  isSame,
  type Span,
  spansOf,
} from '../../../../../support/bars/fold-bars.js';
import { sharedData } from '../../../../../support/files/paths.js';
import { read } from '../../../../../support/files/tick-files.js';

const absent = sharedData('candles') === undefined || sharedData('formats') === undefined;

function pathOf(path: string): string {
  const found = sharedData(path);
  if (found === undefined) throw new Error(`${path} is not there`);
  return found;
}

function load(path: string, name: string, options: Partial<ReadOptions>) {
  const instrument = instrumentTable().get(name);
  if (instrument === undefined) throw new Error(`no ${name}`);
  return read(pathOf(path), { instrument, ...options });
}

/** An independent parse: the cells of a CSV by header, prices as whole points. */
function barsIn(path: string, columns: readonly string[], digits: number): Span[] {
  const text = new TextDecoder().decode(gunzipSync(readFileSync(pathOf(path))));
  const [header = '', ...rows] = text.trim().split('\n');
  const names = header.split(',');
  const at = columns.map(name => names.indexOf(name));
  return rows.map(row => {
    const cells = row.split(',');
    const [time = '', ...prices] = at.map(index => cells[index] ?? '');
    const [o = 0, h = 0, l = 0, c = 0] = prices.map(price =>
      Math.round(Number(price) * 10 ** digits),
    );
    return { time: Date.parse(time.replace(/\.0+Z$/, 'Z').replace(' ', 'T')) * 1000, o, h, l, c };
  });
}

const side = (name: string) => ['o', 'h', 'l', 'c'].map(each => `${name}_${each}`);

describe('recorded bars', () => {
  it.skipIf(absent).each<[string, PathOrder, Granularity[], number]>([
    ['oanda-2024/EUR_USD_M5', 'low-first', ['M5', 'H1'], 3_999],
    ['oanda-2024/EUR_USD_H4', 'nearest-first', ['H4', 'D'], 3_999],
    ['oanda-2014/EUR_USD_M1_2014-05-01_2014-05-07', 'high-first', ['M1', 'M5'], 6_887],
  ])('%s fold back on both sides [needs the recordings]', async (...row) => {
    const [file, order, granularities, count] = row;
    const path = `candles/${file}.csv.gz`;
    const bid = barsIn(path, ['time', ...side('bid')], 5);
    const ask = barsIn(path, ['time', ...side('ask')], 5);
    expect([bid.length, ask.length]).toEqual([count, count]);
    const { columns } = await load(path, 'EUR_USD', { bars: { path: order } });
    for (const [price, bars] of [
      ['bid', bid],
      ['ask', ask],
    ] as const) {
      for (const each of granularities) {
        const made = folded(spansOf(columns, price), each);
        expect(firstDifference(made, folded(bars, each))).toBeUndefined();
      }
    }
  });

  it.skipIf(absent)(
    'of mid prices fold back where the spread is even [needs the recordings]',
    async () => {
      const path = 'candles/oanda-2020-mid/EUR_USD_H1.csv.gz';
      const bars = barsIn(path, ['time', 'Open', 'High', 'Low', 'Close'], 5);
      const make = (spread: string) => load(path, 'EUR_USD', { bars: { price: 'mid', spread } });
      const even = await make('0.00012');
      expect(firstDifference(folded(spansOf(even.columns, 'mid'), 'H1'), bars)).toBeUndefined();
      expect(even.bars).toMatchObject({ bars: 5_000, inexactMids: 0 });
      const odd = await make('0.00013');
      const mids = folded(spansOf(odd.columns, 'mid'), 'H1');
      const off = bars.filter((bar, row) => !isSame(bar, mids[row] as Span));
      expect(odd.bars?.inexactMids).toBe(off.length);
      expect(off.length).toBeGreaterThan(3_000);
    },
  );

  it.skipIf(absent)(
    'of one side a file fold back, with the side in the name [needs the recordings]',
    async () => {
      const path = 'candles/fxcm-m1/USD_JPY_M1_bid.csv.gz';
      const { columns, bars } = await load(path, 'USD_JPY', { bars: { spread: '0.010' } });
      expect(bars).toMatchObject({ price: 'bid', granularity: 'M1', bars: 28_761 });
      const expected = barsIn(path, ['timestamp', 'open', 'high', 'low', 'close'], 3);
      expect(firstDifference(folded(spansOf(columns, 'bid'), 'M1'), expected)).toBeUndefined();
      expect(
        firstDifference(folded(spansOf(columns, 'bid'), 'H1'), folded(expected, 'H1')),
      ).toBeUndefined();
    },
  );

  it.skipIf(absent).each([
    ['second', 'S1', 'S5'],
    ['minute', 'M1', 'M1'],
  ] as const)(
    'of a LEAN %s archive fold back on both sides [needs the recordings]',
    async (word, length, granularity) => {
      const path = `formats/lean-oanda/${word}/eurusd/20140502_quote.zip`;
      const { columns, bars, layout } = await load(path, 'EUR_USD', {});
      expect([layout, bars?.granularity, bars?.price]).toEqual(['lean-bars', length, 'bid-ask']);
      const [content] = Object.values(unzipSync(readFileSync(pathOf(path))));
      const rows = new TextDecoder().decode(content).trim().split('\n');
      expect(bars?.bars).toBe(rows.length);
      const midnight = Date.UTC(2014, 4, 2) * 1000;
      const spans = (from: number) =>
        rows.map(row => {
          const cells = row.split(',').map(Number);
          const points = (at: number) => Math.round((cells[from + at] ?? 0) * 1e5);
          const time = midnight + (cells[0] ?? 0) * 1000;
          return { time, o: points(0), h: points(1), l: points(2), c: points(3) };
        });
      expect(
        firstDifference(
          folded(spansOf(columns, 'bid'), granularity),
          folded(spans(1), granularity),
        ),
      ).toBeUndefined();
      expect(
        firstDifference(
          folded(spansOf(columns, 'ask'), granularity),
          folded(spans(6), granularity),
        ),
      ).toBeUndefined();
    },
  );

  it.skipIf(absent)(
    'ticks of a Dukascopy array are the numbers of the file [needs the recordings]',
    async () => {
      const path = 'formats/dukascopy-json/EURUSD_2019-02-04_ticks.json';
      const { columns } = await load(path, 'EUR_USD', {});
      const rows = JSON.parse(readFileSync(pathOf(path), 'utf8')) as number[][];
      const points = (at: number) => rows.map(row => Math.round((row[at] ?? 0) * 1e5));
      expect(columns.length).toBe(3_733);
      expect([...columns.time]).toEqual(rows.map(([time = 0]) => time * 1000));
      expect([[...columns.ask], [...columns.bid]]).toEqual([points(1), points(2)]);
      expect([...(columns.askVolume ?? [])]).toEqual(
        rows.map(row => Math.round((row[3] ?? 0) * 1e6)),
      );
    },
  );
});
