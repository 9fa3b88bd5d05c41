/** Marks of ticks that were made from bars: written with the ticks, read back, and put on another path. */

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { BarOptions } from '../../../../../../src/data/storage/ticks/bars/bar-options.js';
import type { ReadOptions } from '../../../../../../src/data/storage/ticks/read/read-options.js';
import type { TickFile } from '../../../../../../src/data/storage/ticks/read/read-ticks.js';
import { writeTicks } from '../../../../../../src/data/storage/ticks/write-ticks.js';
import {
  faultOf,
  lines,
  read,
  scratchPath,
  tickFile,
} from '../../../../../support/files/tick-files.js';
import { pair } from '../../../../../support/market/fixtures.js';

const HOURS = Array.from({ length: 24 }, (_, hour) => (hour % 2 === 0 ? '0.00010' : '0.00030'));
const ONE_SIDE = lines(
  'time,open,high,low,close,volume',
  '2024-03-05T10:00:00Z,1.10000,1.10031,1.09990,1.10010,10',
  '2024-03-05T11:00:00Z,1.10010,1.10015,1.09950,1.10010,3',
  '2024-03-05T12:00:00Z,1.10010,1.10010,1.10010,1.10010,',
  '2024-03-05T14:00:00Z,1.10010,1.10040,1.09980,1.10000,0',
);
const BOTH = lines(
  'time,bid_o,bid_h,bid_l,bid_c,ask_o,ask_h,ask_l,ask_c',
  '2024-03-05T10:00:00Z,1.10,1.12,1.07,1.11,1.11,1.15,1.10,1.12',
  '2024-03-05T11:00:00Z,1.10,1.15,1.09,1.11,1.11,1.16,1.09,1.12',
);
const CHOICES: readonly (readonly [string, string, BarOptions])[] = [
  ['bid', ONE_SIDE, { price: 'bid', spread: '0.00010' }],
  ['ask', ONE_SIDE, { price: 'ask', spread: { hours: HOURS } }],
  ['mid', ONE_SIDE, { price: 'mid', spread: { hours: HOURS, clock: 'UTC' } }],
  ['odd mid', ONE_SIDE, { price: 'mid', spread: '0.00011' }],
  ['both sides', BOTH, {}],
];

const bars = (content: string, options: BarOptions) =>
  read(tickFile(content, 'EURUSD_H1.csv'), { bars: options });

/** Writes the ticks and reads them again. */
async function again(ticks: TickFile, name = 'EUR_USD.csv', options: Partial<ReadOptions> = {}) {
  const path = scratchPath(name);
  await writeTicks(path, pair('EUR_USD'), ticks.columns, { bars: ticks.bars as never });
  return { path, ticks: await read(path, options) };
}

/** The columns as plain numbers, whatever their arrays are. */
const plain = ({ columns }: TickFile) =>
  Object.entries(columns).map(([name, column]) => [
    name,
    typeof column === 'number' ? column : [...column],
  ]);

