import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distributionOf } from '../../../../../src/data/figures/report/distribution.js';

describe('the distribution of results', () => {
  it('has round edges, each bin with its lower one', () => {
    expect(distributionOf([-10, -5, 0, 0, 5, 20])).toEqual({
      edges: [-10, -5, 0, 5, 10, 15, 20, 25],
      counts: [1, 1, 2, 1, 0, 0, 1],
    });
  });

  it('has a result on an edge in the bin above it, whatever floats make of the quotient', () => {
    // 0.3 / 0.1 is 2.9999999999999996.
    const results = [0.1, 0.2, 0.3, 0.6, 0.7];
    const { edges, counts } = distributionOf(results);
    expect(edges).toContain(0.3);
    for (const [bin, count] of counts.entries()) {
      const [low, high] = [edges[bin] as number, edges[bin + 1] as number];
      expect(results.filter(value => value >= low && value < high)).toHaveLength(count);
    }
  });

  it('is empty without results, and one bin for one result', () => {
    expect(distributionOf([])).toEqual({ edges: [], counts: [] });
    expect(distributionOf([0]).counts).toEqual([1]);
  });

  it('counts every result once, between its edges, in few bins', () => {
    const money = fc.integer({ min: -1e12, max: 1e12 }).map(tenths => tenths / 10_000);
    fc.assert(
      fc.property(fc.array(money, { minLength: 1, maxLength: 200 }), values => {
        const { edges, counts } = distributionOf(values);
        expect(edges).toHaveLength(counts.length + 1);
        expect(counts.reduce((a, b) => a + b, 0)).toBe(values.length);
        expect(counts.length).toBeLessThanOrEqual(15);
        expect(edges[0]).toBeLessThanOrEqual(Math.min(...values));
        expect(edges.at(-1)).toBeGreaterThanOrEqual(Math.max(...values));
        expect(edges).toEqual([...edges].sort((a, b) => a - b));
      }),
    );
  });
});
