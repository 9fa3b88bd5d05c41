import { describe, expect, it } from 'vitest';
import { formatRfc3339, type Instant } from '../../../../../../src/core/time/instant.js';
import type { ReadOptions } from '../../../../../../src/data/storage/ticks/read/read-options.js';
import {
  lines,
  read,
  faultOf as refusal,
  tickFile,
} from '../../../../../support/files/tick-files.js';

/** What the bars of a file need besides what it says. */
const BID = {
  granularity: 'M1',
  timeZone: 'UTC',
  bars: { price: 'bid', spread: '0.0001' },
} as const;
const FIRST = '1.08400,1.08420,1.08390,1.08410';
const SECOND = '1.08410,1.08430,1.08400,1.08420';

/** The message with which a file is refused. */
async function faultOf(path: string, options: Partial<ReadOptions>): Promise<string> {
  return (await refusal(path, options)).message;
}

/** The instants at which the bars of a file start, with their open. */
async function starts(content: string, options: Partial<ReadOptions> = {}, name = 'EUR_USD.csv') {
  const { columns } = await read(tickFile(content, name), { ...BID, ...options });
  return Array.from({ length: columns.length / 4 }, (_, bar) => {
    const time = formatRfc3339(columns.time[bar * 4] as Instant).slice(0, 16);
    return `${time} ${columns.bid[bar * 4]}`;
  });
}

const TWO = ['2024-03-05T10:00 108400', '2024-03-05T10:01 108410'];
const NAMED = 'time,open,high,low,close';

