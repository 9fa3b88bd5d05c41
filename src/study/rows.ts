/**
 * The rows of a study: outcomes put in the order of their jobs, with what can only be said of all of
 * them together. Whoever ran the jobs, and in which order, leaves no trace in them.
 */

import { formatRfc3339, instant } from '../core/time/instant.js';
import type { ParameterValue, Rank } from '../storage/study/study-file.js';
import { isFailed, type Job, type JobOutcome } from './job.js';
import { deflatedSharpes, LUCK_DIGITS, probabilisticSharpe, type ReturnShape } from './luck.js';
import { DAYS_A_YEAR, type FigureName, type RunFigures, roundedTo } from './run-figures.js';

/** What the returns of a run say about luck; null where they are too few. */
export interface Luck {
  /** Probability that the true Sharpe ratio is above zero. */
  readonly psr: number | null;
  /** Probability that it is above what the best of this window's runs would show by luck. */
  readonly dsr: number | null;
}

export interface StudyRow {
  readonly index: number;
  readonly values: readonly ParameterValue[];
  readonly from: string;
  readonly to: string;
  /** Absent for a run that failed. */
  readonly figures?: RunFigures;
  readonly luck: Luck;
  readonly error?: string;
}

const NO_LUCK: Luck = { psr: null, dsr: null };

/** The rows of `jobs`, in their order. Runs of one window are the trials of its deflated ratios. */
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
        psr: roundedTo(probabilisticSharpe(shape, 0), LUCK_DIGITS),
        dsr: roundedTo(deflated[at] ?? null, LUCK_DIGITS),
      });
    });
  }
  return jobs.map(job => rowOf(job, outcomes.get(job.index), luck.get(job.index) ?? NO_LUCK));
}

/**
 * Rows with the best first; those without the figure are left out, and the lower index goes first
 * among equals.
 */
export function ranked(rows: readonly StudyRow[], rank: Rank): StudyRow[] {
  const scored = rows.flatMap(row => {
    const score = scoreOf(row, rank);
    return score === null ? [] : [{ row, score }];
  });
  scored.sort((a, b) => b.score - a.score || a.row.index - b.row.index);
  return scored.map(({ row }) => row);
}

/** The figure by which a row is ranked: the greater, the better; null for a row without it. */
export function scoreOf({ figures, luck }: StudyRow, rank: Rank): number | null {
  if (figures === undefined) return null;
  return rank === 'psr' ? luck.psr : figures[rank satisfies FigureName];
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
  return { ...place, figures: outcome.figures };
}

/** The daily returns of a run as its figures tell them. */
function shapeOf(outcome: JobOutcome | undefined): ReturnShape | null {
  if (outcome === undefined || isFailed(outcome)) return null;
  const { sharpe, skewness, kurtosis, days } = outcome.figures;
  if (sharpe === null || skewness === null || kurtosis === null || days === null) return null;
  return { sharpe: sharpe / Math.sqrt(DAYS_A_YEAR), skewness, kurtosis, count: days };
}
