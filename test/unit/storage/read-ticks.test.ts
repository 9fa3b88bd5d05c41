import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/core/base/input-error.js';
import type { Instrument } from '../../../src/core/market/instrument.js';
import { instrumentTable } from '../../../src/core/market/instrument-table.js';
import { formatRfc3339, type Instant } from '../../../src/core/time/instant.js';
import { type ReadOptions, readTicks } from '../../../src/storage/ticks/read-ticks.js';
import { normaliseSymbol, symbolOfFile } from '../../../src/storage/ticks/symbol.js';
import { writeTicks } from '../../../src/storage/ticks/write-ticks.js';
import { at } from '../../support/fixtures.js';
import { sharedData } from '../../support/paths.js';
import { temporaryFile, temporaryFolder } from '../../support/temporary.js';

const instrument = (name: string) => instrumentTable().get(name) as Instrument;
const EUR_USD = instrument('EUR_USD');
const HEAD = 'time,bid,ask\n';
const ROW = '2024-03-05T10:00:00.000Z,1.08505,1.08520\n';
const NEXT = '2024-03-05T10:00:01.000Z,1.08506,1.08521\n';

async function read(
  content: string | Uint8Array,
  options: Partial<ReadOptions> = {},
  name = 'x.csv',
) {
  return readTicks(temporaryFile(name, content), { instrument: EUR_USD, ...options });
}

/** The message of the refusal, without the folder. */
async function refusal(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).kind).toBe('data');
    return (error as Error).message.replace(/^.*[/\\]/, '');
  }
  throw new Error('was accepted');
}

