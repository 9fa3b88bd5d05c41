/**
 * What the daily returns of a run say about luck: their Sharpe ratio, the shape of their
 * distribution, and the probability that the true ratio is above a given one.
 * Source: D. Bailey and M. Lopez de Prado, "The Sharpe ratio efficient frontier", Journal of Risk
 * 15(2), 2012.
 */

import { normalCdf } from '../math/normal.js';
import { excessKurtosis, mean, momentsOf, sampleDeviation, skewness } from '../math/statistics.js';
import { withDeviation } from './definition.js';
import { UnknownFigure } from './figure.js';

/** Statistics of the daily returns of one run. */
export interface ReturnShape {
  /** Mean over sample deviation of one day's return, not annualised. */
  readonly sharpe: number;
  /** Sample skewness G1. */
  readonly skewness: number;
  /** Sample excess kurtosis G2; 0 for a normal distribution. */
  readonly excessKurtosis: number;
  /** Number of returns. */
  readonly count: number;
}

/** Least number of returns for a sample's fourth moment. */
const LEAST_DAYS = 4;

/** The shape of the daily returns; Unknown when they are too few or all equal. */
export const returnShape = withDeviation(
  LEAST_DAYS,
  (facts): ReturnShape => ({
    sharpe: facts.mean() / facts.deviation(),
    skewness: skewness(facts.moments()),
    excessKurtosis: excessKurtosis(facts.moments()),
    count: facts.fractions().length,
  }),
);

/** The shape of plain daily returns; undefined when they are too few or all equal. */
export function shapeOfReturns(returns: readonly number[]): ReturnShape | undefined {
  const deviation = returns.length < LEAST_DAYS ? 0 : sampleDeviation(returns);
  if (deviation === 0) return undefined;
  const moments = momentsOf(returns);
  return {
    sharpe: mean(returns) / deviation,
    skewness: skewness(moments),
    excessKurtosis: excessKurtosis(moments),
    count: returns.length,
  };
}

/**
 * The probabilistic Sharpe ratio: the probability that the true ratio exceeds `benchmark`; both are
 * ratios of one day. PSR = cdf((SR - benchmark) sqrt(n - 1) / sqrt(1 - G1 SR + (G2 + 2) / 4 SR^2)).
 */
export function probabilisticSharpe(shape: ReturnShape, benchmark: number): number | UnknownFigure {
  const { sharpe, count } = shape;
  const spread = 1 - shape.skewness * sharpe + ((shape.excessKurtosis + 2) / 4) * sharpe * sharpe;
  if (!(spread > 0)) return new UnknownFigure('the returns are too skewed for the estimate');
  return normalCdf(((sharpe - benchmark) * Math.sqrt(count - 1)) / Math.sqrt(spread));
}
