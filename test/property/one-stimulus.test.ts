import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Prng } from '../../src/core/base/prng.js';
import type { Plan } from '../support/exec/model-child.js';
import { type Market, ModelWorld, run } from '../support/exec/model-world.js';
import { runsOf } from '../support/random/nightly.js';

const START = 1_000_000;
const LENGTH = 5_000;

const plans: fc.Arbitrary<Plan> = fc.record({
  // Few different periods, so that several pollers are often due in one instant.
  periods: fc.array(fc.constantFrom(300, 500, 1_000, 1_500), { maxLength: 3 }),
  tick: fc.constantFrom(0, 100, 250),
  reads: fc.boolean(),
  ordersEvery: fc.integer({ min: 1, max: 3 }),
});
const markets: fc.Arbitrary<Market> = fc
  .uniqueArray(fc.integer({ min: 1, max: LENGTH }), { maxLength: 12 })
  .map(offsets => ({
    start: START,
    end: START + LENGTH,
    prices: offsets.map(offset => START + offset).sort((a, b) => a - b),
  }));

/** A run in which chance says what arrives first, and in how many pieces. */
function jittered(plan: Plan, market: Market, seed: number): ModelWorld {
  const chance = new Prng(seed);
  return run(new ModelWorld(plan, market), () => chance.nextInt(0, 1_000_000));
}

const isServed = (what: string) => what.includes('serve');
/** What the child is given beside time, which it may have gone to already: that is in what it sees. */
const isThing = (what: string) => isServed(what) || what.includes('line');

describe('one stimulus at a time', () => {
  it('comes only when nothing is on its way, and in the same order however things arrive', () => {
    const seeds = fc.array(fc.nat(), { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(plans, markets, seeds, (plan, market, drawn) => {
        const worlds = drawn.map(seed => jittered(plan, market, seed));
        const [first] = worlds;
        for (const world of worlds) {
          expect(world.broken).toEqual([]);
          expect(world.given.filter(isThing)).toEqual(first?.given.filter(isThing));
          expect(world.child.seen).toEqual(first?.child.seen);
        }
      }),
      { numRuns: runsOf(120) },
    );
  });

  it('is the same for a child that goes on by itself where nothing else can come', () => {
    fc.assert(
      fc.property(plans, markets, fc.nat(), (plan, market, seed) => {
        const free = jittered(plan, market, seed);
        const chance = new Prng(seed);
        const draw = () => chance.nextInt(0, 1_000_000);
        const told = run(new ModelWorld(plan, market, false), draw);
        expect(free.broken).toEqual([]);
        expect(free.child.seen).toEqual(told.child.seen);
        expect(free.given.filter(isServed)).toEqual(told.given.filter(isServed));
      }),
      { numRuns: runsOf(120) },
    );
  });

  it('is the same for a child whose time is held to a pace', () => {
    fc.assert(
      fc.property(plans, markets, fc.nat(), (plan, market, seed) => {
        const plain = jittered(plan, market, seed);
        const chance = new Prng(seed);
        const draw = () => chance.nextInt(0, 1_000_000);
        const paced = run(new ModelWorld(plan, market, false, draw), draw);
        expect(paced.broken).toEqual([]);
        expect(paced.child.seen).toEqual(plain.child.seen);
        expect(paced.given.filter(isServed)).toEqual(plain.given.filter(isServed));
      }),
      { numRuns: runsOf(120) },
    );
  });
});
