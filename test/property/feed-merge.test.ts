import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FeedMerge } from '../../src/core/feed/merge.js';
import type { TickColumns } from '../../src/core/market/tick.js';

const sources = fc.array(
  fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 20 }).map((times): TickColumns => {
    const time = Float64Array.from(times).sort((a, b) => a - b);
    const prices = new Int32Array(time.length).fill(1);
    return { length: time.length, time, bid: prices, ask: prices };
  }),
  { maxLength: 24 },
);
const instants = fc.integer({ min: -1, max: 32 });

function naive(columns: readonly TickColumns[], from: number, to: number): string[] {
  return columns
    .flatMap(({ time }, source) => Array.from(time, (at, row) => ({ at, source, row })))
    .filter(({ at }) => at >= from && at < to)
    .sort((a, b) => a.at - b.at || a.source - b.source || a.row - b.row)
    .map(({ at, source, row }) => `${at} ${source} ${row}`);
}

function drain(feed: FeedMerge): string[] {
  const seen: string[] = [];
  while (feed.next()) seen.push(`${feed.time} ${feed.source} ${feed.row}`);
  return seen;
}

it('the feed is a stable sort by time, instrument and row, of any window', () => {
  fc.assert(
    fc.property(sources, instants, instants, (columns, from, to) => {
      const feed = new FeedMerge(columns, from, to);
      const expected = naive(columns, from, to);
      expect(feed.remaining).toBe(expected.length);
      expect(drain(feed)).toEqual(expected);
    }),
  );
});

it('a seek or a clone anywhere gives the rest of the straight feed', () => {
  fc.assert(
    fc.property(sources, instants, fc.nat(100), (columns, at, steps) => {
      const feed = new FeedMerge(columns);
      for (let step = 0; step < steps; step++) feed.next();
      const copy = feed.clone();
      expect(drain(copy)).toEqual(drain(feed));
      feed.seek(at);
      expect(drain(feed)).toEqual(naive(columns, at, Number.POSITIVE_INFINITY));
    }),
  );
});
