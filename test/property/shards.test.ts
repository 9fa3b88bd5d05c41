/** The shards of a study are a partition of its runs. Source: decision 0076. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOfShard } from '../../src/study/shards/shard.js';
import { runsOf } from '../support/random/nightly.js';

const anyCase = fc.record({
  runs: fc.nat(400),
  of: fc.integer({ min: 1, max: 60 }),
  seed: fc.integer({ min: 0, max: 1_000_000 }),
});

/** The runs of each shard. */
function dealt({ runs, of, seed }: { runs: number; of: number; seed: number }): number[][] {
  return Array.from({ length: of }, (_, at) => runsOfShard(runs, { shard: at + 1, of }, seed));
}

describe('the shards of a study', () => {
  it('have each run once, and no other, also when there are more shards than runs', () => {
    fc.assert(
      fc.property(anyCase, each => {
        const all = dealt(each)
          .flat()
          .sort((a, b) => a - b);
        expect(all).toEqual(Array.from({ length: each.runs }, (_, at) => at));
      }),
      { numRuns: runsOf(200) },
    );
  });

  it('have their runs in order, and differ by one run at most, in any part of the study too', () => {
    fc.assert(
      fc.property(anyCase, fc.nat(400), (each, first) => {
        const shards = dealt(each);
        for (const own of shards) expect(own).toEqual(own.toSorted((a, b) => a - b));
        const from = first - (first % each.of);
        const sizes = shards.map(own => own.filter(index => index >= from).length);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      }),
      { numRuns: runsOf(200) },
    );
  });
});
