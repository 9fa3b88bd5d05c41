import { describe, expect, it } from 'vitest';
import { faultOf, lines, read, rowsOf, tickFile } from '../../../../../support/files/tick-files.js';

const side = (o: string, h: string, l: string, c: string) => ({ o, h, l, c });
const CANDLE = {
  time: '2024-03-05T10:00:00.000000000Z',
  volume: 9,
  complete: true,
  bid: side('1.10000', '1.10040', '1.09990', '1.10020'),
  ask: side('1.10010', '1.10050', '1.10000', '1.10030'),
};
const json = (candles: readonly unknown[], extra: object = { granularity: 'M1' }) =>
  tickFile(JSON.stringify({ instrument: 'EUR_USD', ...extra, candles }), 'candles.json');
const HEADER =
  'time,volume,mid_o,mid_h,mid_l,mid_c,bid_o,bid_h,bid_l,bid_c,ask_o,ask_h,ask_l,ask_c';
const ROW =
  '2024-03-05T10:00:00Z,9,1,1,1,1,1.10000,1.10040,1.09990,1.10020,1.10010,1.10050,1.10000,1.10030';

describe('candles as ticks', () => {
  it('go open, nearer extreme, other extreme, close, spread over the candle', async () => {
    const ticks = await read(json([CANDLE]));
    expect(rowsOf(ticks.columns)).toEqual([
      '2024-03-05T10:00:00.000000Z 110000 110010',
      '2024-03-05T10:00:15.000000Z 109990 110000',
      '2024-03-05T10:00:30.000000Z 110040 110050',
      '2024-03-05T10:00:45.000000Z 110020 110030',
    ]);
    expect([ticks.synthetic, ticks.layout, ticks.rows]).toEqual([true, 'oanda-candles', 1]);
  });

  it('go the same way on both sides, so that a wide candle is never crossed', async () => {
    const bid = side('1.1', '1.10010', '1.09900', '1.1');
    const ask = side('1.1001', '1.1011', '1.1', '1.1001');
    const { columns } = await read(json([{ ...CANDLE, bid, ask }]));
    expect([...columns.bid]).toEqual([110_000, 110_010, 109_900, 110_000]);
    expect([...columns.ask]).toEqual([110_010, 110_110, 110_000, 110_010]);
  });

  it('go to the high first on a tie', async () => {
    const bid = side('1.10000', '1.10010', '1.09990', '1.10000');
    const { columns } = await read(json([{ ...CANDLE, bid, ask: bid }]));
    expect([...columns.bid]).toEqual([110_000, 110_010, 109_990, 110_000]);
  });

  it('last 23 hours on the day of the spring clock change', async () => {
    const { columns } = await read(
      json([{ ...CANDLE, time: '2024-03-09T22:00:00Z' }], { granularity: 'D' }),
    );
    expect(((columns.time[3] ?? 0) - (columns.time[0] ?? 0)) / 3.6e9).toBe((23 * 3) / 4);
  });

  it('leave out the candle that is not complete, without calling it bad', async () => {
    const next = { ...CANDLE, time: '2024-03-05T10:01:00Z', complete: false };
    const ticks = await read(json([CANDLE, next]));
    expect(ticks.columns.length).toBe(4);
    expect(ticks.skipped).toEqual([
      { rule: 'candle: is not complete yet', count: 1, firstLines: [], harmless: true },
    ]);
  });

  it('come from CSV too, with the granularity in the name or by option', async () => {
    const expected = rowsOf((await read(json([CANDLE]))).columns);
    const content = lines(HEADER, ROW);
    expect(rowsOf((await read(tickFile(content, 'EUR_USD_M1.csv'))).columns)).toEqual(expected);
    const unnamed = tickFile(content, 'candles.csv.gz');
    expect(rowsOf((await read(unnamed, { granularity: 'M1' })).columns)).toEqual(expected);
    expect((await faultOf(unnamed)).message).toMatch(/granularity: is missing: give --granularity/);
    expect((await faultOf(unnamed, { granularity: 'M7' })).rule).toMatch(
      /^must be a granularity of v20/,
    );
  });

  it('are refused by the row, all four ticks or none', async () => {
    const next = ROW.replace('10:00:00', '10:01:00');
    const bad = next.replace('1.10050', '1.10005');
    const path = tickFile(lines(HEADER, ROW, bad, next), 'EUR_USD_M1.csv');
    expect((await faultOf(path)).message).toMatch(
      /:3: ask_h: must be the highest price and ask_l the lowest/,
    );
    const ticks = await read(path, { policy: { badRows: 'skip' } });
    expect([ticks.columns.length, ticks.skipped[0]?.count]).toEqual([8, 1]);
  });

  it('are refused without bid and ask: mid prices have no spread', async () => {
    const midOnly = { time: CANDLE.time, complete: true, mid: CANDLE.bid };
    expect((await faultOf(json([midOnly]))).rule).toMatch(/mid prices have no spread/);
    const csv = tickFile(
      lines('time,volume,mid_o,mid_h,mid_l,mid_c', '1,1,1,1,1,1'),
      'EUR_USD_M1.csv',
    );
    expect((await faultOf(csv)).rule).toMatch(/mid prices have no spread/);
  });

  it.each([
    ['no JSON', '{'],
    ['null', 'null'],
    ['no candles', '{"granularity":"M1"}'],
    ['candles that are none', '{"granularity":"M1","candles":[null]}'],
    [
      'prices that are numbers',
      '{"granularity":"M1","candles":[{"time":"2024-03-05T10:00:00Z","bid":{"o":1},"ask":{"o":1}}]}',
    ],
    [
      'prices that are none',
      '{"granularity":"M1","candles":[{"time":"2024-03-05T10:00:00Z","bid":7,"ask":7}]}',
    ],
    ['a granularity that is none', '{"granularity":"toString","candles":[{}]}'],
    ['nothing', '{"granularity":"M1","candles":[]}'],
  ])('are refused where the file holds %s', async (_, content) => {
    expect((await faultOf(tickFile(content, 'EUR_USD.json'))).kind).toBe('data');
  });
});
