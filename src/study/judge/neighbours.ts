/**
 * How stable the best run is: what the runs came to whose parameters differ from its own by one step of
 * one axis. A peak among poor neighbours is a fit to noise more often than a plateau is.
 */

import type { Axis } from '../../data/storage/study/study-file.js';
import { quantileOf } from './quantiles.js';
import { rankedValue } from './rank.js';
import type { RankingRow } from './rows.js';

/** The runs beside the best one. */
export interface Stability {
  /** Number of runs that differ by one step of one axis. */
  readonly neighbours: number;
  /** Value of the rank of the best run. */
  readonly best: number;
  /** Median, least and greatest value of the rank among the neighbours. */
  readonly median: number;
  readonly least: number;
  readonly greatest: number;
}

/** The stability of `best` among the rows of its window; undefined when no neighbour was run. */
export function stabilityOf(
  best: RankingRow | undefined,
  rows: readonly RankingRow[],
  { axes, rank }: { readonly axes: readonly Axis[]; readonly rank: string },
): Stability | undefined {
  const value = best === undefined ? null : rankedValue(best, rank);
  if (best === undefined || value === null) return undefined;
  const values = rows
    .filter(row => row.from === best.from && row.to === best.to && isBeside(row, best, axes))
    .flatMap(row => rankedValue(row, rank) ?? [])
    .sort((a, b) => a - b);
  const [least] = values;
  const greatest = values.at(-1);
  const median = quantileOf(values, 0.5);
  if (least === undefined || greatest === undefined || median === null) return undefined;
  return { neighbours: values.length, best: value, median, least, greatest };
}

/** Whether two rows differ by one step of one axis. */
function isBeside(one: RankingRow, other: RankingRow, axes: readonly Axis[]): boolean {
  let steps = 0;
  for (const [axis, { values }] of axes.entries()) {
    const [a, b] = [one.values[axis], other.values[axis]];
    if (a !== b && a !== undefined && b !== undefined) {
      steps += Math.abs(values.indexOf(a) - values.indexOf(b));
    }
  }
  return steps === 1;
}
