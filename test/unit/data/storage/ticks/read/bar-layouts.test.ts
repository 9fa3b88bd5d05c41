/** Layouts of bars: how each is found, and the ticks that its rows become. */

import { describe, expect, it } from 'vitest';
import { barLayoutsOf } from '../../../../../../src/data/storage/ticks/read/layouts.js';
import type { ReadOptions } from '../../../../../../src/data/storage/ticks/read/read-options.js';
import { faultOf, lines, read, rowsOf, tickFile } from '../../../../../support/files/tick-files.js';
import { pair } from '../../../../../support/market/fixtures.js';

const HINTS = { name: 'EURUSD.csv', timeZone: undefined };
const SPREAD = { bars: { spread: '0.00010' } } as const;
const MT_ROW = '2012.02.01,00:01,1.30660,1.30670,1.30650,1.30660,0';
const MT5 = '<DATE>\t<TIME>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\t<TICKVOL>\t<VOL>\t<SPREAD>';

/** The ticks of a file as text, and what is said of them. */
async function made(name: string, content: string, options: Partial<ReadOptions>) {
  const { columns, bars, layout } = await read(tickFile(content, name), options);
  return { rows: rowsOf(columns), bars, layout };
}

describe('detection of bars', () => {
  it.each([
    ['oanda-candles', 'time,volume,mid_o,mid_h,mid_l,mid_c'],
    ['histdata-m1', '20120201 000100;1.306600;1.306700;1.306500;1.306600;0'],
    ['mt5-bars', MT5],
    ['mt5-bars', '<DATE>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\t<TICKVOL>\t<VOL>\t<SPREAD>'],
    ['csv-bars', 'time,open,high,low,close'],
    ['csv-bars', ',volume,time,Open,High,Low,Close,Pair'],
    ['csv-bars', 'Date;Time;Open;High;Low;Close;Volume'],
    ['csv-bars', 'Gmt time,Open,High,Low,Close,Volume'],
    ['csv-bars', 'date,bidopen,bidclose,bidhigh,bidlow,askopen,askclose,askhigh,asklow'],
  ])('knows %s by %j', (name, line) => {
    expect(barLayoutsOf(line, HINTS).map(each => each.name)).toEqual([name]);
  });

  it.each(['time,bid,ask', 'time,open,high,low', 'open,high,low,close', ''])(
    'does not guess at %j',
    line => {
      expect(barLayoutsOf(line, HINTS)).toEqual([]);
    },
  );

  it('asks whether a row is of HistData or of MetaTrader 4, which look alike', async () => {
    const content = lines(MT_ROW);
    const fault = await faultOf(tickFile(content, 'EURUSD1.csv'), SPREAD);
    expect(fault.rule).toMatch(
      /^may be histdata-m1-mt \(HistData.*UTC-5 all year\) or mt4 \(.*server time.*\): name the layout/,
    );
    const own = await made('DAT_MT_EURUSD_M1_2012.csv', content, SPREAD);
    expect([own.layout, own.rows[0]?.slice(0, 20)]).toEqual([
      'histdata-m1-mt',
      '2012-02-01T05:01:00.',
    ]);
    const zoned = { ...SPREAD, timeZone: 'Europe/Athens' };
    const server = await made('EURUSD1.csv', content, zoned);
    expect([server.layout, server.rows[0]?.slice(0, 20)]).toEqual(['mt4', '2012-01-31T22:01:00.']);
    const named = await made('EURUSD1.csv', content, { ...SPREAD, layout: 'histdata-m1-mt' });
    expect(named.rows).toEqual(own.rows);
  });
});