describe('bad tick files', () => {
  it.each<[string, string | Uint8Array, string]>([
    [
      'too few columns',
      `${HEAD}2024-03-05T10:00:00Z,1.1\n`,
      'x.csv:2:1: row: must have 3 columns, was 2',
    ],
    [
      'too many columns',
      `${HEAD}2024-03-05T10:00:00Z,1.1,1.2,5\n`,
      'x.csv:2:1: row: must have 3 columns, was 4',
    ],
    ['no header', ROW, 'x.csv:1: fits no known layout'],
    ['blank line', `${HEAD}${ROW}\n${NEXT}`, 'x.csv:3:1: row: is blank'],
    ['NUL', `${HEAD}2024-03-05T10:00:00Z,1.1\u0000,1.2\n`, 'x.csv:2:1: row: holds a NUL byte'],
    [
      'latin-1',
      Buffer.concat([Buffer.from(HEAD), Buffer.from([0xe9]), Buffer.from(ROW)]),
      'x.csv:2:1: row: is not UTF-8',
    ],
    [
      'NaN',
      `${HEAD}2024-03-05T10:00:00Z,NaN,1.2\n`,
      'x.csv:2:22: bid: must be a plain decimal number, was "NaN"',
    ],
    [
      'Infinity',
      `${HEAD}2024-03-05T10:00:00Z,1.1,Infinity\n`,
      'x.csv:2:26: ask: must be a plain decimal number, was "Infinity"',
    ],
    [
      '1e400',
      `${HEAD}2024-03-05T10:00:00Z,1e400,1.2\n`,
      'x.csv:2:22: bid: must be a plain decimal number, was "1e400"',
    ],
    [
      'hex',
      `${HEAD}2024-03-05T10:00:00Z,0x10,1.2\n`,
      'x.csv:2:22: bid: must be a plain decimal number, was "0x10"',
    ],
    [
      'decimal comma',
      `${HEAD}2024-03-05T10:00:00Z,"1,5","1,6"\n`,
      'x.csv:2:22: bid: must be a plain decimal number, was "1,5"',
    ],
    [
      'negative price',
      `${HEAD}2024-03-05T10:00:00Z,-1.1,1.2\n`,
      'x.csv:2:22: bid: must be a plain decimal number, was "-1.1"',
    ],
    [
      'zero price',
      `${HEAD}2024-03-05T10:00:00Z,0,1.2\n`,
      'x.csv:2:22: bid: must be above zero, was 0',
    ],
    [
      'empty price',
      `${HEAD}2024-03-05T10:00:00Z,,1.2\n`,
      'x.csv:2:22: bid: must be a number, was empty',
    ],
    [
      'too precise',
      `${HEAD}2024-03-05T10:00:00Z,1.100001,1.2\n`,
      'x.csv:2:22: bid: has more than 5 decimals, was 1.100001',
    ],
    [
      'too large',
      `${HEAD}2024-03-05T10:00:00Z,99999999,99999999\n`,
      'x.csv:2:22: bid: is too large, was 99999999',
    ],
    [
      'crossed',
      `${HEAD}2024-03-05T10:00:00Z,1.1002,1.1000\n`,
      'x.csv:2:22: bid: must not be above ask, was 1.1002 over 1.1000',
    ],
    [
      'time running back',
      `${HEAD}${NEXT}${ROW}`,
      'x.csv:3:1: time: must not run back, was 2024-03-05T10:00:00.000000000Z after 2024-03-05T10:00:01.000000000Z',
    ],
    [
      'no zone',
      `${HEAD}2024-03-05T10:00:00,1.1,1.2\n`,
      'x.csv:2:1: time: must carry a zone (Z or +hh:mm), was 2024-03-05T10:00:00',
    ],
    [
      'no such day',
      `${HEAD}2024-02-30T10:00:00Z,1.1,1.2\n`,
      'x.csv:2:1: time: must be an RFC 3339 time, was "2024-02-30T10:00:00Z"',
    ],
    [
      'mixed epochs',
      `${HEAD}1709632800000,1.1,1.2\n1709632801,1.1,1.2\n`,
      'x.csv:3:1: time: mixes units: epoch in ms expected, was 1709632801 (s)',
    ],
    [
      'epoch after text',
      `${HEAD}${ROW}1709632801,1.1,1.2\n`,
      'x.csv:3:1: time: must be an RFC 3339 time, was "1709632801"',
    ],
    [
      'truncated last row',
      `${HEAD}${ROW}2024-03-05T10:0`,
      'x.csv:3:1: row: must have 3 columns, was 1',
    ],
    ['empty file', '', 'x.csv: is empty'],
    ['header only', HEAD, 'x.csv: holds no tick'],
    ['prototype keys', '__proto__,constructor,toString\n1,2,3\n', 'x.csv:1: fits no known layout'],
  ])('%s', async (_name, content, message) => {
    expect(await refusal(read(content))).toContain(message);
  });

  it('a gzip file cut in half', async () => {
    const whole = gzipSync(HEAD + ROW.repeat(5000));
    const half = whole.subarray(0, whole.length >> 1);
    expect(await refusal(read(half, {}, 'x.csv.gz'))).toContain('is not a whole gzip file');
  });

  it('a folder, a missing file and a pipe', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'd.csv'));
    execFileSync('mkfifo', [join(folder, 'p.csv')]);
    const options = { instrument: EUR_USD };
    expect(await refusal(readTicks(join(folder, 'd.csv'), options))).toBe(
      'd.csv: is not a regular file, nor a folder of LEAN archives (YYYYMMDD_quote.zip)',
    );
    expect(await refusal(readTicks(join(folder, 'p.csv'), options))).toBe(
      'p.csv: is not a regular file',
    );
    expect(await refusal(readTicks(join(folder, 'n.csv'), options))).toBe('n.csv: no such file');
  });

  it('an endless line is stopped before it fills the memory', async () => {
    const long = Buffer.alloc(50_000_000, 0x31);
    const before = process.memoryUsage().arrayBuffers;
    const content = Buffer.concat([Buffer.from(HEAD), long]);
    expect(await refusal(read(content))).toContain('a line is longer than 65536 bytes');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(200_000_000);
  });

  it('an unknown layout name lists the known ones', async () => {
    await expect(read(HEAD + ROW, { layout: 'nope' })).rejects.toMatchObject({
      kind: 'scenario',
      rule: expect.stringContaining('unknown layout nope; known are canonical'),
    });
  });

  it('MT5 files without a zone say what is missing', async () => {
    const text = '<DATE>\t<TIME>\t<BID>\t<ASK>\t<LAST>\t<VOLUME>\t<FLAGS>\n';
    expect(await refusal(read(text))).toContain('name its zone (timeZone)');
  });
});

