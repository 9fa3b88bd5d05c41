import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Alignment,
  bucketEnd,
  bucketStart,
  DEFAULT_ALIGNMENT,
  WEEKDAYS,
} from '../../src/core/candle/alignment.js';
import { BucketFinder } from '../../src/core/candle/bucket-finder.js';
import type { Candle } from '../../src/core/candle/candle.js';
import { GRANULARITIES, type Granularity } from '../../src/core/candle/granularity.js';
import { queryCandles } from '../../src/core/candle/query.js';
import { CandleSeries } from '../../src/core/candle/series.js';
import { instant } from '../../src/core/time/instant.js';
import { zone } from '../../src/core/time/zone.js';
import { at } from '../support/market/fixtures.js';
import { mergeCandles, openCandle } from '../support/market/fold-candles.js';
import { oneTick } from '../support/market/one-tick.js';
import { runsOf } from '../support/random/nightly.js';

const ALL = Object.keys(GRANULARITIES) as Granularity[];
const ZONES = [
  'America/New_York',
  'Europe/London',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Asia/Kolkata',
  'UTC',
];
const FROM = at('2000-01-01T00:00:00Z');
const TO = at('2038-01-01T00:00:00Z');
const HOUR = 3_600_000_000;

const anyAlignment: fc.Arbitrary<Alignment> = fc.record({
  dailyAlignment: fc.integer({ min: 0, max: 23 }),
  alignmentTimezone: fc.constantFrom(...ZONES),
  weeklyAlignment: fc.constantFrom(...WEEKDAYS),
});

/** Start <= t < end, the end starts the next bucket, and all of the bucket agrees on its start: where this is not so. */
function untiled(time: number, granularity: Granularity, alignment: Alignment): string[] {
  const startOf = (each: number) => bucketStart(instant(each), granularity, alignment);
  const start = startOf(time);
  const end = bucketEnd(start, granularity, alignment);
  const isTiled =
    start <= time &&
    end > time &&
    startOf(end) === end &&
    startOf(start) === start &&
    startOf(end - 1) === start;
  return isTiled ? [] : [`${granularity} ${JSON.stringify(alignment)} ${time}: ${start} ${end}`];
}

describe('candle buckets', () => {
  it('tile time for every granularity and alignment', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: FROM, max: TO }),
        fc.constantFrom(...ALL),
        anyAlignment,
        (time, granularity, alignment) => {
          expect(untiled(time, granularity, alignment)).toEqual([]);
        },
      ),
      { numRuns: runsOf(400) },
    );
  });

  it.each(ZONES)('tile time around every clock change 2000-2037 of %s', name => {
    // One check of all, because each call of `expect` costs more than what it looks at.
    const faults: string[] = [];
    for (const change of zone(name).transitions()) {
      if (change < FROM || change >= TO) continue;
      for (const granularity of ALL) {
        for (const dailyAlignment of [0, 2, 17]) {
          const alignment = { ...DEFAULT_ALIGNMENT, dailyAlignment, alignmentTimezone: name };
          for (const time of [change - HOUR, change - 1, change, change + HOUR]) {
            faults.push(...untiled(time, granularity, alignment));
          }
        }
      }
    }
    expect(faults).toEqual([]);
  });

  it('are found in any order as they are found one by one', () => {
    const near = fc.array(fc.integer({ min: -40 * 24, max: 40 * 24 }), { maxLength: 30 });
    fc.assert(
      fc.property(
        fc.integer({ min: FROM, max: TO }),
        near,
        fc.constantFrom(...ALL),
        anyAlignment,
        (middle, hours, granularity, alignment) => {
          const finder = new BucketFinder(granularity, alignment);
          for (const each of hours) {
            const time = instant(middle + each * HOUR);
            const start = bucketStart(time, granularity, alignment);
            finder.find(time);
            expect([finder.start, finder.end]).toEqual([
              start,
              bucketEnd(start, granularity, alignment),
            ]);
          }
        },
      ),
      { numRuns: runsOf(400) },
    );
  });

  it.each(ZONES)('are found around every clock change 2000-2037 of %s', name => {
    const faults: string[] = [];
    for (const granularity of ALL) {
      const alignment = { ...DEFAULT_ALIGNMENT, alignmentTimezone: name };
      const finder = new BucketFinder(granularity, alignment);
      for (const change of zone(name).transitions()) {
        if (change < FROM || change >= TO) continue;
        for (const hours of [-60, -5, -1, 0, 1, 3, 26, 49, 100]) {
          const time = instant(change + hours * HOUR);
          finder.find(time);
          const start = bucketStart(time, granularity, alignment);
          const end = bucketEnd(start, granularity, alignment);
          if (finder.start === start && finder.end === end) continue;
          faults.push(`${granularity} ${time}: ${finder.start} ${finder.end}`);
        }
      }
    }
    expect(faults).toEqual([]);
  });

  it('opens the daily candle at 17:00 New York across the March clock change', () => {
    const start = (text: string) => bucketStart(at(text), 'D', DEFAULT_ALIGNMENT);
    expect(start('2024-03-08T12:00:00Z')).toBe(at('2024-03-07T22:00:00Z'));
    expect(start('2024-03-11T12:00:00Z')).toBe(at('2024-03-10T21:00:00Z'));
  });
});