describe('volumes of bars', () => {
  const bars = { price: 'bid', spread: '0.00010' } as const;
  const row = '1.10000,1.10010,1.09990,1.10000';
  const mt5Row = `2024.07.01\t00:00:00\t${row.replaceAll(',', '\t')}\t9\t70\t14`;
  const iso = '2024-03-05T10:00:00Z';
  it.each([
    ['mt5-bars', 'EURUSD_M1.csv', lines(MT5, mt5Row), { timeZone: 'UTC' }],
    ['mt4', 'EURUSD1.csv', lines(`2024.07.01,00:01,${row},9`), { timeZone: 'UTC' }],
    ['csv-bars', 'E_M1.csv', lines('time,open,high,low,close,volume', `${iso},${row},9`), {}],
    ['csv-bars', 'E_M1.csv', lines('time,open,high,low,close,Tick_Volume', `${iso},${row},9`), {}],
    [
      'csv-bars',
      'E_M1.csv',
      lines('time,open,high,low,close,volume,tick_volume', `${iso},${row},70,9.0`),
      {},
    ],
    [
      'csv-bars',
      'EURUSD_M1.csv',
      lines('Gmt time,Open,High,Low,Close,Volume', `05.03.2024 10:00:00.000,${row},9.1200`),
      {},
    ],
    [
      'oanda-candles',
      'E_M1.csv',
      lines('time,volume,bid_o,bid_h,bid_l,bid_c', `${iso},9,${row}`),
      {},
    ],
    [
      'mapped-bars',
      'E_M1.csv',
      lines('time,open,high,low,close,n', `${iso},${row},9`),
      { layout: { columns: { open: 'open', high: 2, low: 3, close: 4, volume: 'n' } } },
    ],
  ])('of %s in %s are spread over their ticks', async (layout, name, content, options) => {
    const file = await read(tickFile(content, name), { bars, ...options });
    expect([file.layout, [...(file.columns.prices ?? [])]]).toEqual([layout, [3, 2, 2, 2]]);
  });

  it('that no layout has, or that are all zero, leave each tick one price', async () => {
    const histdata = lines(`20120201 000100;${row.replaceAll(',', ';')};0`);
    const named = lines('time,open,high,low,close,volume', `${iso},${row},0`);
    for (const content of [histdata, named]) {
      const { columns } = await read(tickFile(content, 'EURUSD_M1.csv'), { bars });
      expect(columns.prices).toBeUndefined();
    }
  });
});