describe('ticks made from bars', () => {
  it.each(CHOICES)(
    'of %s are the same when they were written and read',
    async (_, text, options) => {
      const made = await bars(text, options);
      for (const name of ['EUR_USD.csv', 'EUR_USD.csv.gz']) {
        const { ticks } = await again(made, name);
        expect(plain(ticks)).toEqual(plain(made));
        expect([ticks.layout, ticks.synthetic, ticks.bars]).toEqual(['canonical', true, made.bars]);
      }
    },
  );

  it('say how they were made in their first row', async () => {
    const { path } = await again(await bars(ONE_SIDE, { price: 'bid', spread: '0.00010' }));
    expect(readFileSync(path, 'utf8').split('\n').slice(0, 3)).toEqual([
      'time,bid,ask,leg,prices,bars',
      '2024-03-05T10:00:00.000Z,1.10000,1.10010,0,4,granularity=H1 price=bid path=nearest-first spread=0.00010 inexactMids=0',
      '2024-03-05T10:15:00.000Z,1.09990,1.10000,1,2,',
    ]);
    const zipped = await again(await bars(BOTH, {}), 'EUR_USD.csv.gz');
    expect(gunzipSync(readFileSync(zipped.path)).toString()).toMatch(
      /^time,bid,ask,leg,bars\n.*,0,granularity=H1 price=bid-ask path=nearest-first inexactMids=0\n/,
    );
  });

  it.each(CHOICES)('of %s are put on another path as if read on it', async (_, text, options) => {
    for (const from of ['nearest-first', 'low-first', 'high-first'] as const) {
      const made = await bars(text, { ...options, path: from });
      for (const path of ['nearest-first', 'low-first', 'high-first'] as const) {
        const wanted = await bars(text, { ...options, path });
        const { ticks } = await again(made, 'EUR_USD.csv', { bars: { path } });
        expect(plain(ticks)).toEqual(plain(wanted));
        expect(ticks.bars?.path).toBe(path);
      }
    }
  });

  it('keep their marks in Feather, and under a mapping', async () => {
    const { tableFromArrays, tableToIPC } = await import('apache-arrow');
    const made = await bars(ONE_SIDE, { price: 'bid', spread: '0.00010' });
    const { path } = await again(made);
    const [header = '', ...rows] = readFileSync(path, 'utf8').trim().split('\n');
    const cells = rows.map(row => row.split(','));
    const column = (at: number) => cells.map(row => row[at] ?? '');
    const numbers = (at: number) => Float64Array.from(column(at), Number);
    const table = tableFromArrays({
      time: column(0),
      bid: numbers(1),
      ask: numbers(2),
      leg: Int32Array.from(column(3), Number),
      prices: numbers(4),
      bars: column(5),
    });
    const feather = tickFile(Buffer.from(tableToIPC(table, 'file')), 'EUR_USD.feather');
    const moved = tickFile(lines(`n,${header}`, ...rows.map(row => `0,${row}`)));
    const layout = { columns: { time: 'time', bid: 'bid', ask: 'ask' } };
    for (const ticks of [await read(feather), await read(moved, { layout })]) {
      expect(plain(ticks)).toEqual(plain(made));
      expect(ticks.bars).toEqual(made.bars);
    }
  });

  it('lose a leg whose start was left out, or lies before the file', async () => {
    const content = lines(
      'time,bid,ask,leg,bars',
      '2024-03-05T10:00:00Z,1.1,1.2,1,granularity=M1 price=bid path=low-first spread=0.1 inexactMids=0',
      '2024-03-05T10:00:15Z,1.1,1.2,1,',
      '2024-03-05T10:00:30Z,1.3,1.2,1,',
      '2024-03-05T10:00:45Z,1.1,1.2,1,',
    );
    const { columns, bars: facts } = await read(tickFile(content), { policy: { badRows: 'skip' } });
    expect([...(columns.leg ?? [])]).toEqual([0, 1, 0]);
    expect(facts?.bars).toBe(1);
  });

  it('are distinguished from recorded ticks also where no row says how they were made', async () => {
    const content = lines(
      'time,bid,ask,leg,bars',
      '1709632800,1.1,1.2,0,',
      '1709632860,1.1,1.2,1,',
    );
    const ticks = await read(tickFile(content));
    expect([ticks.synthetic, ticks.bars]).toEqual([true, undefined]);
    expect((await again(ticks)).ticks.synthetic).toBe(true);
  });

  it.each([
    ['leg', '2,', /leg: must be 0 or 1, was "2"/],
    ['bars', '0,candles', /bars: must state how the ticks were made from bars, as granularity=/],
    ['bars', '0,granularity=X1 price=bid path=low-first inexactMids=0', /bars: must state how/],
    ['bars', '0,granularity=M1 price=bid path=low-first', /bars: must state how/],
  ])('are refused with a %s of %j', async (_, cells, message) => {
    const content = lines('time,bid,ask,leg,bars', `2024-03-05T10:00:00Z,1.1,1.2,${cells}`);
    expect((await faultOf(tickFile(content))).message).toMatch(message);
  });

  it('are refused with a number of prices that is none, or with bars of two kinds', async () => {
    const mark = 'granularity=M1 price=bid path=low-first spread=0.00010 inexactMids=0';
    const row = '2024-03-05T10:00:00Z,1.1,1.2,0';
    const header = 'time,bid,ask,leg,prices,bars';
    const odd = lines(header, `${row},-1,${mark}`);
    expect((await faultOf(tickFile(odd))).message).toMatch(/prices: must be a whole number/);
    const two = lines(header, `${row},1,${mark}`, `${row},1,${mark.replace('M1', 'M5')}`);
    expect((await faultOf(tickFile(two))).message).toMatch(
      /:3: bars: must be of one kind in one file of ticks, was granularity=M1 .* and granularity=M5/,
    );
  });
});
