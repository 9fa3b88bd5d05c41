/**
 * The probability that a Sharpe ratio is more than luck. Sharpe ratios here are per period (a day),
 * not annualised. Sources: D. Bailey and M. Lopez de Prado, "The Sharpe ratio efficient frontier",
 * Journal of Risk 15(2), 2012 (PSR), and "The deflated Sharpe ratio: correcting for selection bias,
 * backtest overfitting and non-normality", Journal of Portfolio Management 40(5), 2014 (DSR).
 */

import { normalCdf, normalQuantile } from './normal.js';

/** Decimals of the probabilities. */
export const LUCK_DIGITS = 6;

/** What is known of the returns of one run. */
export interface ReturnShape {
  /** Mean over standard deviation, of one period's return. */
  readonly sharpe: number;
  readonly skewness: number;
  /** Not the excess: 3 for a normal distribution. */
  readonly kurtosis: number;
  /** Number of returns. */
  readonly count: number;
}

const EULER = 0.577_215_664_901_532_9;

/**
 * The probabilistic Sharpe ratio: how probable it is that the true Sharpe ratio exceeds `benchmark`,
 * PSR = cdf((SR - benchmark) sqrt(n - 1) / sqrt(1 - skewness SR + (kurtosis - 1) / 4 SR^2)).
 * @returns null for fewer than two returns, or a shape for which the root does not exist.
 */
export function probabilisticSharpe(shape: ReturnShape, benchmark: number): number | null {
  const { sharpe, skewness, kurtosis, count } = shape;
  const variance = 1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe * sharpe;
  if (count < 2 || !(variance > 0)) return null;
  return normalCdf(((sharpe - benchmark) * Math.sqrt(count - 1)) / Math.sqrt(variance));
}

/**
 * The Sharpe ratio that the best of `trials` worthless, independent runs is expected to show, when
 * their Sharpe ratios have `variance`: sqrt(V) ((1 - g) q(1 - 1/N) + g q(1 - 1/(N e))), where q is
 * the normal quantile and g Euler's constant. Zero for a single trial, which selects nothing.
 */
export function expectedBestSharpe(trials: number, variance: number): number {
  if (trials < 2) return 0;
  const best = normalQuantile(1 - 1 / trials);
  const next = normalQuantile(1 - 1 / (trials * Math.E));
  return Math.sqrt(variance) * ((1 - EULER) * best + EULER * next);
}

/**
 * The deflated Sharpe ratio of every run of a study: its PSR against what the best of all of them
 * would show by luck alone. Runs of neighbouring parameters resemble each other, so there are fewer
 * independent trials than runs, and the figure errs on the side of doubt.
 * @param shapes - one for each run; null for a run without a Sharpe ratio, which is no trial.
 */
export function deflatedSharpes(shapes: readonly (ReturnShape | null)[]): (number | null)[] {
  const ratios = shapes.flatMap(shape => (shape === null ? [] : [shape.sharpe]));
  const benchmark = expectedBestSharpe(ratios.length, sampleVariance(ratios));
  return shapes.map(shape => (shape === null ? null : probabilisticSharpe(shape, benchmark)));
}

/** The variance with n - 1 in the denominator; 0 for fewer than two values. */
export function sampleVariance(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  return squares / (values.length - 1);
}
