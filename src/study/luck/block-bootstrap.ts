/**
 * The stationary bootstrap: days are drawn in blocks whose lengths are geometric, and the days after
 * the last one are the first ones again. Only sums are needed, and a block's sum is the difference of
 * two running sums.
 * Source: D. Politis, J. Romano, "The stationary bootstrap", Journal of the American Statistical
 * Association 89, 1994.
 */

import type { Prng } from '../../core/base/prng.js';

/** One resample: the first day of each block and the day after its last one. */
export interface Resample {
  readonly starts: Int32Array;
  /** May be beyond the last day: then the block goes on at the first. */
  readonly ends: Int32Array;
}

/** `count` resamples of `days` days. @param block - mean length of a block in days, at least 1. */
export function resamples(days: number, block: number, count: number, prng: Prng): Resample[] {
  return Array.from({ length: count }, () => {
    const starts: number[] = [];
    const ends: number[] = [];
    for (let drawn = 0; drawn < days; ) {
      const start = prng.nextInt(0, days - 1);
      let length = 1;
      while (drawn + length < days && length < days && prng.nextUnit() >= 1 / block) length += 1;
      starts.push(start);
      ends.push(start + length);
      drawn += length;
    }
    return { starts: Int32Array.from(starts), ends: Int32Array.from(ends) };
  });
}

/** Running sums of a row laid twice one after another, from 0: entry i is the sum of i days. */
export function runningSums(row: Float64Array): Float64Array {
  const sums = new Float64Array(2 * row.length + 1);
  for (let at = 0; at < 2 * row.length; at++) {
    sums[at + 1] = (sums[at] as number) + (row[at % row.length] as number);
  }
  return sums;
}

/** The sum of the days of a resample. @param sums - the running sums of the row. */
export function resampledSum({ starts, ends }: Resample, sums: Float64Array): number {
  let total = 0;
  for (let at = 0; at < starts.length; at++) {
    total += (sums[ends[at] as number] as number) - (sums[starts[at] as number] as number);
  }
  return total;
}

/**
 * The long-run variance of a row's daily returns, as the stationary bootstrap has it: the variance and
 * twice the autocovariances, each with its weight.
 * Source: Politis and Romano 1994; Hansen 2005, section 3.2.
 */
export function longRunVariance(row: Float64Array, block: number): number {
  const { length } = row;
  const mean = row.reduce((sum, value) => sum + value, 0) / length;
  const away = row.map(value => value - mean);
  const stay = 1 - 1 / block;
  let variance = covarianceAt(away, 0);
  let [near, far] = [1, powerOf(stay, length)];
  for (let lag = 1; lag < length; lag++) {
    near *= stay;
    far = stay === 0 ? 0 : far / stay;
    const weight = (1 - lag / length) * near + (lag / length) * far;
    if (weight > NEGLIGIBLE) variance += 2 * weight * covarianceAt(away, lag);
  }
  return variance;
}

/** A smaller weight changes no digit that is shown. */
const NEGLIGIBLE = 1e-9;

function covarianceAt(away: Float64Array, lag: number): number {
  let total = 0;
  for (let at = lag; at < away.length; at++) {
    total += (away[at - lag] as number) * (away[at] as number);
  }
  return total / away.length;
}

function powerOf(base: number, exponent: number): number {
  let power = 1;
  for (let at = 0; at < exponent; at++) power *= base;
  return power;
}
