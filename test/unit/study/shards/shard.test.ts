import { describe, expect, it } from 'vitest';
import { runsOfShard } from '../../../../src/study/shards/shard.js';

describe('a shard', () => {
  it('has the same runs whenever it is asked, and others with another seed', () => {
    const of = (seed: number) => runsOfShard(100, { shard: 3, of: 16 }, seed);
    expect(of(7)).toEqual(of(7));
    expect(of(7)).not.toEqual(of(8));
  });

  it('has its share of each value of an axis, also when there are as many shards as values', () => {
    const values = 16;
    for (let shard = 1; shard <= values; shard++) {
      const own = runsOfShard(values * 100, { shard, of: values }, 1);
      const counts = Array<number>(values).fill(0);
      for (const index of own) counts[index % values] = (counts[index % values] as number) + 1;
      expect(counts.filter(count => count > 0).length).toBeGreaterThan(values / 2);
      expect(Math.max(...counts)).toBeLessThan(25);
    }
  });
});
