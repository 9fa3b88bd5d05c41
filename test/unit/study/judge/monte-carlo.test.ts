import { describe, expect, it } from 'vitest';
import { monteCarlo } from '../../../../src/study/judge/monte-carlo.js';

const OPTIONS = { opening: 100, samples: 2000, seed: 5 };

describe('Monte Carlo of trades', () => {
  it('draws the same samples from the same seed', () => {
    const results = [10, -5, 3, -2, 8];
    expect(monteCarlo(results, OPTIONS)).toEqual(monteCarlo(results, OPTIONS));
    expect(monteCarlo(results, { ...OPTIONS, seed: 6 })).not.toEqual(monteCarlo(results, OPTIONS));
  });

  it('finds a drawdown of 10 of 100 in half of the orders of a win and a loss', () => {
    // Loss first: 100, 90, 100. Win first: 100, 110, 100, a fall of 10/110.
    const { rows } = monteCarlo([10, -10], OPTIONS);
    const at = (quantile: number) => rows.find(row => row.quantile === quantile);
    expect(at(0.05)?.shuffledDrawdown).toBe(0.090909);
    expect(at(0.95)?.shuffledDrawdown).toBe(0.1);
  });

  it('redraws a win and a loss to a loss a quarter of the time', () => {
    const { rows, lossProbability } = monteCarlo([10, -10], OPTIONS);
    // 2000 samples of probability 1/4: a standard deviation of 0.0097.
    expect(Math.abs((lossProbability ?? 1) - 0.25)).toBeLessThan(0.05);
    // The quartiles lie on the steps of this distribution; the others do not.
    const sure = rows.filter(({ quantile }) => quantile !== 0.25 && quantile !== 0.75);
    expect(sure.map(row => row.redrawnProfit)).toEqual([-20, -20, 0, 20, 20]);
  });

  it('has nothing to say of a run without trades', () => {
    const { rows, lossProbability } = monteCarlo([], OPTIONS);
    expect(lossProbability).toBeNull();
    expect(rows.every(row => row.redrawnProfit === null && row.shuffledDrawdown === null)).toBe(
      true,
    );
  });
});

describe('the fan of Monte Carlo', () => {
  it('begins at the opening balance and ends where the redrawn samples end', () => {
    const results = Array.from({ length: 200 }, (_, index) => (index % 3) - 0.9);
    const { fan, rows } = monteCarlo(results, OPTIONS);
    expect([fan.steps[0], fan.steps.at(-1)]).toEqual([0, 200]);
    expect(fan.steps.length).toBeLessThanOrEqual(61);
    for (const { quantile, values } of fan.quantiles) {
      const profit = rows.find(row => row.quantile === quantile)?.redrawnProfit ?? Number.NaN;
      expect(values[0]).toBe(OPTIONS.opening);
      expect(values.at(-1)).toBeCloseTo(OPTIONS.opening + profit, 3);
    }
    const [lowest, highest] = [fan.quantiles[0], fan.quantiles.at(-1)];
    fan.steps.forEach((_, step) => {
      expect(lowest?.values[step]).toBeLessThanOrEqual(highest?.values[step] ?? Number.NaN);
    });
  });
});
