import { describe, expect, it } from 'vitest';
import { floatText, timeText } from '../../../../../../src/data/storage/ticks/binary/table.js';
import { FEATHER_LZ4, FEATHER_ZSTD, PARQUET } from '../../../../../support/files/tables.js';
import { faultOf, read, rowsOf, tickFile } from '../../../../../support/files/tick-files.js';

/** Where the first LZ4 frame begins, after its four bytes of magic. */
const FRAME = FEATHER_LZ4.indexOf(Buffer.from('04224d18', 'hex')) + 4;

const ROWS = (fraction: string) => [
  '2024-03-05T10:00:00.000000Z 110000 110020 1000000 1000000',
  `2024-03-05T10:00:00.${fraction}Z 110001 110013 2500000 500000`,
  '2024-03-05T10:00:01.000000Z 110000 110020 0 3000000',
];

describe('a table', () => {
  it('of Parquet is read by the usual names of columns, floats as exact prices', async () => {
    const ticks = await read(tickFile(PARQUET, 'EUR_USD.parquet'));
    expect(rowsOf(ticks.columns)).toEqual(ROWS('123456'));
    expect([ticks.layout, ticks.rows, ticks.cutDigits]).toEqual(['parquet', 3, 0]);
  });

  it('of Feather may be packed, and loses only digits below a microsecond', async () => {
    const ticks = await read(tickFile(FEATHER_LZ4, 'EUR_USD.feather'));
    expect(rowsOf(ticks.columns)).toEqual(ROWS('123456'));
    expect([ticks.layout, ticks.cutDigits]).toEqual(['feather', 1]);
  });

  it('without a zone needs one', async () => {
    const path = tickFile(FEATHER_ZSTD, 'EUR_USD.arrow');
    expect((await faultOf(path)).message).toBe(
      `${path}:1:1: time: must have a zone (Z or +hh:mm), was 2024-03-05T10:00:00.000000`,
    );
    expect(rowsOf((await read(path, { timeZone: 'UTC' })).columns)).toEqual(ROWS('123000'));
  });

  it('is read by a mapping, by name and by number', async () => {
    const path = tickFile(PARQUET, 'EUR_USD.pq');
    const columns = { time: 'Date', bid: 1, ask: 'Ask Price' };
    const mapped = await read(path, { layout: { columns } });
    expect(rowsOf(mapped.columns)[1]).toBe('2024-03-05T10:00:00.123456Z 110001 110013');
    const fault = await faultOf(path, { layout: { columns: { ...columns, ask: 'note' } } });
    expect(fault.message).toBe(`${path}:1:38: ask: must be a plain decimal number, was "a"`);
  });

  it('of bars is read as their CSV would be, with a mapping or by usual names', async () => {
    const { tableFromArrays, tableToIPC } = await import('apache-arrow');
    const bars = {
      date: ['2024-03-05T10:00:00Z', '2024-03-05T10:05:00Z'],
      open: [1.1, 1.2],
      high: [1.3, 1.3],
      low: [1.05, 1.2],
      close: [1.2, 1.25],
      rsi: [30.5, 70],
    };
    const path = tickFile(
      Buffer.from(tableToIPC(tableFromArrays(bars), 'file')),
      'EUR_USD.feather',
    );
    const wishes = { granularity: 'M5', bars: { price: 'bid', spread: '0.0001' } } as const;
    const named = await read(path, wishes);
    expect(rowsOf(named.columns).slice(0, 4)).toEqual([
      '2024-03-05T10:00:00.000000Z 110000 110010',
      '2024-03-05T10:01:15.000000Z 105000 105010',
      '2024-03-05T10:02:30.000000Z 130000 130010',
      '2024-03-05T10:03:45.000000Z 120000 120010',
    ]);
    const columns = { time: 'date', open: 1, high: 2, low: 3, close: 4 };
    const mapped = await read(path, { ...wishes, layout: { columns } });
    expect(rowsOf(mapped.columns)).toEqual(rowsOf(named.columns));
  });

  it('without columns of prices is refused by the names that it has', async () => {
    const rule = /^must have columns of time, bid and ask, or .* was a,b$/;
    const { tableFromArrays, tableToIPC } = await import('apache-arrow');
    const bytes = Buffer.from(tableToIPC(tableFromArrays({ a: [1], b: [2] }), 'file'));
    expect((await faultOf(tickFile(bytes, 'EUR_USD.feather'))).rule).toMatch(rule);
  });

  it('that is damaged is refused', async () => {
    for (const [name, bytes] of [
      ['EUR_USD.parquet', PARQUET.subarray(0, 400)],
      ['EUR_USD.parquet', Buffer.from(PARQUET).fill(0xff, 20, 120)],
      ['EUR_USD.feather', FEATHER_LZ4.subarray(0, 700)],
      ['EUR_USD.feather', Buffer.from(FEATHER_LZ4).fill(0xff, FRAME, FRAME + 20)],
    ] as const) {
      expect((await faultOf(tickFile(bytes, name))).rule).toMatch(/^is not a sound (Par|Fea)/);
    }
    const old = tickFile(Buffer.from('FEA1....FEA1'), 'EUR_USD.feather');
    expect((await faultOf(old)).rule).toMatch(/^is a Feather file of version 1/);
  });
});

describe('the text of a float', () => {
  it('is the decimal that it stands for, or its own digits', () => {
    expect(floatText(1.1370200000000001, 5, false)).toBe('1.13702');
    expect(floatText(1.137025, 5, false)).toBe('1.137025');
    expect(floatText(1.137_020_1, 5, false)).toBe('1.1370201');
    expect(floatText(Math.fround(151.234), 3, true)).toBe('151.234');
    expect(floatText(Math.fround(151.2345), 3, true)).toBe('151.2345');
    expect([floatText(Number.NaN, 5, false), floatText(2, 5, true)]).toEqual(['', '2.00000']);
  });

  it('gives back every price of a million points, as 64 and as 32 bits', () => {
    for (let points = 1; points < 1_000_000; points += 97) {
      const text = `${Math.floor(points / 100_000)}.${String(points % 100_000).padStart(5, '0')}`;
      expect(floatText(Number(text), 5, false)).toBe(text);
      expect(floatText(Math.fround(Number(text)), 5, true)).toBe(text);
    }
  });
});

it('writes instants before 1970, and none beyond the calendar', () => {
  expect(timeText(-1n, true)).toBe('1969-12-31T23:59:59.999999999Z');
  expect(timeText(1_000n, false)).toBe('1970-01-01T00:00:00.000001');
  expect(timeText(10n ** 21n, true)).toBe('1000000000000000000000 ns');
});
