import { describe, expect, it } from 'vitest';
import { Prng } from '../../../../src/core/base/prng.js';
import { madeMarket } from '../../../../src/tools/luck/made-markets.js';

/** Mean over deviation of a year. */
function sharpe(row: Float64Array): number {
  const mean = row.reduce((sum, value) => sum + value, 0) / row.length;
  const squares = row.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  return (mean / Math.sqrt(squares / row.length)) * Math.sqrt(252);
}

describe('made markets', () => {
  it('give the edged set the ratio that was asked for, and nothing without an edge', () => {
    const mean = (edge: number) => {
      const ratios = Array.from({ length: 12 }, (_, seed) =>
        sharpe(madeMarket({ edge, cost: 0 }, new Prng(seed)).rows[44] as Float64Array),
      );
      return ratios.reduce((sum, value) => sum + value, 0) / ratios.length;
    };
    // A ratio of 1,000 days has an error of 0.5 a year; that of twelve is 0.15.
    expect(Math.abs(mean(0))).toBeLessThan(0.75);
    expect(Math.abs(mean(3) - 3)).toBeLessThan(0.75);
  });
});