describe('rows of bars', () => {
  it('of HistData are bid prices of one minute, at UTC-5 in summer too', async () => {
    const content = lines('20120701 000100;1.306600;1.306700;1.306500;1.306650;0');
    const { rows, bars } = await made('DAT_ASCII_EURUSD_M1_2012.csv', content, SPREAD);
    expect(rows).toEqual([
      '2012-07-01T05:01:00.000000Z 130660 130670',
      '2012-07-01T05:01:15.000000Z 130670 130680',
      '2012-07-01T05:01:30.000000Z 130650 130660',
      '2012-07-01T05:01:45.000000Z 130665 130675',
    ]);
    expect(bars).toMatchObject({ granularity: 'M1', price: 'bid', path: 'nearest-first', bars: 1 });
  });

  it('of MetaTrader 5 through pandas, which drops zeros, have a spread in points', async () => {
    const content = lines(
      'time,open,high,low,close,tick_volume,spread,real_volume',
      '2024-07-01 00:00:00,1.387,1.387,1.387,1.387,9,14,0',
      '2024-07-01 00:01:00,1.38712,1.38715,1.3871,1.38714,9,14,0',
      '2024-07-01 00:02:00,1.4,1.4,1.39,1.39,9,14,0',
    );
    const options = { timeZone: 'UTC', bars: { price: 'bid' } } as const;
    const { rows } = await made('EURUSD_M1.csv', content, options);
    expect(rows.map(row => row.slice(28)).filter((_, row) => row % 4 === 0)).toEqual([
      '138700 138714',
      '138712 138726',
      '140000 140014',
    ]);
    const tabs = [
      '2024.07.01\t00:00:00\t1.387\t1.387\t1.387\t1.387\t9\t0\t14',
      '2024.07.01\t00:01:00\t1.38712\t1.38715\t1.3871\t1.38714\t9\t0\t14',
    ];
    const own = await made('EURUSD_M1.csv', lines(MT5, ...tabs), { timeZone: 'UTC' });
    expect(own.rows[0]).toBe('2024-07-01T00:00:00.000000Z 138700 138714');
  });

  it('with coarser prices than the instrument ask what a point of their spreads is', async () => {
    const bars = Array.from({ length: 10 }, (_, minute) => {
      return `2024-07-01 00:0${minute}:00,160.1${minute},160.5,160.0,160.2,3`;
    });
    const content = lines('time,open,high,low,close,spread', ...bars);
    const options = { instrument: pair('USD_JPY'), timeZone: 'UTC' };
    const fault = await faultOf(tickFile(content, 'USDJPY_M1.csv'), {
      ...options,
      bars: { price: 'bid' },
    });
    expect(fault.message).toMatch(
      /spread: counts points, and no price of the file needs the 3 decimals of the instrument; say what a point is: spread: column:0.01 or column:0.001 \(--spread\)/,
    );
    const said = await made('USDJPY_M1.csv', content, {
      ...options,
      bars: { price: 'bid', spread: 'column:0.01' },
    });
    expect(said.rows[0]?.slice(28)).toBe('160100 160130');
    expect(said.bars?.words).toMatch(/spread from the column in units of 0.01$/);
  });

  it('of MetaTrader 5 have a spread in points of their own prices', async () => {
    const row = '2024.07.01\t00:00:00\t160.850\t160.860\t160.840\t160.855\t9\t0\t14';
    const options = { instrument: pair('USD_JPY'), timeZone: 'America/New_York+7' };
    const { rows, bars } = await made('USDJPY_M1_20240701.csv', lines(MT5, row), options);
    expect(rows[0]).toBe('2024-06-30T21:00:00.000000Z 160850 160864');
    expect(bars).toMatchObject({ price: 'bid', spread: 'column' });
    const old = '2024.07.01\t00:00:00\t160.85\t160.86\t160.84\t160.85\t9\t0\t2';
    const coarse = await made('USDJPY_M1_2.csv', lines(MT5, old), options);
    expect(coarse.rows[0]).toBe('2024-06-30T21:00:00.000000Z 160850 160870');
  });

  it('of MetaTrader 5 have no time of day where they are days, and need a zone', async () => {
    const header = MT5.replace('<TIME>\t', '');
    const content = lines(header, '2024.07.01\t1.07300\t1.07760\t1.07180\t1.07390\t9\t0\t5');
    const days = await made('EURUSD_Daily_2024.csv', content, { timeZone: 'America/New_York+7' });
    expect(days.rows.map(row => row.slice(0, 19))).toEqual([
      '2024-06-30T21:00:00',
      '2024-07-01T03:00:00',
      '2024-07-01T09:00:00',
      '2024-07-01T15:00:00',
    ]);
    const fault = await faultOf(tickFile(content, 'EURUSD_Daily.csv'));
    expect(fault.rule).toMatch(/broker's server time: name its zone \(timeZone, --time-zone\)/);
  });

  it('under the header of a pandas index, which has no name, or the name "index"', async () => {
    for (const name of ['', 'index']) {
      const header = `${name},Open,High,Low,Close,Volume`;
      const content = lines(header, '2024-03-05 10:00:00+00:00,1.1,1.2,1.0,1.1,7');
      const { rows } = await made('EURUSD_M1.csv', content, {
        bars: { price: 'bid', spread: '0.00010' },
      });
      expect(rows[0]).toBe('2024-03-05T10:00:00.000000Z 110000 110010');
    }
  });

  it('under a header are found by name, with date and time apart or in one', async () => {
    const apart = lines('Date;Time;Open;High;Low;Close', '2024-03-05;10:00;1.1;1.2;1.0;1.1');
    const options = { ...SPREAD, granularity: 'M1', timeZone: 'UTC' };
    const mid = { ...options, bars: { price: 'mid', spread: '0.00010' } } as const;
    const { rows } = await made('EURUSD.csv', apart, mid);
    expect(rows[0]).toBe('2024-03-05T10:00:00.000000Z 109995 110005');
    const one = lines('Gmt time,Open,High,Low,Close', '05.03.2024 10:00:00.000,1.1,1.2,1.0,1.1');
    const ask = { granularity: 'M1', bars: { price: 'ask', spread: '0.00010' } } as const;
    expect((await made('EURUSD.csv', one, ask)).rows[0]).toBe(
      '2024-03-05T10:00:00.000000Z 109990 110000',
    );
  });

  it('of both sides need no spread, in whatever order their columns are', async () => {
    const content = lines(
      'date,bidopen,bidclose,bidhigh,bidlow,askopen,askclose,askhigh,asklow',
      '2024-03-05T10:00:00Z,1.10,1.11,1.12,1.09,1.11,1.12,1.13,1.10',
    );
    const { rows, bars } = await made('EUR_USD_H1.csv', content, {});
    expect(rows).toEqual([
      '2024-03-05T10:00:00.000000Z 110000 111000',
      '2024-03-05T10:15:00.000000Z 109000 110000',
      '2024-03-05T10:30:00.000000Z 112000 113000',
      '2024-03-05T10:45:00.000000Z 111000 112000',
    ]);
    expect(bars).toMatchObject({ price: 'bid-ask', granularity: 'H1' });
  });

  it('of a mapping are found by position or by name, with a form of times', async () => {
    const layout = {
      columns: { date: 0, time: 1, open: 2, high: 3, low: 4, close: 5, spread: 6 },
      header: false,
      timeFormat: 'dd/MM/yyyy HH:mm',
      timeZone: 'Europe/London',
    };
    const content = lines('05/07/2024,10:00,1.1,1.2,1.0,1.1,0.00020');
    const options = { layout, granularity: 'M3', bars: { price: 'bid' } } as const;
    const { rows, bars } = await made('EURUSD.csv', content, options);
    expect(rows[0]).toBe('2024-07-05T09:00:00.000000Z 110000 110020');
    expect(rows[1]?.slice(0, 19)).toBe('2024-07-05T09:00:45');
    expect(bars).toMatchObject({ granularity: 'M3', spread: 'column' });
  });

  it('of a mapping are refused with a zone that does not exist', async () => {
    const columns = { time: 0, open: 1, high: 2, low: 3, close: 4 };
    const layout = { columns, header: false, timeZone: 'Europe/Nowhere+7' };
    const fault = await faultOf(tickFile('2024-03-05,1,1,1,1'), { layout, granularity: 'D' });
    expect(fault.rule).toBe('unknown time zone Europe/Nowhere+7');
  });

  it.each([
    [
      'a local time without a zone',
      '2024-03-05 10:00:00',
      /must have a zone: name that of the file/,
    ],
  ])('are refused with %s', async (_, time, rule) => {
    const content = lines('time,open,high,low,close', `${time},1.1,1.2,1.0,1.1`);
    const options = { granularity: 'M1', bars: { price: 'bid', spread: '0.00010' } } as const;
    expect((await faultOf(tickFile(content), options)).rule).toMatch(rule);
  });
});

describe('Dukascopy arrays', () => {
  const array = (...rows: readonly unknown[]) => JSON.stringify(rows);
  const noisy = 1.14540000000001 + 0.00003;

  it('are ticks, ask first, with volumes in millions', async () => {
    const content = array([1549238400994, 1.14545, noisy, 1, 2.06]);
    expect(await made('EURUSD.json', content, {})).toEqual({
      rows: ['2019-02-04T00:00:00.994000Z 114543 114545 2060000 1000000'],
      bars: undefined,
      layout: 'dukascopy-json',
    });
    const plain = await made('EURUSD.json', array([1549238400994, 1.14545, 1.14543]), {});
    expect(plain.rows).toEqual(['2019-02-04T00:00:00.994000Z 114543 114545']);
  });

  it('are refused by the row, counted from 0', async () => {
    const good = [1549238400994, 1.14545, 1.14543];
    const path = tickFile(array(good, [1549238400995, '1.1', 1]), 'EURUSD.json');
    expect((await faultOf(path)).message).toBe(
      `${path}[1]: row: must be an array of numbers, was "[1549238400995,\\"1.1\\",1]"`,
    );
  });
});
