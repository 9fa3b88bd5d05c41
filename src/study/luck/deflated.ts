/**
 * The probability that the Sharpe ratio of the best of many runs is more than luck. Sharpe ratios
 * here are of one day, not annualised.
 * Source: D. Bailey and M. Lopez de Prado, "The deflated Sharpe ratio: correcting for selection
 * bias, backtest overfitting and non-normality", Journal of Portfolio Management 40(5), 2014; the
 * number of tries by clusters: M. Lopez de Prado, M. Lewis 2018.
 */

import { normalQuantile } from '../../data/figures/math/normal.js';
import { sampleDeviation } from '../../data/figures/math/statistics.js';
import type { ReturnShape } from '../../data/figures/table/return-shape.js';
import { clustersOf } from './clusters.js';
import type { ReturnMatrix } from './return-matrix.js';

const EULER = 0.577_215_664_901_532_9;

/**
 * The Sharpe ratio that the best of `trials` independent runs without skill is expected to have,
 * when their Sharpe ratios have the standard `deviation` s: s ((1 - g) q(1 - 1/N) + g q(1 - 1/(N
 * e))). N is `trials`, q the normal quantile and g Euler's constant. Zero for a single trial,
 * because it selects nothing.
 */
export function expectedBestSharpe(trials: number, deviation: number): number {
  if (trials < 2) return 0;
  const best = normalQuantile(1 - 1 / trials);
  const next = normalQuantile(1 - 1 / (trials * Math.E));
  return deviation * ((1 - EULER) * best + EULER * next);
}

/** Tries on one window, and the daily Sharpe ratio that luck alone gives the best of them. */
export interface Tries {
  /** Number of runs with different results. */
  readonly runs: number;
  /** The ratio that the best of as many independent runs has by luck. */
  readonly luckOfRuns: number;
  /** Number of clusters of runs that move together. */
  readonly clusters: number;
  /** The ratio that the best of as many independent runs as there are clusters has by luck. */
  readonly luck: number;
}

/**
 * What luck is among runs with these ratios and returns. The ratios of clusters that are few or alike
 * may by chance differ less than those of runs without skill do, whose deviation is at least one over
 * the root of the number of days; then that one is taken.
 * @param matrix - absent when returns were not kept: then each run counts by itself.
 * @param runs - number of runs, where more are known of than have a shape.
 */
export function triesOf(
  shapes: readonly ReturnShape[],
  matrix?: ReturnMatrix,
  runs = shapes.length,
): Tries {
  const luckOfRuns = expectedBestSharpe(runs, deviationOf(shapes.map(({ sharpe }) => sharpe)));
  if (matrix === undefined || matrix.rows.length === 0) {
    return { runs, luckOfRuns, clusters: runs, luck: luckOfRuns };
  }
  const { count, sharpes } = clustersOf(matrix);
  // Runs that are not in the matrix resemble each other no more than those in it do.
  const clusters = Math.max(count, Math.round((count * runs) / matrix.rows.length));
  const least = 1 / Math.sqrt(Math.max(1, matrix.days.length - 1));
  const luck = expectedBestSharpe(clusters, Math.max(deviationOf(sharpes), least));
  return { runs, luckOfRuns, clusters, luck };
}

function deviationOf(ratios: readonly number[]): number {
  return ratios.length < 2 ? 0 : sampleDeviation(ratios);
}
