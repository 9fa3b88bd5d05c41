import { describe, expect, it } from 'vitest';
import { Prng } from '../../../../src/core/base/prng.js';
import { bucketStart, DEFAULT_ALIGNMENT } from '../../../../src/core/candle/alignment.js';
import type { Candle } from '../../../../src/core/candle/candle.js';
import { queryCandles } from '../../../../src/core/candle/query.js';
import { CandleSeries } from '../../../../src/core/candle/series.js';
import { residentWindows, type TickWindow } from '../../../../src/core/market/tick.js';
import { instant } from '../../../../src/core/time/instant.js';
import { at } from '../../../support/market/fixtures.js';
import { mergeCandles, openCandle } from '../../../support/market/fold-candles.js';

const FROM = at('2024-03-08T15:00:00Z');
const MICROS = 4_000_000;
/** Rows of each window: candles of an hour have 900 or more, so that some lie in several windows. */
const WINDOWS = [40_000, 500, 7_000, 1, 30_000];

/** Windows of random prices, part of which are in the series, and its hourly candles, made tick by tick. */
function random() {
  const prng = new Prng(7);
  const series = new CandleSeries();
  const direct = new Map<number, Candle>();
  let time: number = FROM;
  for (const length of WINDOWS) {
    const columns = { length, time: new Float64Array(length), bid: new Int32Array(length) };
    const ask = new Int32Array(length);
    const begin = length > 1_000 ? 37 : 0;
    const end = length > 1_000 ? length - 61 : length;
    for (let row = 0; row < length; row++) {
      time += prng.nextInt(0, MICROS * 2);
      columns.time[row] = time;
      const bid = prng.nextInt(1, 100_000);
      columns.bid[row] = bid;
      ask[row] = bid + prng.nextInt(0, 9);
      if (row < begin || row >= end) continue;
      const start = bucketStart(instant(time), 'H1', DEFAULT_ALIGNMENT);
      const one = openCandle(start, bid, ask[row] as number);
      const known = direct.get(start);
      direct.set(start, known === undefined ? one : mergeCandles(known, one));
    }
    const [window] = residentWindows({ ...columns, ask });
    series.append(window as TickWindow, begin, end);
  }
  return { series, candles: [...direct.values()], now: instant(time) };
}

describe('long candles, whose memory is read ahead', () => {
  const { series, candles, now } = random();
  const asked = { granularity: 'H1', alignment: DEFAULT_ALIGNMENT, includeFirst: true } as const;
  const answered = (place: object) =>
    queryCandles(series, { ...asked, smooth: false, ...place }, now).map(
      ({ complete: _, ...candle }) => candle,
    );

  it('are those that are made tick by tick, forwards and backwards', () => {
    expect(candles.length).toBeGreaterThan(64);
    expect(answered({ from: FROM, count: 5_000 })).toEqual(candles);
    expect(answered({ count: 5_000 })).toEqual(candles);
  });

  it('are the same from any place', () => {
    for (const index of [0, 1, 40, candles.length - 2]) {
      const from = instant(candles[index]?.time as number);
      expect(answered({ from, count: 30 })).toEqual(candles.slice(index, index + 30));
      expect(answered({ to: from, count: 30 })).toEqual(
        candles.slice(Math.max(0, index - 30), index),
      );
    }
  });
});
