import fc from 'fast-check';
import { expect, it } from 'vitest';
import { midPoints } from '../../src/core/market/points.js';
import { QuietBand } from '../../src/core/market/quiet-band.js';
import { firstNear } from '../../src/core/market/tick.js';
import { noExtremes, TickBounds } from '../../src/core/market/tick-bounds.js';
import { runsOf } from '../support/random/nightly.js';

/** Prices that wander, so that some blocks are quiet and some are not; several storeys high. */
const prices = fc
  .record({
    length: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 4_000, max: 9_000 })),
    seed: fc.integer({ min: 1, max: 1_000_000 }),
    top: fc.constantFrom(50, 100_000, 2_147_483_000),
  })
  .map(({ length, seed, top }) => {
    const bid = new Int32Array(length);
    const ask = new Int32Array(length);
    let state = seed;
    let price: number = top;
    for (let row = 0; row < length; row++) {
      state = (state * 48_271) % 2_147_483_647;
      price = Math.min(top, Math.max(1, price + (state % 7) - 3));
      bid[row] = price;
      ask[row] = price + (state % 5);
    }
    return { bid, ask, length };
  });

const share = fc.double({ min: 0, max: 1, noNaN: true });

it('finds the first row outside a band, as a scan does', () => {
  fc.assert(
    fc.property(
      prices,
      share,
      share,
      fc.array(fc.integer({ min: -40, max: 40 }), { minLength: 6, maxLength: 6 }),
      (rows, a, b, edges) => {
        const { bid, ask, length } = rows;
        const from = Math.floor(a * length);
        const to = from + Math.floor(b * (length - from));
        const level = bid[Math.floor(length / 2)] as number;
        const band = new QuietBand();
        const [bidLow = 0, bidHigh = 0, askLow = 0, askHigh = 0, sumLow = 0, sumHigh = 0] = edges;
        band.bidLow = level - 20 + bidLow;
        band.bidHigh = level + 20 + bidHigh;
        band.askLow = level - 20 + askLow;
        band.askHigh = level + 20 + askHigh;
        band.sumLow = level * 2 - 40 + sumLow;
        band.sumHigh = level * 2 + 40 + sumHigh;
        let expected = from;
        while (expected < to && band.holds(bid[expected] as number, ask[expected] as number)) {
          expected += 1;
        }
        const bounds = TickBounds.of(bid, ask, length);
        expect(bounds.firstOutside(band, from, to, { columns: () => rows })).toBe(expected);
      },
    ),
    { numRuns: runsOf(300) },
  );
});

it('widens to the extremes of any range of rows, as a scan does', () => {
  fc.assert(
    fc.property(prices, share, share, (rows, a, b) => {
      const { bid, ask, length } = rows;
      const from = Math.floor(a * length);
      const to = from + Math.floor(b * (length - from));
      const expected = noExtremes();
      for (let row = from; row < to; row++) {
        const [low, high] = [bid[row] as number, ask[row] as number];
        const mid = midPoints(low, high);
        expected.lowBid = Math.min(expected.lowBid, low);
        expected.highBid = Math.max(expected.highBid, low);
        expected.lowAsk = Math.min(expected.lowAsk, high);
        expected.highAsk = Math.max(expected.highAsk, high);
        expected.lowMid = Math.min(expected.lowMid, mid);
        expected.highMid = Math.max(expected.highMid, mid);
      }
      const found = noExtremes();
      TickBounds.of(bid, ask, length).widen(found, from, to, { columns: () => rows });
      expect(found).toEqual(expected);
    }),
    { numRuns: runsOf(300) },
  );
});

it('is the same when it is made from its numbers, and only for as many rows', () => {
  fc.assert(
    fc.property(prices, share, share, (rows, a, b) => {
      const { bid, ask, length } = rows;
      const from = Math.floor(a * length);
      const to = from + Math.floor(b * (length - from));
      const made = TickBounds.of(bid, ask, length);
      const stored = TickBounds.from(made.numbers.slice(), length);
      const [expected, found] = [noExtremes(), noExtremes()];
      made.widen(expected, from, to, { columns: () => rows });
      stored.widen(found, from, to, { columns: () => rows });
      expect(found).toEqual(expected);
      expect(() => TickBounds.from(made.numbers, length + 16)).toThrow('bounds fit their rows');
    }),
    { numRuns: runsOf(100) },
  );
});

it('finds the first row at or after a time from any row on, as a scan does', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(50), { minLength: 1, maxLength: 200 }),
      share,
      fc.integer({ min: -1, max: 51 }),
      (unsorted, near, at) => {
        const time = Float64Array.from(unsorted).sort();
        const { length } = time;
        const scanned = time.findIndex(each => each >= at);
        const expected = scanned < 0 ? length : scanned;
        expect(firstNear(time, length, at, Math.round(near * length))).toBe(expected);
      },
    ),
    { numRuns: runsOf(300) },
  );
});