describe('files of other programs', () => {
  it('may have epochs in nanoseconds, of which digits below a microsecond are cut', async () => {
    const rows = [`1709632800000000000,${FIRST}`, `1709632860000000001,${SECOND}`];
    const content = lines(NAMED, ...rows);
    expect(await starts(content)).toEqual(TWO);
    expect((await read(tickFile(content), BID)).cutDigits).toBe(1);
    const ticks = lines('time,bid,ask', '1709632800000000000,1.08400,1.08410');
    expect((await read(tickFile(ticks))).columns.time[0]).toBe(1_709_632_800_000_000);
  });

  it('may have the columns of flat files of aggregates', async () => {
    const header = 'ticker,volume,open,close,high,low,window_start,transactions';
    const row = 'C:EUR-USD,10,1.084,1.0841,1.0842,1.0839,1709632800000000000,7';
    expect(await starts(lines(header, row))).toEqual([TWO[0]]);
  });

  it.each([
    ['EURUSD_Candlestick_1_M_BID_05.03.2024-06.03.2024.csv', 'M1'],
    ['EURUSD_15 Mins_Bid_2024.03.05_2024.03.06.csv', 'M15'],
    ['EUR_USD-5m.csv', 'M5'],
    ['EURUSD_4_Hours_Bid.csv', 'H4'],
    ['EURUSD_10_Secs_Bid.csv', 'S10'],
    ['EUR_USD_M.csv', 'M'],
  ])('the name %s says bars of %s', async (name, granularity) => {
    const content = lines('Gmt time,Open,High,Low,Close', `05.03.2024 00:00:00.000,${FIRST}`);
    const { bars } = await read(tickFile(content, name), { bars: BID.bars });
    expect(bars?.granularity).toBe(granularity);
  });

  it('may name the zone in the header of times; one that is not UTC is asked for', async () => {
    const content = (zone: string) =>
      lines(`Time (${zone}),Open,High,Low,Close,Volume `, `2024.03.05 10:00:00,${FIRST},10.5`);
    const options = { granularity: 'M1', bars: BID.bars };
    const utc = await read(tickFile(content('UTC')), options);
    expect(utc.columns.time[0]).toBe(1_709_632_800_000_000);
    expect(await faultOf(tickFile(content('EET')), options)).toMatch(
      /must have a zone.*--time-zone/,
    );
  });

  it('may have the noise of 32-bit floats, which is rounded when asked for', async () => {
    const noise = '1.0839999914169312,1.084200024604797,1.083899974822998,1.0841000080108643';
    const content = lines(NAMED, `2024-03-05T10:00:00Z,${noise}`);
    expect(await starts(content, { round: true })).toEqual([TWO[0]]);
    expect(await faultOf(tickFile(content), BID)).toMatch(/more than 5 decimals.*--round/);
    const ticks = lines(
      'time,bid,ask',
      '2024-03-05T10:00:00Z,1.0839999914169312,1.084100008010864',
    );
    const { columns } = await read(tickFile(ticks), { round: true });
    expect([columns.bid[0], columns.ask[0]]).toEqual([108_400, 108_410]);
  });

  it('may have clocks of 12 hours', async () => {
    const rows = ['12:00:00 AM', '9:30:00 am', '12:00:00 PM', '01:00 PM'];
    const content = lines(NAMED, ...rows.map(time => `2024-03-05 ${time},${FIRST}`));
    expect((await starts(content)).map(bar => bar.slice(11, 16))).toEqual([
      '00:00',
      '09:30',
      '12:00',
      '13:00',
    ]);
    const bad = lines(NAMED, `2024-03-05 13:00:00 PM,${FIRST}`);
    expect(await faultOf(tickFile(bad), BID)).toMatch(/must be a date and time/);
    const mapping = {
      columns: { time: 0, open: 1, high: 2, low: 3, close: 4 },
      timeFormat: 'MM/dd/yyyy hh:mm:ss a',
    };
    const mapped = lines(NAMED, `03/05/2024 10:00:00 AM,${FIRST}`);
    expect(await starts(mapped, { layout: mapping })).toEqual([TWO[0]]);
  });

  it('may have decimal commas where other marks stand between cells', async () => {
    const rows = [`10:00;${FIRST}`, `10:01;${SECOND}`];
    const comma = (row: string) => `2024-03-05 ${row.replaceAll(',', ';').replaceAll('.', ',')}`;
    const content = lines(NAMED.replaceAll(',', ';'), ...rows.map(comma));
    expect(await starts(content)).toEqual(TWO);
    expect(await starts(content.replaceAll(';', '\t'))).toEqual(TWO);
  });

  it('need no delimiter for a mapping when the first line shows it', async () => {
    const columns = { time: 0, open: 1, high: 2, low: 3, close: 4 };
    const content = lines('a;b;c;d;e', `2024-03-05 10:00;${FIRST.replaceAll(',', ';')}`);
    expect(await starts(content, { layout: { columns } })).toEqual([TWO[0]]);
    const blanks = lines('a b c d e', `2024-03-05T10:00:00Z ${FIRST.replaceAll(',', ' ')}`);
    const fault = await faultOf(tickFile(blanks), { ...BID, layout: { columns } });
    expect(fault).toMatch(/must have a column 1, was 1 wide; give the delimiter \(--delimiter\)/);
  });
});

describe('dates with slashes', () => {
  const days = (...dates: readonly string[]) =>
    lines(NAMED, ...dates.map(date => `${date},${FIRST}`));
  const options = { ...BID, granularity: 'D' };

  it.each([
    [
      ['04/29/2024', '04/30/2024', '05/01/2024'],
      ['2024-04-29', '2024-04-30', '2024-05-01'],
    ],
    [
      ['29/04/2024', '30/04/2024', '01/05/2024'],
      ['2024-04-29', '2024-04-30', '2024-05-01'],
    ],
    [
      ['11/03/2024', '12/03/2024', '13/03/2024'],
      ['2024-03-11', '2024-03-12', '2024-03-13'],
    ],
    [
      ['2024/03/11', '2024/03/12'],
      ['2024-03-11', '2024-03-12'],
    ],
  ])('%j are %j: the first date that only one order can read decides', async (dates, expected) => {
    const found = await starts(days(...dates), options);
    expect(found.map(bar => bar.slice(0, 10))).toEqual(expected);
  });

  it('are refused with the way out when every one could be read in both orders', async () => {
    const fault = await faultOf(tickFile(days('03/05/2024', '03/06/2024')), options);
    expect(fault).toMatch(/day or the month first in every row.*--time-format.*was "03\/05\/2024"/);
  });

  it('are refused where the order changes, and where there is no such date', async () => {
    const mixed = await faultOf(tickFile(days('04/30/2024', '30/05/2024')), options);
    expect(mixed).toMatch(/:3: time: must be month-first, as before, was "30\/05\/2024"/);
    const none = await faultOf(tickFile(days('13/13/2024')), options);
    expect(none).toMatch(/must be a date and time/);
  });
});

