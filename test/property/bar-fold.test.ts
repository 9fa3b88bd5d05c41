/**
 * Ticks made from bars fold back to the bars. Source: docs/reference/tick-files.md 4; decision
 * 0040.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketEnd, bucketStart, DEFAULT_ALIGNMENT } from '../../src/core/candle/alignment.js';
import type { OHLC } from '../../src/core/candle/candle.js';
import { GRANULARITIES, type Granularity } from '../../src/core/candle/granularity.js';
import { formatPoints } from '../../src/core/market/points.js';
import { instant } from '../../src/core/time/instant.js';
import {
  BarFeed,
  type BarPrices,
  type BarRow,
} from '../../src/data/storage/ticks/bars/bar-feed.js';
import type {
  BarPrice,
  PathOrder,
  SpreadChoice,
} from '../../src/data/storage/ticks/bars/bar-options.js';
import { settleBars } from '../../src/data/storage/ticks/bars/settle-bars.js';
import { TickBuilder } from '../../src/data/storage/ticks/columns/tick-builder.js';
import { folded, isSame, type Span, spansOf } from '../support/bars/fold-bars.js';
import { at, pair } from '../support/market/fixtures.js';
import { runsOf } from '../support/random/nightly.js';

const PRECISION = 5;
const FROM = at('2024-01-01T00:00:00Z');
const NAMES = Object.keys(GRANULARITIES) as Granularity[];

const anyOhlc: fc.Arbitrary<OHLC> = fc
  .tuple(...Array.from({ length: 4 }, () => fc.integer({ min: 100_000, max: 100_040 })))
  .map(([o = 0, a = 0, b = 0, c = 0]) => ({
    o,
    c,
    h: Math.max(o, a, b, c),
    l: Math.min(o, a, b, c),
  }));
const anyPath = fc.constantFrom<PathOrder>('nearest-first', 'low-first', 'high-first');
const anySpread: fc.Arbitrary<SpreadChoice> = fc.oneof(
  fc.nat(40).map(points => formatPoints(points, PRECISION)),
  fc
    .array(fc.nat(40), { minLength: 24, maxLength: 24 })
    .map(hours => ({ hours: hours.map(points => formatPoints(points, PRECISION)) })),
);
/** Prices of some bars, and the number of empty buckets before each. */
const anyBars = fc.array(fc.tuple(anyOhlc, fc.nat(3)), { minLength: 1, maxLength: 30 });

/** Bars in buckets of a granularity, with gaps. */
function placed(bars: readonly (readonly [OHLC, number])[], granularity: Granularity): Span[] {
  let start = bucketStart(FROM, granularity, DEFAULT_ALIGNMENT);
  return bars.map(([prices, gap]) => {
    for (let left = gap; left >= 0; left--)
      start = bucketEnd(start, granularity, DEFAULT_ALIGNMENT);
    return { time: start, ...prices };
  });
}

function ticksOf(
  rows: readonly BarRow[],
  choice: { price: BarPrice; path: PathOrder; spread?: SpreadChoice },
  granularity: Granularity,
) {
  const builder = new TickBuilder('bars', pair('EUR_USD'));
  const sides = choice.price === 'bid-ask' ? 'both' : 'one';
  const source = { path: 'bars', sides, hasSpread: false, snap: false } as const;
  const feed = new BarFeed(builder, settleBars(source, { ...choice, granularity }, PRECISION));
  rows.forEach((row, index) => {
    feed.add(index + 1, () => row);
  });
  return { ticks: builder.finish().columns, facts: feed.facts() };
}

const start = ({ time }: Span) => ({ at: instant(time), cut: false });
const texts = ({ o, h, l, c }: OHLC) =>
  [o, h, l, c].map(points => formatPoints(points, PRECISION)) as unknown as BarPrices;

const LENGTHS = { second: 1, minute: 60, hour: 3600, day: 86_400, week: 604_800, month: 0 };
const secondsOf = (name: Granularity) =>
  LENGTHS[GRANULARITIES[name].unit] * GRANULARITIES[name].length;

/** Granularities whose buckets are whole buckets of `base`; weeks and months do not nest. */
function multiplesOf(base: Granularity): Granularity[] {
  if (base === 'W' || base === 'M') return [base];
  return NAMES.filter(
    each =>
      secondsOf(each) % secondsOf(base) === 0 &&
      (each === 'M' || secondsOf(each) >= secondsOf(base)),
  );
}

describe('ticks made from bars', () => {
  it('fold back to bid and ask bars at every multiple of their granularity', () => {
    fc.assert(
      fc.property(anyBars, fc.constantFrom(...NAMES), anyPath, (bars, granularity, path) => {
        const bid = placed(bars, granularity);
        const ask = bid.map(({ o, h, l, c, time }) => ({
          time,
          o: o + 9,
          h: h + 12,
          l: l + 4,
          c: c + 9,
        }));
        const high = ask.map(each => ({
          ...each,
          h: Math.max(each.o, each.h, each.c),
          l: Math.min(each.o, each.l, each.c),
        }));
        const rows = bid.map((each, index) => ({
          start: start(each),
          prices: { bid: texts(each), ask: texts(high[index] as Span) },
        }));
        const { ticks } = ticksOf(rows, { price: 'bid-ask', path }, granularity);
        for (const coarse of multiplesOf(granularity)) {
          expect(folded(spansOf(ticks, 'bid'), coarse)).toEqual(folded(bid, coarse));
          expect(folded(spansOf(ticks, 'ask'), coarse)).toEqual(folded(high, coarse));
        }
      }),
      { numRuns: runsOf(30) },
    );
  });

  it('fold back to bars of one side, whatever the spread', () => {
    const sides = fc.constantFrom('bid' as const, 'ask' as const);
    const anyRun = fc.tuple(anyBars, fc.constantFrom(...NAMES), anyPath, anySpread, sides);
    fc.assert(
      fc.property(anyRun, ([bars, granularity, path, spread, price]) => {
        const spans = placed(bars, granularity);
        const rows = spans.map(each => ({ start: start(each), prices: texts(each) }));
        const { ticks } = ticksOf(rows, { price, path, spread }, granularity);
        for (const coarse of multiplesOf(granularity)) {
          expect(folded(spansOf(ticks, price), coarse)).toEqual(folded(spans, coarse));
        }
      }),
      { numRuns: runsOf(30) },
    );
  });

  it('fold back to mid bars where the spread is even, and else say which are a point off', () => {
    fc.assert(
      fc.property(anyBars, anyPath, fc.nat(40), (bars, path, points) => {
        const spans = placed(bars, 'M1');
        const spread = formatPoints(points, PRECISION);
        const rows = spans.map(each => ({ start: start(each), prices: texts(each) }));
        const { ticks, facts } = ticksOf(rows, { price: 'mid', path, spread }, 'M1');
        const mids = folded(spansOf(ticks, 'mid'), 'M1');
        const off = spans.filter((each, index) => !isSame(each, mids[index] as Span));
        expect(facts.inexactMids).toBe(off.length);
        if (points % 2 === 0) expect(off).toEqual([]);
        for (const [index, mid] of mids.entries()) expectNear(mid, spans[index] as Span);
      }),
      { numRuns: runsOf(30) },
    );
  });
});

function expectNear(mid: Span, bar: Span): void {
  for (const key of ['o', 'h', 'l', 'c'] as const) {
    expect(Math.abs(mid[key] - bar[key])).toBeLessThanOrEqual(1);
  }
}
