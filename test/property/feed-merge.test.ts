import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FeedMerge } from '../../src/core/feed/merge.js';
import { QuietBand } from '../../src/core/market/quiet-band.js';
import { residentWindows, type TickWindow } from '../../src/core/market/tick.js';
import { eachTick } from '../support/market/each-tick.js';
import { runsOf } from '../support/random/nightly.js';

interface Row {
  readonly at: number;
  readonly price: number;
}

/** Rows in order of time, in windows of `size` rows. */
function windowsOf(rows: readonly Row[], size: number): TickWindow[] {
  const windows: TickWindow[] = [];
  for (let from = 0; from < rows.length; from += size) {
    const part = rows.slice(from, from + size);
    const prices = Int32Array.from(part, row => row.price);
    const time = Float64Array.from(part, row => row.at);
    windows.push(...residentWindows({ length: part.length, time, bid: prices, ask: prices }));
  }
  return windows;
}

const rows = fc
  .array(
    fc.record({ at: fc.integer({ min: 0, max: 30 }), price: fc.integer({ min: 1, max: 9 }) }),
    { maxLength: 20 },
  )
  .map(all => all.toSorted((a, b) => a.at - b.at));
const sources = fc.array(
  fc.record({ rows, size: fc.integer({ min: 1, max: 21 }) }).map(each => ({
    rows: each.rows,
    windows: windowsOf(each.rows, each.size),
  })),
  { maxLength: 24 },
);
type Sources = readonly { readonly rows: readonly Row[]; readonly windows: TickWindow[] }[];
const instants = fc.integer({ min: -1, max: 32 });

/** Every row in the one right order: time, source, row. */
function naive(all: Sources, from: number, to: number) {
  return all
    .flatMap(each => each.rows.map(({ at, price }, row) => ({ at, price, row, each })))
    .filter(({ at }) => at >= from && at < to)
    .sort((a, b) => a.at - b.at || all.indexOf(a.each) - all.indexOf(b.each) || a.row - b.row)
    .map(({ at, price, row, each }) => ({ at, price, row, source: all.indexOf(each) }));
}

const text = ({ at, source, price }: { at: number; source: number; price: number }) =>
  `${at} ${source} ${price}`;

function current(feed: FeedMerge): string {
  const price = feed.columns?.bid[feed.row] ?? 0;
  return text({ at: feed.time, source: feed.source, price });
}

function drain(feed: FeedMerge): string[] {
  const seen: string[] = [];
  while (feed.next()) seen.push(current(feed));
  return seen;
}

const feedOf = (all: Sources, from?: number, to?: number) =>
  new FeedMerge(
    all.map(each => each.windows),
    from,
    to,
  );

it('the feed is a stable sort by time, instrument and row, of any window', () => {
  fc.assert(
    fc.property(sources, instants, instants, (all, from, to) => {
      const feed = feedOf(all, from, to);
      const expected = naive(all, from, to).map(text);
      expect(feed.remaining).toBe(expected.length);
      expect(drain(feed)).toEqual(expected);
    }),
  );
});

it('a seek or a clone anywhere gives the rest of the straight feed', () => {
  fc.assert(
    fc.property(sources, instants, fc.nat(100), (all, at, steps) => {
      const feed = feedOf(all);
      for (let step = 0; step < steps; step++) feed.next();
      const copy = feed.clone();
      expect(drain(copy)).toEqual(drain(feed));
      feed.seek(at);
      expect(drain(feed)).toEqual(naive(all, at, Number.POSITIVE_INFINITY).map(text));
    }),
  );
});

it('walks the ticks before the limit in order, up to the first that is left', () => {
  const calls = fc.array(
    fc.record({ limit: fc.integer({ min: 0, max: 40 }), most: fc.nat(12), steps: fc.nat(2) }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(sources, instants, calls, fc.boolean(), (all, to, turns, isAppended) => {
      let feed = feedOf(all, 0, to);
      // A feed with added ticks does not know its order beforehand.
      if (isAppended && all.length > 0) feed.append(0, windowsOf([{ at: 99, price: 1 }], 1)[0]!);
      const expected = naive(all, 0, to).map(text);
      for (const { limit, most, steps } of turns) {
        const walked: string[] = [];
        const taker = eachTick(({ source, columns }, row) => {
          if (walked.length === most) return false;
          const [at, price] = [columns.time[row] as number, columns.bid[row] as number];
          walked.push(text({ at, source, price }));
          return true;
        });
        const count = feed.walk(limit, taker);
        expect(count).toBe(walked.length);
        const early = expected.findIndex(line => Number(line.split(' ')[0]) >= limit);
        expect(count).toBe(Math.min(most, early < 0 ? expected.length : early));
        expect(walked).toEqual(expected.splice(0, count));
        feed = feed.clone();
        for (let step = 0; step < steps && feed.next(); step++) {
          expect(current(feed)).toBe(expected.shift());
        }
      }
    }),
  );
});

/** Bands of the sources and limits from call to call, as drawn. */
const passages = fc.array(
  fc.record({
    limit: fc.integer({ min: 0, max: 40 }),
    lows: fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 24, maxLength: 24 }),
    highs: fc.array(fc.integer({ min: 4, max: 10 }), { minLength: 24, maxLength: 24 }),
  }),
  { maxLength: 30 },
);

it('passes exactly the rows before the limit and before the first outside its band', () => {
  fc.assert(
    fc.property(sources, instants, passages, (all, to, calls) => {
      const feed = feedOf(all, 0, to);
      const expected = naive(all, 0, to);
      for (const { limit, lows, highs } of calls) {
        const bands = all.map((_, source) => {
          const band = new QuietBand();
          band.bidLow = lows[source] as number;
          band.bidHigh = highs[source] as number;
          return band;
        });
        const stop = expected.findIndex(
          ({ at, source, price }) =>
            at >= limit || price < (lows[source] as number) || price > (highs[source] as number),
        );
        const quiet = expected.splice(0, stop < 0 ? expected.length : stop);
        const passed = all.map(() => [] as number[]);
        const count = feed.pass(limit, bands, (source, window, from, end) => {
          passed[source]?.push(...window.columns().bid.subarray(from, end));
        });
        expect(count).toBe(quiet.length);
        expect(passed).toEqual(
          all.map((_, source) => quiet.filter(row => row.source === source).map(row => row.price)),
        );
        const next = expected.shift();
        expect(feed.next()).toBe(next !== undefined);
        if (next !== undefined) expect(current(feed)).toBe(text(next));
      }
    }),
    { numRuns: runsOf(250) },
  );
});
