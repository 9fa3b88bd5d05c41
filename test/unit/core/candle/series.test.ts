import { describe, expect, it } from 'vitest';
import { DEFAULT_ALIGNMENT } from '../../../../src/core/candle/alignment.js';
import { BucketPlace } from '../../../../src/core/candle/bucket-rows.js';
import { CandleSeries } from '../../../../src/core/candle/series.js';
import { residentWindows, type TickWindow } from '../../../../src/core/market/tick.js';

const SECOND = 1_000_000;

/** A window of ticks at these seconds. */
function ticksAt(...seconds: number[]): TickWindow {
  const [window] = residentWindows({
    length: seconds.length,
    time: Float64Array.from(seconds, each => each * SECOND),
    bid: Int32Array.from(seconds, each => 100 + each),
    ask: Int32Array.from(seconds, each => 110 + each),
  });
  return window as TickWindow;
}

/** A window of three rows, which stand for so many prices each. */
function rows(first: number, prices?: readonly number[]): TickWindow {
  const [window] = residentWindows({
    length: 3,
    time: Float64Array.from([first, first + 1, first + 2]),
    bid: Int32Array.from([100, 101, 102]),
    ask: Int32Array.from([110, 111, 112]),
    ...(prices !== undefined && { prices: Uint32Array.from(prices) }),
  });
  return window as TickWindow;
}

it('the volume of rows is that of their own windows, whatever comes before and after', () => {
  const series = new CandleSeries();
  const volumes = [5, 7, 11, 1, 1, 1, 2, 3, 4];
  series.append(rows(0, volumes.slice(0, 3)), 0, 3);
  series.append(rows(3), 0, 3);
  const last = rows(6, volumes.slice(6));
  series.append(last, 0, 2);
  series.append(last, 2, 3);
  for (let from = 0; from < volumes.length; from++) {
    for (let to = from + 1; to <= volumes.length; to++) {
      const sum = volumes.slice(from, to).reduce((total, each) => total + each, 0);
      expect(series.volumeOf(from, to), `${from} to ${to}`).toBe(sum);
    }
  }
});

describe('a tick that is given beside those of a window', () => {
  const TIMES = [0, 1, 2, 3, 6, 7, 11];

  /** Ticks of one window, and between them one at 3 s of its own. */
  function interrupted(): CandleSeries {
    const series = new CandleSeries();
    const window = ticksAt(...TIMES.filter(each => each !== 3));
    series.append(window, 0, 3);
    series.append(ticksAt(3), 0, 1);
    series.append(window, 3, 6);
    return series;
  }

  it('is found by its time from every row', () => {
    const series = interrupted();
    for (let second = 0; second <= 12; second++) {
      const row = TIMES.filter(each => each < second).length;
      for (let near = 0; near < TIMES.length; near++) {
        const found = series.rowAtOrAfter(second * SECOND, near);
        expect(found, `${second} s, searched from row ${near}`).toBe(row);
      }
    }
  });

  it('belongs to the candle of its bucket', () => {
    const series = interrupted();
    const place = new BucketPlace('S5', DEFAULT_ALIGNMENT);
    const found = series.candleFrom(0, place, 20 * SECOND);
    expect(found).toMatchObject({ to: 4, candle: { volume: 4, bid: { o: 100, c: 103 } } });
    expect(series.candleFrom(4, place, 20 * SECOND)).toMatchObject({
      to: 6,
      candle: { volume: 2 },
    });
  });
});

it('rows of parts of windows are those of their own window, read in any order', () => {
  const series = new CandleSeries();
  series.append(ticksAt(0, 1, 2, 3, 4, 5, 6, 7, 8, 9), 4, 6);
  series.append(ticksAt(20, 21, 22, 23, 24, 25, 26), 3, 7);
  series.append(ticksAt(30, 31, 32), 1, 2);
  const rows = [4, 5, 23, 24, 25, 26, 31];
  const timesOf = (order: readonly number[]) => order.map(row => series.timeAt(row) / SECOND);
  const places = rows.map((_, row) => row);
  expect(timesOf(places)).toEqual(rows);
  expect(timesOf(places.toReversed())).toEqual(rows.toReversed());
  for (const row of places)
    for (const other of places) expect(timesOf([row, other])[1]).toBe(rows[other]);
});

it('a price of ticks without volumes has none', () => {
  const series = new CandleSeries(2);
  series.append(ticksAt(5), 0, 1);
  expect(series.quoteAt(0)).toEqual({
    time: 5 * SECOND,
    bid: 103,
    ask: 117,
    bidVolume: 0,
    askVolume: 0,
  });
});
