/**
 * Whether the best of several runs is better than doing nothing, given that it was chosen from all of
 * them: White's reality check, and Hansen's test of superior predictive ability (SPA), by resampling
 * the days of all runs together.
 * Source: H. White, "A reality check for data snooping", Econometrica 68(5), 2000; P. Hansen, "A test
 * for superior predictive ability", Journal of Business & Economic Statistics 23(4), 2005.
 */

import { Prng } from '../../core/base/prng.js';
import { longRunVariance, resampledSum, resamples, runningSums } from './block-bootstrap.js';
import type { ReturnMatrix } from './return-matrix.js';

/** Probabilities of as good a best run when none has skill, by how poor runs count, 0 to 1. */
export interface PValues {
  /** Runs that lost are taken as runs without loss: a lower bound. */
  readonly lower: number;
  /** Only runs whose loss is too large for chance count as worse than zero. */
  readonly consistent: number;
  /** All runs are taken to be as good as nothing: an upper bound. */
  readonly upper: number;
}

export interface Superiority {
  /** Hansen's test: each run's mean over its deviation. */
  readonly spa: PValues;
  /** The p-values for plain means; `upper` is White's reality check. */
  readonly plain: PValues;
  /** Mean length of a block in days. */
  readonly block: number;
  readonly resamples: number;
}

export interface SuperiorityOptions {
  readonly seed: number;
  /** Default: the cube root of the number of days; longer blocks find skill in noise too often. */
  readonly block?: number;
  /** Default: 1,000. */
  readonly resamples?: number;
}

const USUAL_RESAMPLES = 1_000;
/** The fewest days: with fewer the long-run variance has no meaning. */
const LEAST_DAYS = 30;

type Recentering = keyof PValues;
const RECENTERINGS: readonly Recentering[] = ['lower', 'consistent', 'upper'];

/**
 * Owns the greatest statistic so far, and those of the resamples, by how poor runs count. `take`
 * adds a run.
 */
class Maxima {
  observed = Number.NEGATIVE_INFINITY;
  readonly drawn: Readonly<Record<Recentering, Float64Array>>;

  constructor(count: number) {
    const none = () => new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
    this.drawn = { lower: none(), consistent: none(), upper: none() };
  }

  /** Takes what one run has in resample `at`. */
  take(recentering: Recentering, at: number, value: number): void {
    const maxima = this.drawn[recentering];
    if (value > (maxima[at] as number)) maxima[at] = value;
  }

  pValues(): PValues {
    // A best run that lost is no better than nothing, whatever resamples come to.
    const share = (maxima: Float64Array) =>
      this.observed <= 0
        ? 1
        : maxima.reduce((count, value) => count + (value > this.observed ? 1 : 0), 0) /
          maxima.length;
    const { lower, consistent, upper } = this.drawn;
    return { lower: share(lower), consistent: share(consistent), upper: share(upper) };
  }
}

/** The tests of a matrix; undefined when it has too few days, or no run that ever trades. */
export function superiority(
  { days, rows }: ReturnMatrix,
  { seed, block = Math.ceil(Math.cbrt(days.length)), ...options }: SuperiorityOptions,
): Superiority | undefined {
  const { length } = days;
  const trading = rows.filter(row => row.some(value => value !== row[0]));
  if (length < LEAST_DAYS || trading.length === 0) return undefined;
  const count = options.resamples ?? USUAL_RESAMPLES;
  const draws = resamples(length, block, count, new Prng(seed).fork('days of runs'));
  const [scaled, plain] = [new Maxima(count), new Maxima(count)];
  for (const row of trading) {
    const sums = runningSums(row);
    const mean = (sums[length] as number) / length;
    const deviation = Math.sqrt(Math.max(longRunVariance(row, block), LEAST_VARIANCE));
    const bound = -deviation * Math.sqrt((2 * Math.log(Math.log(length))) / length);
    const centres = { lower: Math.max(mean, 0), consistent: mean >= bound ? mean : 0, upper: mean };
    scaled.observed = Math.max(scaled.observed, mean / deviation);
    plain.observed = Math.max(plain.observed, mean);
    draws.forEach((draw, at) => {
      const drawn = resampledSum(draw, sums) / length;
      for (const recentering of RECENTERINGS) {
        const value = drawn - centres[recentering];
        plain.take(recentering, at, value);
        scaled.take(recentering, at, value / deviation);
      }
    });
  }
  return { spa: scaled.pValues(), plain: plain.pValues(), block, resamples: count };
}

/** Below it a deviation is rounding noise. */
const LEAST_VARIANCE = 1e-28;
