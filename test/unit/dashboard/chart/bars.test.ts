import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Bar,
  barOf,
  barsBetween,
  lastAtOrBefore,
  putBar,
  withOlder,
} from '../../../../src/dashboard/chart/drawing/bars.js';

const PRICES = { open: 1, high: 1, low: 1, close: 1 };

function bar(time: number, close = 1): Bar {
  const price = { ...PRICES, close };
  return { time, prices: { bid: price, mid: price, ask: price }, volume: 1 };
}

describe('bars', () => {
  it('are in order of time with the last of each time, in whatever order they come', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(30)), times => {
        const bars: Bar[] = [];
        times.forEach((time, index) => void putBar(bars, bar(time, index)));
        const expected = [...new Set(times)].sort((one, other) => one - other);
        expect(bars.map(({ time }) => time)).toEqual(expected);
        for (const { time, prices } of bars) {
          expect(prices.mid.close).toBe(times.lastIndexOf(time));
        }
      }),
    );
  });

  it('are found by the last one at or before a time', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(50)), fc.nat(60), (times, at) => {
        const bars = times.sort((one, other) => one - other).map(time => bar(time));
        const expected = bars.filter(({ time }) => time <= at).length - 1;
        expect(lastAtOrBefore(bars, at)).toBe(expected);
      }),
    );
  });

  it('take older ones before them, but none twice', () => {
    const joined = withOlder([bar(5), bar(6)], [bar(3), bar(4), bar(5)]);
    expect(joined.map(({ time }) => time)).toEqual([3, 4, 5, 6]);
  });

  it('are made of candles with all three prices', () => {
    const data = { o: '1.1', h: '1.3', l: '1.0', c: '1.2' };
    const candle = { complete: true, volume: 1, time: '2024-03-04T00:00:05.000000000Z', mid: data };
    expect(barOf(candle)).toBeUndefined();
    expect(barOf({ ...candle, bid: data, ask: data })).toEqual({
      time: Date.UTC(2024, 2, 4, 0, 0, 5) / 1000,
      prices: Object.fromEntries(
        ['bid', 'mid', 'ask'].map(kind => [kind, { open: 1.1, high: 1.3, low: 1, close: 1.2 }]),
      ),
      volume: 1,
    });
  });

  it('are counted as they are: a weekend between two has none', () => {
    // Three minutes of a Friday, and three of the Sunday after it.
    const week = [0, 60, 120, 9000, 9060, 9120].map(time => ({ time }));
    const between = (from: number, to: number) => barsBetween(week, 60, [from, to]);
    expect([between(60, 9060), between(9060, 60), between(120, 9000)]).toEqual([3, -3, 1]);
    expect([between(-120, 60), between(9060, 9240)]).toEqual([3, 3]);
    expect(barsBetween([], 60, [0, 300])).toBe(5);
  });
});
