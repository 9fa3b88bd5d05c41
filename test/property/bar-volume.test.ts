/**
 * The volumes of bars, spread over their ticks, come back in the candles of every multiple, wherever
 * windows end. Source: docs/reference/tick-files.md 4.
 */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bucketStart, DEFAULT_ALIGNMENT } from '../../src/core/candle/alignment.js';
import { ColumnReader } from '../../src/core/candle/column-reader.js';
import type { Granularity } from '../../src/core/candle/granularity.js';
import { queryCandles } from '../../src/core/candle/query.js';
import { CandleSeries } from '../../src/core/candle/series.js';
import { residentWindows, rowsWithin, type TickColumns } from '../../src/core/market/tick.js';
import { LazyCandle } from '../../src/core/strategy/lazy-candle.js';
import { formatRfc3339, type Instant, instant } from '../../src/core/time/instant.js';
import { lines, read, tickFile } from '../support/files/tick-files.js';
import { at } from '../support/market/fixtures.js';
import { runsOf } from '../support/random/nightly.js';

const FROM = at('2024-03-05T10:00:00Z');
const MINUTE = 60_000_000;
const MULTIPLES = ['M1', 'M5', 'M15', 'H1', 'D'] as const;

/** Volume of a bar, undefined for an empty cell, and the number of minutes without a bar before it. */
const anyBars = fc.array(
  fc.tuple(fc.option(fc.oneof(fc.nat(9), fc.nat(9_000_000_000)), { nil: undefined }), fc.nat(20)),
  { minLength: 1, maxLength: 40 },
);

interface Bar {
  readonly start: Instant;
  readonly volume: number | undefined;
}

function placed(bars: readonly (readonly [number | undefined, number])[]): Bar[] {
  let start: number = FROM;
  return bars.map(([volume, gap]) => {
    start += (gap + 1) * MINUTE;
    return { start: instant(start), volume };
  });
}

async function ticksOf(bars: readonly Bar[]): Promise<TickColumns> {
  const rows = bars.map(
    ({ start, volume }) => `${formatRfc3339(start)},1.1,1.102,1.099,1.101,${volume ?? ''}`,
  );
  const path = tickFile(lines('time,open,high,low,close,volume', ...rows), 'EURUSD_M1.csv');
  return (await read(path, { bars: { price: 'bid', spread: '0.0001' } })).columns;
}

function seriesOf(columns: TickColumns, size: number): CandleSeries {
  const series = new CandleSeries();
  for (let from = 0; from < columns.length; from += size) {
    const part = rowsWithin(columns, from, Math.min(columns.length, from + size));
    for (const window of residentWindows(part)) series.append(window, 0, window.length);
  }
  return series;
}

/** Sums by bucket, by the rule alone. */
function expected(bars: readonly Bar[], granularity: Granularity): [number, number][] {
  const hasVolume = bars.some(({ volume = 0 }) => volume > 0);
  const sums = new Map<number, number>();
  for (const { start, volume } of bars) {
    const bucket = bucketStart(start, granularity, DEFAULT_ALIGNMENT);
    const own = hasVolume ? (volume ?? 4) : 4;
    sums.set(bucket, (sums.get(bucket) ?? 0) + own);
  }
  return [...sums];
}

it('gives the volumes of bars back in candles and their multiples', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyBars,
      fc.integer({ min: 1, max: 30 }),
      fc.constantFrom(...MULTIPLES),
      async (some, size, granularity) => {
        const bars = placed(some);
        const columns = await ticksOf(bars);
        const series = seriesOf(columns, size);
        const now = instant(FROM + 1e12);
        const kind = { granularity, alignment: DEFAULT_ALIGNMENT };
        const request = { ...kind, includeFirst: true, smooth: false, count: 5_000 };
        const wanted = expected(bars, granularity);
        const candles = queryCandles(series, request, now);
        expect(candles.map(({ time, volume }) => [time, volume])).toEqual(wanted);
        const forward = queryCandles(series, { ...request, from: FROM }, now);
        expect(forward).toEqual(candles);
        const reader = new ColumnReader(series, { ...kind, displayPrecision: 5 });
        reader.read(instant(FROM), 1);
        const read = reader.read(now, 5_000).last(5_000, 'bid');
        expect([...read.column('volume')]).toEqual(wanted.map(([, volume]) => volume));
        const rows = { series, start: 0, from: 0, to: series.length, bid: 1, ask: 1 };
        const told = new LazyCandle(rows, { ...kind, instrument: 'EUR_USD', displayPrecision: 5 });
        expect(told.volume).toBe(wanted.reduce((sum, [, volume]) => sum + volume, 0));
      },
    ),
    { numRuns: runsOf(40) },
  );
});