describe('policies', () => {
  const mixed = `${HEAD}${ROW}2024-03-05T10:00:02Z,1.2,1.1\n2024-03-05T10:00:03Z,x,1.1\n${NEXT}2024-03-05T10:00:04Z,1.3,1.1\n`;

  it('skip counts bad rows by rule and lists their first lines', async () => {
    const ticks = await read(mixed, { policy: { badRows: 'skip' } });
    expect(ticks.columns.length).toBe(2);
    expect(ticks.skipped).toEqual([
      { rule: 'bid: must not be above ask', count: 2, firstLines: [3, 6] },
      { rule: 'bid: must be a plain decimal number', count: 1, firstLines: [4] },
    ]);
  });

  it('sort puts rows in order and keeps the file order of equal times', async () => {
    const late = '2024-03-05T10:00:01.000Z,1.08507,1.08522\n';
    const ticks = await read(HEAD + NEXT + late + ROW, { policy: { order: 'sort' } });
    expect([...ticks.columns.bid]).toEqual([108_505, 108_506, 108_507]);
    expect([ticks.sorted, ticks.equalTimes]).toEqual([1, 1]);
  });
});

describe('layouts', () => {
  const first = (ticks: Awaited<ReturnType<typeof read>>) => ({
    layout: ticks.layout,
    time: formatRfc3339(ticks.columns.time[0] as Instant),
    bid: ticks.columns.bid[0],
    ask: ticks.columns.ask[0],
    volumes: ticks.columns.bidVolume && [ticks.columns.bidVolume[0], ticks.columns.askVolume?.[0]],
  });

  it.each<[string, string, Partial<ReadOptions>, object]>([
    [
      'canonical with volumes',
      'time,bid,ask,bid_volume,ask_volume\n2024-03-05T10:00:00Z,1.1,1.2,500,700\n',
      {},
      {
        layout: 'canonical',
        time: '2024-03-05T10:00:00.000000000Z',
        bid: 110_000,
        ask: 120_000,
        volumes: [500, 700],
      },
    ],
    [
      'BOM and CRLF',
      '\ufefftime,bid,ask\r\n2024-03-05T10:00:00Z,1.1,1.2\r\n',
      {},
      { layout: 'canonical', bid: 110_000 },
    ],
    [
      'epoch seconds',
      'time,bid,ask\n1709632800,1.1,1.2\n',
      {},
      { time: '2024-03-05T10:00:00.000000000Z' },
    ],
    [
      'epoch microseconds',
      'time,bid,ask\n1709632800000001,1.1,1.2\n',
      {},
      { time: '2024-03-05T10:00:00.000001000Z' },
    ],
    [
      'histdata',
      '20120201 000003660,1.306600,1.306770,0\n',
      {},
      { layout: 'histdata', time: '2012-02-01T05:00:03.660000000Z', bid: 130_660, ask: 130_677 },
    ],
    [
      'dukascopy site',
      'Gmt time,Ask,Bid,AskVolume,BidVolume\r\n31.07.2011 23:00:00.652,1.1370200000000001,1.13699,2.25,1.13\r\n',
      {},
      {
        layout: 'dukascopy-site',
        time: '2011-07-31T23:00:00.652000000Z',
        bid: 113_699,
        ask: 113_702,
        volumes: [1_130_000, 2_250_000],
      },
    ],
    [
      'dukascopy local',
      'Local time,Ask,Bid,AskVolume,BidVolume\n31.07.2011 23:00:00.652 GMT+0100,1.13702,1.13699,1,1\n',
      {},
      { time: '2011-07-31T22:00:00.652000000Z' },
    ],
    [
      'dukascopy-node',
      'timestamp,askPrice,bidPrice,askVolume,bidVolume\n1549238400994,1.14545,1.14543,1,2.06\n',
      {},
      {
        layout: 'dukascopy-node',
        time: '2019-02-04T00:00:00.994000000Z',
        bid: 114_543,
        ask: 114_545,
        volumes: [2_060_000, 1_000_000],
      },
    ],
    [
      'duka',
      'time,ask,bid,ask_volume,bid_volume\n2017-01-01 22:00:20.786,1.05,1.04,1,1\n',
      {},
      { layout: 'duka', time: '2017-01-01T22:00:20.786000000Z', bid: 104_000 },
    ],
    [
      'truefx',
      'EUR/USD,20130101 21:59:59.981,1.32023,1.32054\n',
      {},
      { layout: 'truefx', time: '2013-01-01T21:59:59.981000000Z', bid: 132_023 },
    ],
    [
      'mt5 in server time, one-sided rows',
      '<DATE>\t<TIME>\t<BID>\t<ASK>\t<LAST>\t<VOLUME>\t<FLAGS>\n2022.11.10\t14:59:59.000\t0.86000\t\t\t\t2\n2022.11.10\t15:00:00.017\t0.86682\t0.86712\t\t\t6\n',
      { timeZone: 'Europe/Athens' },
      { layout: 'mt5', time: '2022-11-10T13:00:00.017000000Z', bid: 86_682 },
    ],
    [
      'a mapping',
      'when;a;b\n05/03/2024 10:00:00;1.2;1.1\n',
      {
        layout: {
          columns: { time: 'when', bid: 'b', ask: 'a' },
          delimiter: ';',
          timeFormat: 'dd/MM/yyyy HH:mm:ss',
          timeZone: 'America/New_York',
        },
      },
      { layout: 'mapped', time: '2024-03-05T15:00:00.000000000Z', bid: 110_000 },
    ],
  ])('%s', async (_name, content, options, expected) => {
    expect(first(await read(content, options))).toMatchObject(expected);
  });

  it('a LEAN archive takes its date from its name', async () => {
    const zip = zipSync({
      'a.csv': strToU8('43200277,1.38676,1.38686\n43201000,1.38677,1.38687\n'),
    });
    const ticks = await read(zip, {}, '20140502_quote.zip');
    expect(first(ticks)).toMatchObject({ layout: 'lean', time: '2014-05-02T12:00:00.277000000Z' });
    expect(await refusal(read(zip, {}, 'ticks.zip'))).toContain('is named YYYYMMDD_quote.zip');
    expect(await refusal(read(zip.subarray(0, 40), {}, '20140502_quote.zip'))).toContain(
      'is not a whole zip',
    );
  });

  it('v20 candles become ticks on the declared path, and say so', async () => {
    const side = (o: string, h: string, l: string, c: string) => ({ o, h, l, c });
    const candles = [
      {
        time: '2024-03-05T10:00:00Z',
        volume: 4,
        complete: true,
        bid: side('1.10', '1.12', '1.05', '1.06'),
        ask: side('1.11', '1.13', '1.06', '1.07'),
      },
    ];
    const ticks = await read(
      JSON.stringify({ instrument: 'EUR_USD', granularity: 'M1', candles }),
      {},
      'c.json',
    );
    expect(ticks.synthetic).toBe(true);
    expect([...ticks.columns.bid]).toEqual([110_000, 112_000, 105_000, 106_000]);
    const mid = JSON.stringify({
      granularity: 'M1',
      candles: [{ time: '2024-03-05T10:00:00Z', mid: {} }],
    });
    expect(await refusal(read(mid, {}, 'c.json'))).toContain(
      'a spread cannot be made up from mid prices',
    );
  });

  const formats = sharedData('formats') !== undefined;
  it.skipIf(!formats).each([
    [
      'formats/histdata-ascii/EURUSD_2020-01-01_ticks.csv',
      'EUR_USD',
      9500,
      '2020-01-01T22:00:00.065000000Z',
    ],
    [
      'formats/truefx/USDJPY_2013-01-01_ticks.csv',
      'USD_JPY',
      1000,
      '2013-01-01T22:00:00.295000000Z',
    ],
    [
      'formats/lean-oanda/tick/eurusd/20140502_quote.zip',
      'EUR_USD',
      49_341,
      '2014-05-02T00:00:00.277000000Z',
    ],
    ['ticks/EUR_USD_2019-01-01_10k.csv.gz', 'EUR_USD', 10_000, '2019-01-01T23:00:00.078000000Z'],
    [
      'ticks/NZD_USD_2014-05-01_2014-05-07_oanda.csv.gz',
      'NZD_USD',
      193_122,
      '2014-05-01T00:00:02.230000000Z',
    ],
  ])('recorded file %s', async (path, name, rows, time) => {
    const ticks = await readTicks(sharedData(path) as string, { instrument: instrument(name) });
    expect([ticks.columns.length, formatRfc3339(ticks.columns.time[0] as Instant)]).toEqual([
      rows,
      time,
    ]);
  });

  it.skipIf(!formats)(
    'recorded FXCM ticks: 17,222 crossed rows are refused or counted',
    async () => {
      const path = sharedData('ticks/EUR_USD_2014-05-02_2014-05-05_fxcm.csv.gz') as string;
      expect(await refusal(readTicks(path, { instrument: EUR_USD }))).toContain(
        'csv.gz:19:26: bid: must not be above ask',
      );
      const ticks = await readTicks(path, { instrument: EUR_USD, policy: { badRows: 'skip' } });
      expect(ticks.skipped.map(each => each.count)).toEqual([17_222]);
    },
  );
});

