import { describe, expect, it } from 'vitest';
import {
  deflatedSharpes,
  expectedBestSharpe,
  probabilisticSharpe,
  sampleVariance,
} from '../../../src/study/luck.js';

/** The numerical example of Bailey and Lopez de Prado (2014): five years of days, 2.5 a year. */
const EXAMPLE = { sharpe: 2.5 / Math.sqrt(250), skewness: -3, kurtosis: 10, count: 1250 };
const VARIANCE = 1 / 2 / 250;

describe('the deflated Sharpe ratio', () => {
  it('gives the figures of its authors: 0.1132 and 0.9004 for 100 trials, 0.9505 for 46', () => {
    expect(expectedBestSharpe(100, VARIANCE)).toBeCloseTo(0.1132, 4);
    const dsrOf = (trials: number) =>
      probabilisticSharpe(EXAMPLE, expectedBestSharpe(trials, VARIANCE));
    expect(dsrOf(100)).toBeCloseTo(0.9004, 4);
    expect(dsrOf(46)).toBeCloseTo(0.9505, 4);
  });

  it('is the probabilistic ratio when there was one trial', () => {
    expect(deflatedSharpes([EXAMPLE])).toEqual([probabilisticSharpe(EXAMPLE, 0)]);
  });

  it('takes the variance of the trials, and a run without returns is none', () => {
    const shape = (sharpe: number) => ({ sharpe, skewness: 0, kurtosis: 3, count: 101 });
    const [low, none, high] = deflatedSharpes([shape(0), null, shape(0.2)]);
    // Variance of 0 and 0.2 is 0.02; two trials: the median and q(1 - 1/(2e)) = 0.900453.
    const benchmark = Math.sqrt(0.02) * 0.5772156649 * 0.900453;
    expect(none).toBeNull();
    expect(low).toBeCloseTo(probabilisticSharpe(shape(0), benchmark) ?? NaN, 6);
    expect(high).toBeCloseTo(probabilisticSharpe(shape(0.2), benchmark) ?? NaN, 6);
  });
});

describe('the probabilistic Sharpe ratio', () => {
  it('of normal returns: cdf(0.1 x 10 / sqrt(1.005)) for 101 of them with a ratio of 0.1', () => {
    const shape = { sharpe: 0.1, skewness: 0, kurtosis: 3, count: 101 };
    expect(probabilisticSharpe(shape, 0)).toBeCloseTo(0.8407413278, 9);
  });

  it('does not exist for one return, or a shape that no sample has', () => {
    const shape = { sharpe: 1, skewness: 0, kurtosis: 3, count: 1 };
    expect(probabilisticSharpe(shape, 0)).toBeNull();
    expect(probabilisticSharpe({ ...shape, count: 9, skewness: 5, kurtosis: 1 }, 0)).toBeNull();
  });
});

it('the sample variance divides by n - 1', () => {
  expect(sampleVariance([1, 2, 3, 4])).toBeCloseTo(5 / 3, 12);
  expect(sampleVariance([1])).toBe(0);
});
