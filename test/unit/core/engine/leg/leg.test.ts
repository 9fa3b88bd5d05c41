import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Leg } from '../../../../../src/core/engine/leg/leg.js';
import {
  ceilOf,
  compareShares,
  END,
  floorOf,
  type Share,
  START,
} from '../../../../../src/core/engine/leg/share.js';

const LARGEST = 2_147_483_647;
const anyShare: fc.Arbitrary<Share> = fc
  .tuple(fc.nat(2 * LARGEST), fc.integer({ min: 1, max: 2 * LARGEST }))
  .map(([part, whole]) => ({ part: Math.min(part, whole), whole }));
const anyAmount = fc.integer({ min: -2 * LARGEST, max: 2 * LARGEST });

const leg = (bid: number, ask: number, toBid: number, toAsk: number) =>
  new Leg({ bid, ask }, { bid: toBid, ask: toAsk });

describe('a share', () => {
  it('is compared and taken of an amount without rounding, however large the numbers', () => {
    fc.assert(
      fc.property(anyShare, anyShare, anyAmount, (one, other, amount) => {
        const left = BigInt(one.part) * BigInt(other.whole);
        const right = BigInt(other.part) * BigInt(one.whole);
        expect(Math.sign(compareShares(one, other))).toBe(left < right ? -1 : left > right ? 1 : 0);
        const [below, above] = [BigInt(floorOf(amount, one)), BigInt(ceilOf(amount, one))];
        const [exact, whole] = [BigInt(amount) * BigInt(one.part), BigInt(one.whole)];
        expect(below * whole <= exact && (below + 1n) * whole > exact).toBe(true);
        expect(above * whole >= exact && (above - 1n) * whole < exact).toBe(true);
      }),
    );
  });
});

describe('a leg', () => {
  it('moves both sides along one share; a bid is rounded down and an ask up', () => {
    const wider = leg(100, 110, 97, 120);
    expect(wider.quoteAt(START)).toEqual({ bid: 100, ask: 110 });
    expect(wider.quoteAt({ part: 1, whole: 2 })).toEqual({ bid: 98, ask: 115 });
    expect(wider.quoteAt({ part: 1, whole: 3 })).toEqual({ bid: 99, ask: 114 });
    expect(wider.quoteAt(END)).toEqual({ bid: 97, ask: 120 });
    expect(wider.points).toBe(10);
  });

  it('reaches a level at the share at which the side stands on it, and may leave it again', () => {
    const down = leg(100, 110, 80, 90);
    expect(down.reached('ASK', 'DOWN', 105)).toEqual({ from: { part: 5, whole: 20 }, to: END });
    expect(down.reached('ASK', 'UP', 105)).toEqual({ from: START, to: { part: 5, whole: 20 } });
    expect(down.reached('BID', 'DOWN', 79)).toBeUndefined();
    expect(down.reached('BID', 'DOWN', 100)).toEqual({ from: START, to: END });
    expect(down.reached('MID', 'DOWN', 205)).toEqual({ from: { part: 5, whole: 40 }, to: END });
  });

  it('crosses a price after its start, whichever way it goes', () => {
    const down = leg(100, 110, 80, 90);
    expect(down.crossing('BID', 100)).toBeUndefined();
    expect(down.crossing('BID', 90)).toEqual({ part: 10, whole: 20 });
    expect(down.crossing('BID', 80)).toEqual({ part: 20, whole: 20 });
    expect(down.crossing('BID', 79)).toBeUndefined();
    expect(leg(80, 90, 100, 90).crossing('BID', 90)).toEqual({ part: 10, whole: 20 });
    expect(leg(80, 90, 100, 90).crossing('ASK', 90)).toBeUndefined();
  });

  it('finds the first whole point outside a band as a look at each point does', () => {
    const anyPrice = fc.integer({ min: 1, max: 60 });
    const anyBand = fc.record({
      bidLow: anyPrice,
      bidHigh: anyPrice,
      askLow: anyPrice,
      askHigh: anyPrice,
    });
    const anyEnds = fc.tuple(anyPrice, anyPrice, anyPrice, anyPrice);
    fc.assert(
      fc.property(anyEnds, anyBand, fc.nat(59), ([bid, ask, toBid, toAsk], band, after) => {
        const way = leg(bid, ask, toBid, toAsk);
        if (way.points === 0) return;
        const at = Math.min(after, way.points);
        const { bidLow, bidHigh, askLow, askHigh } = band;
        const isOutside = (part: number) => {
          const quote = way.quoteAt({ part, whole: way.points });
          return (
            quote.bid < bidLow || quote.bid > bidHigh || quote.ask < askLow || quote.ask > askHigh
          );
        };
        const isInsideNow = !isOutside(at);
        let expected: number | undefined;
        for (let part = at + 1; part < way.points && expected === undefined; part++) {
          if (isOutside(part)) expected = part;
        }
        const found = way.firstOutside(band, { part: at, whole: way.points })?.part;
        if (isInsideNow || expected === at + 1) expect(found).toBe(expected);
      }),
    );
  });
});
