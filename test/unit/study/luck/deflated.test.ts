import { describe, expect, it } from 'vitest';
import { probabilisticSharpe } from '../../../../src/data/figures/table/return-shape.js';
import { expectedBestSharpe, triesOf } from '../../../../src/study/luck/deflated.js';

/** The numerical example of Bailey and Lopez de Prado (2014): five years of days, 2.5 a year. */
const EXAMPLE = { sharpe: 2.5 / Math.sqrt(250), skewness: -3, excessKurtosis: 7, count: 1250 };
const DEVIATION = Math.sqrt(1 / 2 / 250);

describe('the deflated Sharpe ratio', () => {
  it('gives the figures of its authors: 0.1132 and 0.9004 for 100 trials, 0.9505 for 46', () => {
    expect(expectedBestSharpe(100, DEVIATION)).toBeCloseTo(0.1132, 4);
    const dsrOf = (trials: number) =>
      probabilisticSharpe(EXAMPLE, expectedBestSharpe(trials, DEVIATION));
    expect(dsrOf(100)).toBeCloseTo(0.9004, 4);
    expect(dsrOf(46)).toBeCloseTo(0.9505, 4);
  });

  it('expects nothing of luck when there was one trial or none', () => {
    expect(triesOf([EXAMPLE])).toEqual({ runs: 1, luckOfRuns: 0, clusters: 1, luck: 0 });
    expect(triesOf([])).toEqual({ runs: 0, luckOfRuns: 0, clusters: 0, luck: 0 });
  });

  it('takes the deviation of the trials', () => {
    const shape = (sharpe: number) => ({ sharpe, skewness: 0, excessKurtosis: 0, count: 101 });
    // Variance of 0 and 0.2 is 0.02; two trials: the median and q(1 - 1/(2e)) = 0.900453.
    const benchmark = Math.sqrt(0.02) * 0.5772156649 * 0.900453;
    expect(triesOf([shape(0), shape(0.2)]).luckOfRuns).toBeCloseTo(benchmark, 6);
  });
});