const anyPrices = fc.array(
  fc.record({
    gap: fc.oneof(fc.integer({ min: 0, max: 3_000_000 }), fc.integer({ min: 0, max: 40 * HOUR })),
    bid: fc.integer({ min: 100_000, max: 110_000 }),
    spread: fc.integer({ min: 0, max: 30 }),
  }),
  { minLength: 1, maxLength: 60 },
);

describe('roll-up', () => {
  it('merging candles is associative', () => {
    const candle = fc
      .tuple(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 0, max: 9 }))
      .map(([bid, spread]) => openCandle(0, bid, bid + spread));
    fc.assert(
      fc.property(candle, candle, candle, (a, b, c) => {
        expect(mergeCandles(mergeCandles(a, b), c)).toEqual(mergeCandles(a, mergeCandles(b, c)));
      }),
    );
  });

  it('candles folded from spans of ticks equal candles made tick by tick', () => {
    fc.assert(
      fc.property(
        anyPrices,
        fc.constantFrom(...ALL),
        anyAlignment,
        (prices, granularity, alignment) => {
          const series = new CandleSeries();
          const direct = new Map<number, Candle>();
          let time: number = at('2024-03-08T20:00:00Z');
          for (const { gap, bid, spread } of prices) {
            time += gap;
            series.append(oneTick(time, bid, bid + spread), 0, 1);
            const start = bucketStart(instant(time), granularity, alignment);
            const one = openCandle(start, bid, bid + spread);
            const known = direct.get(start);
            direct.set(start, known === undefined ? one : mergeCandles(known, one));
          }
          const request = {
            granularity,
            alignment,
            includeFirst: true,
            smooth: false,
            count: 1000,
          };
          const rolled = queryCandles(series, request, instant(time));
          expect(rolled.map(({ complete: _, ...candle }) => candle)).toEqual([...direct.values()]);
          expect(rolled.reduce((sum, candle) => sum + candle.volume, 0)).toBe(prices.length);
          expect(rolled.slice(0, -1).every(candle => candle.complete)).toBe(true);
        },
      ),
      { numRuns: runsOf(250) },
    );
  });

  it('from, to and count choose slices of the same candles', () => {
    fc.assert(
      fc.property(
        anyPrices,
        fc.nat(60),
        fc.nat(60),
        fc.integer({ min: 1, max: 20 }),
        (prices, a, b, count) => {
          const series = new CandleSeries();
          let time: number = at('2024-03-08T20:00:00Z');
          const first = time;
          for (const { gap, bid, spread } of prices) {
            time += gap;
            series.append(oneTick(time, bid, bid + spread), 0, 1);
          }
          const base = {
            granularity: 'M5' as const,
            alignment: DEFAULT_ALIGNMENT,
            includeFirst: true,
            smooth: false,
          };
          const now = instant(time);
          const all = queryCandles(series, { ...base, count: 1_000_000 }, now);
          const from = instant(first + a * 60_000_000);
          const to = instant(from + b * 60_000_000);
          const start = bucketStart(from, 'M5', DEFAULT_ALIGNMENT);
          expect(queryCandles(series, { ...base, count }, now)).toEqual(all.slice(-count));
          expect(queryCandles(series, { ...base, from, to }, now)).toEqual(
            // An empty range has no candle, not even the one that covers it.
            all.filter(candle => from < to && candle.time >= start && candle.time < to),
          );
          expect(queryCandles(series, { ...base, from, count }, now)).toEqual(
            all.filter(candle => candle.time >= start).slice(0, count),
          );
          expect(queryCandles(series, { ...base, from, count, includeFirst: false }, now)).toEqual(
            all.filter(candle => candle.time > start).slice(0, count),
          );
          expect(queryCandles(series, { ...base, to, count }, now)).toEqual(
            all.filter(candle => candle.time < to).slice(-count),
          );
        },
      ),
      { numRuns: runsOf(150) },
    );
  });
});
