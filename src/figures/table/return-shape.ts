/**
 * What the daily returns of a run say about luck: their ratio and the shape of their distribution,
 * and how probable it is that the true ratio is above another. Source: D. Bailey and M. Lopez de
 * Prado, "The Sharpe ratio efficient frontier", Journal of Risk 15(2), 2012.
 */

import { normalCdf } from '../math/normal.js';
import { excessKurtosis, skewness } from '../math/statistics.js';
import { withDeviation } from './definition.js';
import { Unknown } from './figure.js';

/** What is known of the returns of one run. */
export interface ReturnShape {
  /** Mean over sample deviation of one day's return, not annualised. */
  readonly sharpe: number;
  /** G1. */
  readonly skewness: number;
  /** G2; 0 for a normal distribution. */
  readonly excessKurtosis: number;
  /** Number of returns. */
  readonly count: number;
}

/** The fourth moment of a sample needs as many. */
const LEAST_DAYS = 4;

/** The shape of the daily returns; Unknown where they are too few, or all the same. */
export const returnShape = withDeviation(
  LEAST_DAYS,
  (facts): ReturnShape => ({
    sharpe: facts.mean() / facts.deviation(),
    skewness: skewness(facts.moments()),
    excessKurtosis: excessKurtosis(facts.moments()),
    count: facts.fractions().length,
  }),
);

/**
 * The probabilistic Sharpe ratio: how probable it is that the true ratio exceeds `benchmark`, also of
 * one day, PSR = cdf((SR - benchmark) sqrt(n - 1) / sqrt(1 - G1 SR + (G2 + 2) / 4 SR^2)).
 */
export function probabilisticSharpe(shape: ReturnShape, benchmark: number): number | Unknown {
  const { sharpe, count } = shape;
  const spread = 1 - shape.skewness * sharpe + ((shape.excessKurtosis + 2) / 4) * sharpe * sharpe;
  if (!(spread > 0)) return new Unknown('the returns are too skewed for the estimate');
  return normalCdf(((sharpe - benchmark) * Math.sqrt(count - 1)) / Math.sqrt(spread));
}
