/**
 * The statistics that figures use, each with its named convention. Inputs are finite numbers; the
 * caller must make sure that there are enough of them.
 */

import { mean as meanOf, sampleStandardDeviation, sum as sumOf } from 'simple-statistics';

/** A smaller deviation is rounding noise of floats that are almost equal. */
const NOISE = 1e-14;

/** Arithmetic mean of at least one number. */
export function mean(values: readonly number[]): number {
  return meanOf(values as number[]);
}

/** Sum with compensation for rounding (Kahan); 0 for no values. */
export function sum(values: readonly number[]): number {
  return sumOf(values as number[]);
}

/** Standard deviation with n - 1 (ddof = 1) of at least two numbers; 0 for constants. */
export function sampleDeviation(values: readonly number[]): number {
  // Rounding of the mean of equal large numbers may exceed the noise threshold.
  if (values.every(value => value === values[0])) return 0;
  const deviation = sampleStandardDeviation(values as number[]);
  return deviation < NOISE ? 0 : deviation;
}

/** Central moments: sums divided by n. */
export interface Moments {
  readonly count: number;
  readonly second: number;
  readonly third: number;
  readonly fourth: number;
}

/** The central moments of at least one number. */
export function momentsOf(values: readonly number[]): Moments {
  const count = values.length;
  const middle = mean(values);
  let [second, third, fourth] = [0, 0, 0];
  for (const value of values) {
    const away = value - middle;
    const square = away * away;
    second += square;
    third += square * away;
    fourth += square * square;
  }
  return { count, second: second / count, third: third / count, fourth: fourth / count };
}

/**
 * Skewness adjusted for the sample: G1 of at least three numbers that are not all equal. Source:
 * Joanes and Gill 1998; pandas `skew`.
 */
export function skewness({ count: n, second, third }: Moments): number {
  return ((third / (second * Math.sqrt(second))) * Math.sqrt(n * (n - 1))) / (n - 2);
}

/**
 * Excess kurtosis adjusted for the sample: G2 of at least four numbers that are not all equal; 0
 * for a normal distribution.
 * Source: Joanes and Gill 1998; pandas `kurt`.
 */
export function excessKurtosis({ count: n, second, fourth }: Moments): number {
  const plain = fourth / (second * second) - 3;
  return ((n - 1) / ((n - 2) * (n - 3))) * ((n + 1) * plain + 6);
}

/**
 * The quantile of at least one number, with linear interpolation between ranks (type 7). Source:
 * Hyndman and Fan 1996; numpy `quantile`.
 */
export function quantile(values: readonly number[], probability: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = (sorted.length - 1) * probability;
  const below = Math.floor(rank);
  const low = sorted[below] ?? 0;
  const high = sorted[below + 1] ?? low;
  return low + (high - low) * (rank - below);
}

/** Sample covariance (n - 1) of two series of the same length, at least two. */
export function covariance(a: readonly number[], b: readonly number[]): number {
  const meanA = mean(a);
  const meanB = mean(b);
  return sum(a.map((value, index) => (value - meanA) * ((b[index] ?? 0) - meanB))) / (a.length - 1);
}
