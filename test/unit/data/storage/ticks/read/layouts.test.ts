import { describe, expect, it } from 'vitest';
import { detectLayout, LAYOUTS } from '../../../../../../src/data/storage/ticks/read/layouts.js';
import { faultOf, lines, read, rowsOf, tickFile } from '../../../../../support/files/tick-files.js';
import { pair } from '../../../../../support/market/fixtures.js';

const YEN = { instrument: pair('USD_JPY') };

const FIRST_LINES: readonly (readonly [string, string])[] = [
  ['canonical', 'time,bid,ask'],
  ['canonical', 'Time,Bid,Ask,Bid_Volume,Ask_Volume'],
  ['canonical', 'timestamp,bid,ask'],
  ['histdata', '20120201 000003660,1.306600,1.306770,0'],
  ['dukascopy-site', 'Gmt time,Ask,Bid,AskVolume,BidVolume'],
  ['dukascopy-site', 'Local time,Ask,Bid,AskVolume,BidVolume'],
  ['dukascopy-node', 'timestamp,askPrice,bidPrice'],
  ['dukascopy-node', 'timestamp,askPrice,bidPrice,askVolume,bidVolume'],
  ['duka', 'time,ask,bid,ask_volume,bid_volume'],
  ['truefx', 'EUR/USD,20130101 21:59:59.981,1.32023,1.32054'],
  ['mt5', '<DATE>\t<TIME>\t<BID>\t<ASK>\t<LAST>\t<VOLUME>\t<FLAGS>'],
];

describe('detection', () => {
  it.each(FIRST_LINES)('recognises %s by %j', (name, line) => {
    expect(detectLayout(line)?.name).toBe(name);
    const matching = LAYOUTS.filter(each => each.matches(line.split(each.delimiter)));
    expect(matching).toHaveLength(1);
  });

  it.each([
    'time,ask,bid',
    'time,open,high,low,close',
    '2017-01-01 22:00:20.786,1.1,1.2,1,1',
    '20120201 000003;1.3;1.3;1.3;1.3;0',
    '<DATE>\t<TIME>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>',
    '__proto__,constructor',
    '',
  ])('does not guess at %j', line => {
    expect(detectLayout(line)).toBeUndefined();
  });
});

