/** Recorded files: the figures are those that the collection's README gives. */

import { describe, expect, it } from 'vitest';
import { instrumentTable } from '../../../../../../src/core/market/instrument-table.js';
import type { TickColumns } from '../../../../../../src/core/market/tick.js';
import type { ReadOptions } from '../../../../../../src/data/storage/ticks/read/read-options.js';
import { sharedData } from '../../../../../support/files/paths.js';
import { read, rowsOf } from '../../../../../support/files/tick-files.js';

const absent = sharedData('ticks') === undefined || sharedData('formats') === undefined;

function load(path: string, name: string, options: Partial<ReadOptions> = {}) {
  const instrument = instrumentTable().get(name);
  const found = sharedData(path);
  if (instrument === undefined || found === undefined) throw new Error(`${path} is not there`);
  return read(found, { instrument, ...options });
}

function spreads({ bid, ask }: TickColumns): [median: number, maximum: number] {
  const all = Int32Array.from(bid, (price, row) => (ask[row] as number) - price).sort(
    (a, b) => a - b,
  );
  return [all[all.length >> 1] as number, all[all.length - 1] as number];
}

describe('recorded files, where the collection is at hand', () => {
  it.skipIf(absent).each([
    ['EUR_USD_2014-05-01_2014-05-07_oanda', 'EUR_USD', 186_092, 992, 12, 150, 1],
    ['NZD_USD_2014-05-01_2014-05-07_oanda', 'NZD_USD', 193_122, 815, 25, 400, 1],
    ['GBP_JPY_2012-12-02_2012-12-14_dukascopy', 'GBP_JPY', 608_996, 0, 20, 460, 1],
    ['EUR_USD_2019-01-01_10k', 'EUR_USD', 10_000, 0, 5, 96, 0],
    ['USD_JPY_2019-01-01_10k', 'USD_JPY', 10_000, 0, 4, 22, 0],
  ])('%s has its rows, equal times, spreads and gaps [needs the recordings]', async (...row) => {
    const [file, name, rows, equal, median, maximum, gaps] = row;
    const volumes = file.endsWith('dukascopy') ? ({ volumes: 'millions' } as const) : {};
    const ticks = await load(`ticks/${file}.csv.gz`, name, volumes);
    expect([ticks.columns.length, ticks.equalTimes, ...spreads(ticks.columns)]).toEqual([
      rows,
      equal,
      median,
      maximum,
    ]);
    expect(ticks.gaps).toHaveLength(gaps);
  });

  it.skipIf(absent)('volumes in millions are noticed [needs the recordings]', async () => {
    const file = 'ticks/GBP_JPY_2012-12-02_2012-12-14_dukascopy.csv.gz';
    await expect(load(file, 'GBP_JPY')).rejects.toThrow('write volumes: millions');
  });

  it.skipIf(absent)(
    'LEAN archives hold the ticks that the joined file of that day holds [needs the recordings]',
    async () => {
      const archive = await load('formats/lean-oanda/tick/eurusd/20140502_quote.zip', 'EUR_USD');
      const joined = await load('ticks/EUR_USD_2014-05-01_2014-05-07_oanda.csv.gz', 'EUR_USD');
      const day = rowsOf(joined.columns).filter(row => row.startsWith('2014-05-02'));
      expect(rowsOf(archive.columns)).toEqual(day);
    },
  );

  it.skipIf(absent)(
    'LEAN archives of FXCM are on a clock of their own [needs the recordings]',
    async () => {
      const options = { timeZone: 'Etc/GMT+5', policy: { badRows: 'skip' } } as const;
      const archive = await load(
        'formats/lean-fxcm/tick/eurusd/20140504_quote.zip',
        'EUR_USD',
        options,
      );
      expect(rowsOf(archive.columns)[0]).toMatch(/^2014-05-04T19:00:51\.815/);
      expect(archive.rows).toBe(8025);
    },
  );

  it.skipIf(absent)(
    'candles become four ticks each, never crossed [needs the recordings]',
    async () => {
      const ticks = await load('candles/oanda-2024/EUR_USD_M5.csv.gz', 'EUR_USD');
      expect([ticks.columns.length, ticks.synthetic]).toEqual([4 * 3999, true]);
      expect(spreads(ticks.columns)[0]).toBeGreaterThan(0);
    },
  );
});
