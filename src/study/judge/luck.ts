/**
 * The probability that the Sharpe ratio of the best of many runs is more than luck. Sharpe ratios
 * here are of one day, not annualised.
 * Source: D. Bailey and M. Lopez de Prado, "The deflated Sharpe ratio: correcting for selection
 * bias, backtest overfitting and non-normality", Journal of Portfolio Management 40(5), 2014.
 */

import { normalQuantile } from '../../data/figures/math/normal.js';
import { sampleDeviation } from '../../data/figures/math/statistics.js';
import type { Unknown } from '../../data/figures/table/figure.js';
import { probabilisticSharpe, type ReturnShape } from '../../data/figures/table/return-shape.js';

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

/**
 * The deflated Sharpe ratio of every run of a study: its PSR against the ratio that the best run
 * would have by luck alone. Runs with similar parameters resemble each other, so there are fewer
 * independent trials than runs; the figure is therefore too low rather than too high.
 * @param shapes - one per run.
 */
export function deflatedSharpes(shapes: readonly ReturnShape[]): (number | Unknown)[] {
  const ratios = shapes.map(({ sharpe }) => sharpe);
  const deviation = ratios.length < 2 ? 0 : sampleDeviation(ratios);
  const benchmark = expectedBestSharpe(ratios.length, deviation);
  return shapes.map(shape => probabilisticSharpe(shape, benchmark));
}
