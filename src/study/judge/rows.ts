/**
 * The rows of a study: outcomes in the order of their jobs, with values that depend on all
 * outcomes. They are the same whichever worker ran the jobs, and in whichever order.
 */

import { present } from '../../core/base/present.js';
import { formatRfc3339, instant } from '../../core/time/instant.js';
import type { Refusals } from '../../core/view/refusals.js';
import { readSeries } from '../../data/figures/account/daily-series.js';
import { roundedAs, type UnknownFigure } from '../../data/figures/table/figure.js';
import { probabilisticSharpe, type ReturnShape } from '../../data/figures/table/return-shape.js';
import type { RunFigures } from '../../data/figures/table/run-figures.js';
import type { ParameterValue } from '../../data/storage/study/study-file.js';
import { type FinishedRun, isFailed, type Job, type JobOutcome } from '../engines/job.js';
import { type Tries, triesOf } from '../luck/deflated.js';
import { type ReturnMatrix, returnMatrix } from '../luck/return-matrix.js';

/** What the daily returns of a run say about luck; null when they are too few. */
export interface Luck {
  /** Probability that the true Sharpe ratio is above zero, 0 to 1. */
  readonly psr: number | null;
  /**
   * Probability that it is above the ratio that the best run of this window would have by luck, 0
   * to 1; runs whose returns move together count as one try.
   */
  readonly dsr: number | null;
  /** The deflated Sharpe ratio when each run counts as a try. */
  readonly dsrOfRuns: number | null;
}

export interface RankingRow {
  readonly index: number;
  readonly values: readonly ParameterValue[];
  readonly from: string;
  readonly to: string;
  /** Absent when the run failed. */
  readonly figures?: RunFigures;
  /** Why figures are null, by their names. */
  readonly reasons?: Readonly<Record<string, string>>;
  readonly luck: Luck;
  /** The refused orders of the run; absent when it failed. */
  readonly refusals?: Refusals;
  readonly error?: string;
}

/** A run that failed, and why. */
export type FailedRun = Pick<RankingRow, 'index' | 'values' | 'error'>;

const NO_LUCK: Luck = { psr: null, dsr: null, dsrOfRuns: null };

/** The runs of one window that have enough daily returns. */
export interface WindowTries {
  /** Microseconds; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  readonly tries: Tries;
  /** Job indexes of the runs, in the order of the matrix. */
  readonly runs: readonly number[];
  /** The daily returns of the runs; absent when they were not kept. */
  readonly matrix?: ReturnMatrix;
}

/** Rows of a study, and what its windows had. */
export interface JudgedRows {
  readonly rows: readonly RankingRow[];
  readonly windows: readonly WindowTries[];
}

/**
 * The rows of `jobs`, in their order, and the tries of each window. The runs of one window are the
 * tries of its deflated ratios.
 */
export function judgedRows(
  jobs: readonly Job[],
  outcomes: ReadonlyMap<number, JobOutcome>,
): JudgedRows {
  const windows = [...byWindow(jobs)].map(own => windowTries(own, outcomes));
  return { rows: studyRows(jobs, outcomes, windows), windows };
}

/**
 * The rows of `jobs` while a study searches: each run counts as a try, because clusters take long.
 * @param windows - default: made of the jobs.
 */
export function studyRows(
  jobs: readonly Job[],
  outcomes: ReadonlyMap<number, JobOutcome>,
  windows = byWindow(jobs).map(own => windowTries(own, outcomes, true)),
): RankingRow[] {
  const luck = new Map<number, Luck>();
  for (const { runs, tries } of windows) {
    for (const index of runs) {
      const shape = shapeOf(outcomes.get(index));
      if (shape === null) continue;
      luck.set(index, {
        psr: probability(probabilisticSharpe(shape, 0)),
        dsr: probability(probabilisticSharpe(shape, tries.luck)),
        dsrOfRuns: probability(probabilisticSharpe(shape, tries.luckOfRuns)),
      });
    }
  }
  return jobs.map(job => rowOf(job, outcomes.get(job.index), luck.get(job.index) ?? NO_LUCK));
}

/** The jobs of each window, in the order of the windows. */
function byWindow(jobs: readonly Job[]): Job[][] {
  const groups = new Map<string, Job[]>();
  for (const job of jobs) {
    const key = `${job.from} ${job.to}`;
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(job);
  }
  return [...groups.values()];
}

/** @param isRaw - whether each run counts as a try. */
function windowTries(
  jobs: readonly Job[],
  outcomes: ReadonlyMap<number, JobOutcome>,
  isRaw = false,
): WindowTries {
  const known = jobs.flatMap(({ index }) => {
    const outcome = outcomes.get(index);
    const shape = shapeOf(outcome);
    return shape === null ? [] : [{ index, shape, daily: isFinished(outcome) && outcome.daily }];
  });
  const { from = 0, to = 0 } = jobs[0] ?? {};
  const series = known.flatMap(({ daily }) => (daily ? [readSeries(daily)] : []));
  const isKept = !isRaw && series.length > 0 && series.length === known.length;
  const matrix = isKept ? returnMatrix(series) : undefined;
  const shapes = known.map(({ shape }) => shape);
  return {
    from,
    to,
    tries: triesOf(shapes, matrix),
    runs: known.map(({ index }) => index),
    ...present({ matrix }),
  };
}

/** Whether all runs have the same window; then a table need not state it for each run. */
export function hasOneWindow(rows: readonly RankingRow[]): boolean {
  return rows.every(({ from, to }) => from === rows[0]?.from && to === rows[0]?.to);
}

function rowOf(job: Job, outcome: JobOutcome | undefined, luck: Luck): RankingRow {
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
  return isFinished(outcome) ? outcome.shape : null;
}

function isFinished(outcome: JobOutcome | undefined): outcome is FinishedRun {
  return outcome !== undefined && !isFailed(outcome);
}

/** A probability rounded to its decimals; null when there is none. */
function probability(value: number | UnknownFigure | undefined): number | null {
  return typeof value === 'number' ? roundedAs(value, 'fraction') : null;
}