describe('symbols', () => {
  it.each(['EURUSD', 'EUR/USD', 'eurusd', 'EUR-USD', 'EUR_USD'])('%s is EUR_USD', symbol => {
    expect(normaliseSymbol(symbol)).toBe('EUR_USD');
  });

  it('is read off file names', () => {
    const known = new Set(instrumentTable().keys());
    expect(symbolOfFile('DAT_ASCII_EURUSD_T_201202.csv', known)).toBe('EUR_USD');
    expect(symbolOfFile('GBP_JPY_2012.csv.gz', known)).toBe('GBP_JPY');
    expect(symbolOfFile('ticks.csv', known)).toBeUndefined();
  });
});

describe('writing', () => {
  it('what is written reads back the same, with and without volumes and gzip', async () => {
    const rows = fc.array(
      fc.record({
        gap: fc.integer({ min: 0, max: 90_000_000 }),
        bid: fc.integer({ min: 1, max: 2_000_000 }),
        spread: fc.integer({ min: 0, max: 500 }),
        volume: fc.integer({ min: 0, max: 10_000_000 }),
      }),
      { minLength: 1, maxLength: 50 },
    );
    await fc.assert(
      fc.asyncProperty(rows, fc.boolean(), fc.boolean(), async (ticks, volumes, zip) => {
        let time: number = at('2024-03-05T10:00:00Z');
        const times = ticks.map(({ gap }) => {
          time += gap;
          return time;
        });
        const columns = {
          length: ticks.length,
          time: Float64Array.from(times),
          bid: Int32Array.from(ticks, tick => tick.bid),
          ask: Int32Array.from(ticks, tick => tick.bid + tick.spread),
          ...(volumes
            ? {
                bidVolume: Float64Array.from(ticks, tick => tick.volume),
                askVolume: Float64Array.from(ticks, tick => tick.volume + 1),
              }
            : {}),
        };
        const path = join(temporaryFolder(), zip ? 't.csv.gz' : 't.csv');
        await writeTicks(path, EUR_USD, columns);
        const back = await readTicks(path, { instrument: EUR_USD });
        expect(back.columns).toEqual(columns);
      }),
      { numRuns: 40 },
    );
  });
});