describe('canonical', () => {
  it('reads RFC 3339 with any offset, and cuts and counts digits below a microsecond', async () => {
    const ticks = await read(
      tickFile(
        lines(
          'time,bid,ask',
          '2024-03-05T10:00:00.123456789+01:00,1.1,1.2',
          '2024-03-05 09:00:01Z,1.1,1.2',
        ),
      ),
    );
    expect(rowsOf(ticks.columns)).toEqual([
      '2024-03-05T09:00:00.123456Z 110000 120000',
      '2024-03-05T09:00:01.000000Z 110000 120000',
    ]);
    expect(ticks.cutDigits).toBe(1);
  });

  it.each([
    ['seconds', '1709632800', '1709632801'],
    ['seconds with decimals', '1709632800.0', '1709632801.000000'],
    ['milliseconds', '1709632800000', '1709632801000'],
    ['microseconds', '1709632800000000', '1709632801000000'],
  ])('tells epochs in %s by their digits', async (_, first, second) => {
    const { columns } = await read(
      tickFile(lines('time,bid,ask', `${first},1.1,1.2`, `${second},1.1,1.2`)),
    );
    expect([...columns.time]).toEqual([1_709_632_800_000_000, 1_709_632_801_000_000]);
  });

  it('holds epochs to the unit that the user names', async () => {
    const path = tickFile(lines('time,bid,ask', '1709632800,1.1,1.2'));
    expect((await read(path, { timeUnit: 's' })).columns.length).toBe(1);
    expect((await faultOf(path, { timeUnit: 'ms' })).rule).toMatch(
      /must be an epoch in ms as in the first row, was 1709632800/,
    );
  });

  it('reads volumes in units', async () => {
    const content = lines(
      'time,bid,ask,bid_volume,ask_volume',
      '2024-03-05T10:00:00Z,1.1,1.2,1500000,0',
    );
    expect(rowsOf((await read(tickFile(content))).columns)).toEqual([
      '2024-03-05T10:00:00.000000Z 110000 120000 1500000 0',
    ]);
  });

  it('digests the bytes on disk, zipped or not', async () => {
    const content = lines('time,bid,ask', '2024-03-05T10:00:00Z,1.1,1.2');
    const plain = await read(tickFile(content));
    const zipped = await read(tickFile(content, 'EUR_USD.csv.gz'));
    expect(plain.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(zipped.digest).not.toBe(plain.digest);
    expect(zipped.columns).toEqual(plain.columns);
    expect(plain.size).toBe(content.length);
  });
});

describe('histdata', () => {
  it('is Eastern Standard Time in summer as in winter', async () => {
    const content = lines(
      '20120201 000003660,1.306600,1.306770,0',
      '20120701 000003660,1.306600,1.306770,0',
    );
    expect(rowsOf((await read(tickFile(content))).columns)).toEqual([
      '2012-02-01T05:00:03.660000Z 130660 130677',
      '2012-07-01T05:00:03.660000Z 130660 130677',
    ]);
  });
});

describe('dukascopy-site', () => {
  it('reads ask first, millions, day before month, and snaps float noise', async () => {
    const content = lines(
      'Gmt time,Ask,Bid,AskVolume,BidVolume',
      '31.07.2011 23:00:00.652,1.1370200000000001,1.13699,2.25,1.1299999952316284',
    ).replaceAll('\n', '\r\n');
    expect(rowsOf((await read(tickFile(content))).columns)).toEqual([
      '2011-07-31T23:00:00.652000Z 113699 113702 1130000 2250000',
    ]);
  });

  it('takes the offset of local times from each row', async () => {
    const header = 'Local time,Ask,Bid,AskVolume,BidVolume';
    const content = lines(
      header,
      '30.03.2024 23:00:00.000 GMT+0100,1.2,1.1,1,1',
      '31.03.2024 03:00:00.000 GMT+0200,1.2,1.1,1,1',
    );
    expect(rowsOf((await read(tickFile(content))).columns).map(row => row.slice(0, 19))).toEqual([
      '2024-03-30T22:00:00',
      '2024-03-31T01:00:00',
    ]);
    const zoneless = lines(header, '30.03.2024 23:00:00.000,1.2,1.1,1,1');
    expect((await faultOf(tickFile(zoneless))).rule).toMatch(/^must end in its offset, GMT\+hhmm/);
  });
});

describe('dukascopy-node and duka', () => {
  it('read ask first', async () => {
    const node = lines('timestamp,askPrice,bidPrice', '1549238400994,1.14545,1.14543');
    const duka = lines(
      'time,ask,bid,ask_volume,bid_volume',
      '2019-02-04 00:00:00.994,1.14545,1.14543,1,2.06',
    );
    expect(rowsOf((await read(tickFile(node))).columns)).toEqual([
      '2019-02-04T00:00:00.994000Z 114543 114545',
    ]);
    expect(rowsOf((await read(tickFile(duka))).columns)).toEqual([
      '2019-02-04T00:00:00.994000Z 114543 114545 2060000 1000000',
    ]);
  });

  it('reads duka without its header when the layout is named', async () => {
    const path = tickFile(lines('2017-01-01 22:00:20.786,1.2,1.1,1,1'));
    expect((await read(path, { layout: 'duka' })).columns.length).toBe(1);
    expect((await faultOf(path)).rule).toMatch(/^fits no known layout/);
  });
});

describe('truefx', () => {
  it('reads the pair column and refuses another pair', async () => {
    const row = 'EUR/USD,20130101 21:59:59.981,1.32023,1.32054';
    expect(rowsOf((await read(tickFile(lines(row)))).columns)).toEqual([
      '2013-01-01T21:59:59.981000Z 132023 132054',
    ]);
    const mixed = lines(row, 'GBP/USD,20130101 22:00:00.981,1.62023,1.62054');
    expect((await faultOf(tickFile(mixed))).rule).toBe(
      'must be EUR/USD in every row, was "GBP/USD"',
    );
  });
});

describe('mt5', () => {
  const HEADER = '<DATE>\t<TIME>\t<BID>\t<ASK>\t<LAST>\t<VOLUME>\t<FLAGS>';
  const options = { timeZone: 'Europe/Helsinki' };

  it('needs the zone of the server and follows its clock changes', async () => {
    const path = tickFile(
      lines(
        HEADER,
        '2022.10.28\t15:00:00.017\t0.86682\t0.86712\t\t\t6',
        '2022.10.31\t15:00:00.017\t0.86682\t0.86712\t\t\t6',
      ),
    );
    expect((await faultOf(path)).message).toMatch(
      /:1: time: MT5 files are in the broker's server time/,
    );
    expect(rowsOf((await read(path, options)).columns)).toEqual([
      '2022-10-28T12:00:00.017000Z 86682 86712',
      '2022-10-31T13:00:00.017000Z 86682 86712',
    ]);
  });

  it('carries the side that a row leaves empty, and counts rows before both were quoted', async () => {
    const day = '2022.11.10';
    const content = lines(
      HEADER,
      `${day}\t15:00:00\t1.1\t\t\t\t2`,
      `${day}\t15:00:01\t1.10001\t_\t_\t_\t2`,
      `${day}\t15:00:02\t\t1.2\t\t\t4`,
      `${day}\t15:00:03\tx\t\t\t\t2`,
      `${day}\t15:00:04\t\t1.3\t\t\t4`,
    );
    const ticks = await read(tickFile(content), { ...options, policy: { badRows: 'skip' } });
    expect(rowsOf(ticks.columns).map(row => row.slice(17))).toEqual([
      '02.000000Z 110001 120000',
      '04.000000Z 110001 130000',
    ]);
    expect(ticks.skipped).toEqual([
      {
        rule: 'row: has only one side, and the other side has had no price yet',
        count: 2,
        firstLines: [2, 3],
        harmless: true,
      },
      { rule: 'bid: must be a plain decimal number', count: 1, firstLines: [5] },
    ]);
  });
});

describe('a mapping', () => {
  it('reads named columns in any order, with a time form in a zone', async () => {
    const content = lines('Day;Offer;When;Sell', '05.03.2024;150.123;10:00:00,250;150.120');
    const ticks = await read(tickFile(content), {
      ...YEN,
      layout: {
        columns: { date: 'Day', time: 'When', bid: 'Sell', ask: 'Offer' },
        delimiter: ';',
        timeFormat: 'dd.MM.yyyy HH:mm:ss,SSS',
        timeZone: 'Asia/Tokyo',
      },
    });
    expect(rowsOf(ticks.columns)).toEqual(['2024-03-05T01:00:00.250000Z 150120 150123']);
    expect(ticks.layout).toBe('mapped');
  });

  it('reads positions without a header, quoted text with delimiters, and volumes in millions', async () => {
    const content = lines('"a, b",1709632800,1.2,1.1,1,2.5');
    const columns = { time: 1, ask: 2, bid: 3, askVolume: 4, bidVolume: 5 };
    const ticks = await read(tickFile(content), {
      layout: { columns, header: false, volumeInMillions: true },
    });
    expect(rowsOf(ticks.columns)).toEqual([
      '2024-03-05T10:00:00.000000Z 110000 120000 2500000 1000000',
    ]);
  });

  it('reads ISO times without a zone in the zone given', async () => {
    const path = tickFile(lines('x,time,bid,ask', '1,2024-07-05 10:00:00,1.1,1.2'));
    const { columns } = await read(path, { layout: { columns: {}, timeZone: 'Europe/London' } });
    expect(rowsOf(columns)).toEqual(['2024-07-05T09:00:00.000000Z 110000 120000']);
    expect((await faultOf(path, { layout: { columns: {} } })).rule).toMatch(/^must have a zone/);
  });

  it('names the column that is missing', async () => {
    const path = tickFile(lines('time,bid,ask', '2024-03-05T10:00:00Z,1.1,1.2'));
    const named = await faultOf(path, { layout: { columns: { bid: 'Sell' } } });
    expect(named.message).toMatch(/:1: header: must have a column Sell, was time,bid,ask$/);
    const far = await faultOf(path, { layout: { columns: { bid: 9 } } });
    expect(far.rule).toBe('must have a column 9, was 3 wide');
    for (const column of [-1, 0.5, Number.NaN]) {
      const odd = await faultOf(path, { layout: { columns: { bid: column } } });
      expect(odd.rule).toBe(`must have a column ${column}, was 3 wide`);
    }
    const silent = await faultOf(path, { layout: { columns: { time: 0, bid: 1 }, header: false } });
    expect([silent.kind, silent.message]).toEqual([
      'scenario',
      'mapping: ask: must name its column, by number or name',
    ]);
  });
});

describe('disorder', () => {
  const content = lines(
    'time,bid,ask',
    ...[3, 1, 2, 3, 1].map((second, row) => `2024-03-05T10:00:0${second}Z,1.0000${row + 1},1.2`),
  );

  it('stops the reading unless the policy says otherwise, also when bad rows are skipped', async () => {
    const fault = await faultOf(tickFile(content), { policy: { badRows: 'skip' } });
    expect(fault.message).toMatch(/:3:1: time: must not go back, was .* after /);
  });

  it('is skipped and counted, also when bad rows stop the reading', async () => {
    const ticks = await read(tickFile(content), { policy: { order: 'skip' } });
    expect([...ticks.columns.bid]).toEqual([100_001, 100_004]);
    expect(ticks.skipped).toEqual([
      { rule: 'time: must not go back', count: 3, firstLines: [3, 4, 6] },
    ]);
  });

  it('is sorted in, rows of one time in the order of the file', async () => {
    const ticks = await read(tickFile(content), { policy: { order: 'sort' } });
    expect([...ticks.columns.bid]).toEqual([100_002, 100_005, 100_003, 100_001, 100_004]);
    expect(ticks.sorted).toBe(3);
  });
});
