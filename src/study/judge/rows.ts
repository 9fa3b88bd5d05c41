/**
 * The rows of a study: outcomes in the order of their jobs, with values that depend on all
 * outcomes. They are the same whichever worker ran the jobs, and in whichever order.
 */

import { present } from '../../core/base/present.js';
import { formatRfc3339, instant } from '../../core/time/instant.js';
import type { Refusals } from '../../core/view/refusals.js';
import { roundedAs, type Unknown } from '../../data/figures/table/figure.js';
import { probabilisticSharpe, type ReturnShape } from '../../data/figures/table/return-shape.js';
import type { RunFigures } from '../../data/figures/table/run-figures.js';
import type { ParameterValue } from '../../data/storage/study/study-file.js';
import { isFailed, type Job, type JobOutcome } from '../engines/job.js';
import { deflatedSharpes } from './luck.js';

/** What the daily returns of a run say about luck; null when they are too few. */
export interface Luck {
  /** Probability that the true Sharpe ratio is above zero, 0 to 1. */
  readonly psr: number | null;
  /**
   * Probability that it is above the ratio that the best run of this window would have by luck, 0
   * to 1.
   */
  readonly dsr: number | null;
}

export interface StudyRow {
  readonly index: number;
  readonly values: readonly ParameterValue[];
  readonly from: string;
  readonly to: string;
  /** Absent when the run failed. */
  readonly figures?: RunFigures;
  /** Why figures are null, by their names. */
  readonly reasons?: Readonly<Record<string, string>>;
  readonly luck: Luck;
  /** What the run was refused; absent when it failed. */
  readonly refusals?: Refusals;
  readonly error?: string;
}

const NO_LUCK: Luck = { psr: null, dsr: null };

/**
 * The rows of `jobs`, in their order. The runs of one window are the trials of its deflated ratios.
 */
export function studyRows(
  jobs: readonly Job[],
  outcomes: ReadonlyMap<number, JobOutcome>,
): StudyRow[] {
  const trials = new Map<string, { readonly index: number; readonly shape: ReturnShape }[]>();
  for (const job of jobs) {
    const shape = shapeOf(outcomes.get(job.index));
    if (shape === null) continue;
    const key = `${job.from} ${job.to}`;
    const group = trials.get(key) ?? [];
    trials.set(key, group);
    group.push({ index: job.index, shape });
  }
  const luck = new Map<number, Luck>();
  for (const group of trials.values()) {
    const deflated = deflatedSharpes(group.map(({ shape }) => shape));
    group.forEach(({ index, shape }, at) => {
      luck.set(index, {
        psr: probability(probabilisticSharpe(shape, 0)),
        dsr: probability(deflated[at]),
      });
    });
  }
  return jobs.map(job => rowOf(job, outcomes.get(job.index), luck.get(job.index) ?? NO_LUCK));
}

/** Whether all runs have the same window; then a table need not state it for each run. */
export function hasOneWindow(rows: readonly StudyRow[]): boolean {
  return rows.every(({ from, to }) => from === rows[0]?.from && to === rows[0]?.to);
}

function rowOf(job: Job, outcome: JobOutcome | undefined, luck: Luck): StudyRow {
  const { index, values } = job;
  const place = {
    index,
    values,
    from: formatRfc3339(instant(job.from)),
    to: formatRfc3339(instant(job.to)),
    luck,
  };
  if (outcome === undefined) return { ...place, error: 'was not run' };
  if (isFailed(outcome)) return { ...place, error: outcome.error };
  const { figures, reasons, refusals } = outcome;
  return { ...place, figures, ...present({ reasons, refusals }) };
}

/** What the returns of a run say about luck. */
function shapeOf(outcome: JobOutcome | undefined): ReturnShape | null {
  return outcome === undefined || isFailed(outcome) ? null : outcome.shape;
}

/** A probability rounded to its decimals; null when there is none. */
function probability(value: number | Unknown | undefined): number | null {
  return typeof value === 'number' ? roundedAs(value, 'fraction') : null;
}