describe('bid and ask in two files', () => {
  const rowsOf = (...rows: readonly string[]) =>
    tickFile(lines(NAMED, ...rows.map(row => `2024-03-05 ${row}`)), 'EUR_USD_M1.csv');
  const both = { granularity: 'M1', timeZone: 'UTC' };
  const up = (prices: string) => prices.replaceAll(/(\d)(,|$)/g, '2$2');

  it('are bars with both sides', async () => {
    const bid = rowsOf(`10:00,${FIRST}`, `10:01,${SECOND}`);
    const askBars = rowsOf(`10:00,${up(FIRST)}`, `10:01,${up(SECOND)}`);
    const { columns, bars } = await read(bid, { ...both, askBars });
    expect(bars?.price).toBe('bid-ask');
    expect([...columns.ask].map((ask, row) => ask - (columns.bid[row] as number))).toEqual(
      Array(8).fill(2),
    );
  });

  it('must have the same bars, unless bad rows are left out', async () => {
    const [one, two] = [`10:00,${FIRST}`, `10:01,${SECOND}`];
    const short = await faultOf(rowsOf(one, two), { ...both, askBars: rowsOf(one) });
    expect(short).toMatch(/:3: time: has no bar of the ask, was 2024-03-05T10:01/);
    const long = await faultOf(rowsOf(one), { ...both, askBars: rowsOf(one, two) });
    expect(long).toMatch(/time: has no bar of the bid, was 2024-03-05T10:01/);
    const policy = { badRows: 'skip', order: 'error' } as const;
    const { columns, skipped } = await read(rowsOf(one, two), {
      ...both,
      askBars: rowsOf(one),
      policy,
    });
    expect([columns.length, skipped[0]?.count]).toEqual([4, 1]);
  });

  it('are refused when one of them has both already', async () => {
    const sides = 'time,bid_open,bid_high,bid_low,bid_close,ask_open,ask_high,ask_low,ask_close';
    const whole = tickFile(lines(sides, `2024-03-05 10:00,${FIRST},${up(FIRST)}`));
    const askBars = rowsOf(`10:00,${FIRST}`);
    expect(await faultOf(whole, { ...both, askBars })).toMatch(/bid and ask already.*--ask-bars/);
  });
});

describe('v20 candles as JSON lines', () => {
  const candle = (minute: number) => ({
    complete: true,
    volume: 10,
    time: `2024-03-05T10:0${minute}:00.000000000Z`,
    mid: { o: '1.08400', h: '1.08420', l: '1.08390', c: '1.08410' },
  });
  const options = { granularity: 'M1', bars: { spread: '0.0001' } };
  const bodies = [0, 1].map(minute => ({
    instrument: 'EUR_USD',
    granularity: 'M1',
    candles: [candle(minute)],
  }));

  it.each([
    ['a candle a line', [candle(0), candle(1)], 2],
    ['one candle', [candle(0)], 1],
    ['a response a line', bodies, 2],
  ])('%s', async (_, values, count) => {
    const content = lines(...values.map(value => JSON.stringify(value)));
    const { columns, layout } = await read(tickFile(content, 'candles.jsonl'), options);
    expect([columns.length, layout]).toEqual([count * 4, 'oanda-candles']);
  });

  it('names the line that is no JSON, and the instrument that was not asked for', async () => {
    const broken = tickFile(lines(JSON.stringify(candle(0)), '{"time":'), 'candles.ndjson');
    expect(await faultOf(broken, options)).toMatch(/candles.ndjson:2: must be JSON/);
    const other = JSON.stringify({ ...bodies[0], instrument: 'GBP_USD' });
    const fault = await faultOf(tickFile(other, 'body.json'), options);
    expect(fault).toMatch(/instrument: must be EUR_USD, which was asked for, was GBP_USD/);
  });
});
