/**
 * Runs whose daily returns move together are one try, not several: runs are put into clusters by the
 * correlation of their returns, and the number of clusters stands for the number of independent tries.
 * Source: M. Lopez de Prado, M. Lewis, "Detection of false investment strategies using unsupervised
 * learning methods", Quantitative Finance 19(9), 2019 (written in 2018): the distance, the quality by
 * silhouettes, and the weights within a cluster. Ours is the bound on what one cluster may join, because
 * silhouettes alone find two or three clusters among runs without skill, and the best then looks good.
 */

import { type ClusterLevel, type Distances, levels } from './linkage.js';
import type { ReturnMatrix } from './return-matrix.js';

/** A cluster never joins runs whose mean correlation is below this. */
const LEAST_CORRELATION = 0.8;
/** Beyond this number of runs, each joins the first run that it resembles. */
const MOST_LINKED = 250;
/** Greatest number of products; what is left then is counted in the same proportion. */
const MOST_WORK = 3e9;

/** Least number of common days of two runs that are put together. */
const LEAST_COMMON = 20;

/** Runs by cluster. */
export interface Clusters {
  /** Number of clusters. */
  readonly count: number;
  /** Daily Sharpe ratio of each cluster whose runs were compared, weighted by inverse variance. */
  readonly sharpes: readonly number[];
}

/** The clusters of the runs of a matrix. */
export function clustersOf({ rows }: ReturnMatrix): Clusters {
  const unit = rows.map(row => (row.some(Number.isNaN) ? row : standardised(row)));
  const found = rows.length > MOST_LINKED ? byLeaders(unit) : byLinkage(unit);
  const { members } = found;
  const sharpes = members.map(own => clusterSharpe(own.map(run => rows[run] as Float64Array)));
  return { count: found.count, sharpes };
}

interface ClusterResult {
  readonly count: number;
  /** Runs of each cluster. */
  readonly members: readonly (readonly number[])[];
}

/** The level with the best quality among those that join only runs that resemble each other. */
function byLinkage(unit: readonly Float64Array[]): ClusterResult {
  const distances = distancesOf(unit);
  const furthest = distanceAt(LEAST_CORRELATION);
  let best: ClusterLevel | undefined;
  let quality = Number.NEGATIVE_INFINITY;
  for (const level of levels(distances)) {
    if (level.height > furthest) break;
    const own = qualityOf(distances, level);
    if (best !== undefined && own < quality) continue;
    best = level;
    quality = own;
  }
  const members = Array.from({ length: best?.count ?? 0 }, (): number[] => []);
  best?.clusterOf.forEach((cluster, run) => {
    members[cluster]?.push(run);
  });
  return { count: members.length, members };
}

/** Each run joins the first cluster whose first run it resembles. */
function byLeaders(unit: readonly Float64Array[]): ClusterResult {
  const days = Math.max(1, unit[0]?.length ?? 1);
  const members: number[][] = [];
  let work = 0;
  let compared = 0;
  for (const [run, row] of unit.entries()) {
    if (work > MOST_WORK) break;
    compared += 1;
    const own = members.find(([leader = 0]) => {
      work += days;
      return correlation(row, unit[leader] as Float64Array) >= LEAST_CORRELATION;
    });
    if (own === undefined) members.push([run]);
    else own.push(run);
  }
  return { count: Math.round((members.length * unit.length) / compared), members };
}

/** Distance of two runs: the root of half of what their correlation lacks of 1. */
function distanceAt(correlated: number): number {
  return Math.sqrt(Math.max(0, (1 - correlated) / 2));
}

function distancesOf(unit: readonly Float64Array[]): Distances {
  const distances = unit.map(() => new Float64Array(unit.length));
  unit.forEach((row, one) => {
    for (let other = 0; other < one; other++) {
      const distance = distanceAt(correlation(row, unit[other] as Float64Array));
      (distances[one] as Float64Array)[other] = distance;
      (distances[other] as Float64Array)[one] = distance;
    }
  });
  return distances;
}

/** The mean of the runs' silhouettes over their deviation; a run that is alone has 0. */
function qualityOf(distances: Distances, { clusterOf, count }: ClusterLevel): number {
  const sizes = new Int32Array(count);
  for (const cluster of clusterOf) sizes[cluster] = (sizes[cluster] as number) + 1;
  const silhouettes = distances.map((row, run) => {
    const sums = new Float64Array(count);
    row.forEach((distance, other) => {
      const cluster = clusterOf[other] as number;
      sums[cluster] = (sums[cluster] as number) + distance;
    });
    const home = clusterOf[run] as number;
    if (sizes[home] === 1 || count === 1) return 0;
    const within = (sums[home] as number) / ((sizes[home] as number) - 1);
    let without = Number.POSITIVE_INFINITY;
    sums.forEach((sum, cluster) => {
      if (cluster !== home) without = Math.min(without, sum / (sizes[cluster] as number));
    });
    const greater = Math.max(within, without);
    return greater === 0 ? 0 : (without - within) / greater;
  });
  const mean = total(silhouettes) / silhouettes.length;
  const variance = total(silhouettes.map(each => (each - mean) * (each - mean)));
  return variance === 0 ? mean : mean / Math.sqrt(variance / silhouettes.length);
}

/** The Sharpe ratio of the runs together, each with a weight of one over its variance. */
function clusterSharpe(rows: readonly Float64Array[]): number {
  const sum = new Float64Array(rows[0]?.length ?? 0);
  for (const row of rows) {
    const { variance } = meanAndVariance(row.filter(value => !Number.isNaN(value)));
    if (variance === 0) continue;
    row.forEach((value, day) => {
      if (!Number.isNaN(value)) sum[day] = (sum[day] as number) + value / variance;
    });
  }
  const { mean, variance } = meanAndVariance(sum);
  return variance === 0 ? 0 : mean / Math.sqrt(variance);
}

/** The row less its mean, with a length of 1; zeros for a run that never trades. */
function standardised(row: Float64Array): Float64Array {
  const { mean, variance } = meanAndVariance(row);
  const length = Math.sqrt(variance * (row.length - 1));
  return row.map(value => (length === 0 ? 0 : (value - mean) / length));
}

/** The correlation of two rows, of which those without a gap are standardised. */
function correlation(one: Float64Array, other: Float64Array): number {
  const product = productOf(one, other);
  return Number.isNaN(product) ? overCommonDays(one, other) : product;
}

/** The correlation over the days that both rows reach; 0 when they are few. */
function overCommonDays(one: Float64Array, other: Float64Array): number {
  const isCommon = (_: number, day: number) => !Number.isNaN(one[day]) && !Number.isNaN(other[day]);
  const [first, second] = [one.filter(isCommon), other.filter(isCommon)];
  return first.length < LEAST_COMMON ? 0 : productOf(standardised(first), standardised(second));
}

function productOf(one: Float64Array, other: Float64Array): number {
  let product = 0;
  for (let day = 0; day < one.length; day++) {
    product += (one[day] as number) * (other[day] as number);
  }
  return product;
}

function meanAndVariance(row: Float64Array): { mean: number; variance: number } {
  const mean = total(row) / row.length;
  let squares = 0;
  for (const value of row) squares += (value - mean) * (value - mean);
  return { mean, variance: row.length < 2 ? 0 : squares / (row.length - 1) };
}

function total(values: Iterable<number>): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
