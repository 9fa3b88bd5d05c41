/**
 * Walk forward: in each fold, the best run of the in-sample window is run again in the following
 * window, whose data did not influence the choice. A strategy starts fresh in each window, so its
 * indicators must warm up there.
 */

import { present } from '../../core/base/present.js';
import { formatRfc3339 } from '../../core/time/instant.js';
import type { RunFigures } from '../../data/figures/table/run-figures.js';
import type { ParameterValue, Study } from '../../data/storage/study/study-file.js';
import { isFailed, type Job, type JobOutcome } from '../engines/job.js';
import type { WindowFold } from '../search/windows.js';
import { ranked, rankedValue } from './rank.js';
import type { RankingRow } from './rows.js';
import {
  figureColumns,
  luckColumn,
  parameterColumns,
  type StudyColumn,
  type TableNames,
} from './table.js';

export interface WalkRow {
  readonly fold: number;
  readonly from: string;
  readonly split: string;
  readonly to: string;
  /** The chosen run; absent when no run had the ranking figure. */
  readonly chosen?: RankingRow;
  readonly outOfSample?: RunFigures;
  /** Why figures out of sample are null, by their names. */
  readonly reasons?: Readonly<Record<string, string>>;
  readonly error?: string;
}

/** The run chosen in one fold, and the job that tests it. */
export interface FoldChoice {
  /** Why no run was chosen. */
  readonly refusal?: string;
  readonly chosen?: RankingRow;
  readonly job?: Job;
}

/**
 * Makes one job per fold: the best row, in the following window; indexes start at `first`. Monte Carlo
 * needs its trades.
 */
export function choose(
  folds: readonly WindowFold[],
  rows: readonly RankingRow[],
  { goals, monteCarlo }: Pick<Study, 'goals' | 'monteCarlo'>,
  first: number,
): FoldChoice[] {
  const wishes = { withReturns: true, withDaily: true, withTrades: monteCarlo !== undefined };
  const sets = rows.length / folds.length;
  return folds.map(({ outOfSample }, fold) => {
    const own = rows.slice(fold * sets, (fold + 1) * sets);
    const [chosen] = ranked(own, goals);
    if (chosen === undefined) return { refusal: refusalOf(own, goals) };
    const job = { index: first + fold, values: chosen.values, ...outOfSample, ...wishes };
    return { chosen, job };
  });
}

/** Why none of the runs of a fold can be chosen. */
function refusalOf(rows: readonly RankingRow[], goals: readonly string[]): string {
  const finished = rows.find(({ figures }) => figures !== undefined);
  if (finished === undefined) return 'no run to choose: every run failed';
  const rank = goals.find(goal => rankedValue(finished, goal) === null) ?? '';
  const reason = finished.reasons?.[rank] ?? 'the daily returns are too few or all the same';
  return `no run to choose: ${rank} ${reason}`;
}

/** The rows of the folds, after their jobs have run. */
export function walkRows(
  folds: readonly WindowFold[],
  choices: readonly FoldChoice[],
  outcomes: ReadonlyMap<number, JobOutcome>,
): WalkRow[] {
  return folds.map(({ inSample, outOfSample }, index) => {
    const { chosen, job, refusal = 'no run to choose' } = choices[index] ?? {};
    const outcome = job === undefined ? undefined : outcomes.get(job.index);
    const place = {
      fold: index + 1,
      from: formatRfc3339(inSample.from),
      split: formatRfc3339(outOfSample.from),
      to: formatRfc3339(outOfSample.to),
    };
    if (chosen === undefined) return { ...place, error: refusal };
    if (outcome === undefined) return { ...place, chosen, error: 'was not run' };
    if (isFailed(outcome)) return { ...place, chosen, error: outcome.error };
    const { figures, reasons } = outcome;
    return { ...place, chosen, outOfSample: figures, ...present({ reasons }) };
  });
}

/** Columns of the folds: windows, chosen run, figures in sample and out of sample. */
export function walkColumns(
  { parameters, figures }: TableNames,
  rows: readonly WalkRow[],
): StudyColumn[] {
  const noValues: readonly ParameterValue[] = [];
  return [
    { name: 'fold', cells: rows.map(({ fold }) => fold) },
    { name: 'from', cells: rows.map(({ from }) => from) },
    { name: 'split', cells: rows.map(({ split }) => split) },
    { name: 'to', cells: rows.map(({ to }) => to) },
    ...parameterColumns(
      parameters,
      rows.map(({ chosen }) => chosen?.values ?? noValues),
    ),
    ...figureColumns(
      figures,
      rows.map(({ chosen }) => chosen?.figures),
      'inSample.',
    ),
    luckColumn(
      'inSample.dsr',
      rows.map(({ chosen }) => chosen?.luck.dsr ?? null),
    ),
    luckColumn(
      'inSample.dsrOfRuns',
      rows.map(({ chosen }) => chosen?.luck.dsrOfRuns ?? null),
    ),
    ...figureColumns(
      figures,
      rows.map(({ outOfSample }) => outOfSample),
      'outOfSample.',
    ),
    {
      name: 'inSample.reasons',
      cells: rows.map(({ chosen }) => reasonText(chosen?.reasons, figures)),
      isText: true,
    },
    {
      name: 'outOfSample.reasons',
      cells: rows.map(({ reasons }) => reasonText(reasons, figures)),
      isText: true,
    },
    { name: 'error', cells: rows.map(({ error }) => error ?? null), isText: true },
  ];
}

/** Why figures are empty: `sharpe needs 2 trading days, has 1; calmar no drawdown`. */
function reasonText(
  reasons: Readonly<Record<string, string>> = {},
  names: readonly string[],
): string | null {
  const told = names.flatMap(name => (name in reasons ? [`${name}: ${reasons[name]}`] : []));
  return told.length === 0 ? null : told.join('; ');
}
