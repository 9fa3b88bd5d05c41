/**
 * The out-of-sample windows of a walk forward, one after another, as one curve: what an account
 * would have come to that traded the choice of each fold in the window after it. Each window starts
 * with the opening balance, so returns are joined, not money.
 */

import { formatRfc3339, instant } from '../../core/time/instant.js';
import { deepestDrawdown } from '../../data/figures/facts/drawdown.js';
import { mean, sampleDeviation } from '../../data/figures/math/statistics.js';
import { LEAST_ANNUALISED_DAYS } from '../../data/figures/table/definition.js';
import { DIGITS, roundedAs } from '../../data/figures/table/figure.js';
import { isFailed, type JobOutcome } from '../engines/job.js';
import type { StudyColumn } from './table.js';
import type { FoldChoice } from './walk-forward.js';

/** The end of one day out of sample. */
export interface JoinedPoint {
  readonly fold: number;
  readonly time: string;
  /** Return of the day. */
  readonly return: number;
  /** Value of 1 that was there at the beginning of the first window. */
  readonly growth: number;
}

export interface JoinedCurve {
  /** Oldest first; a fold that failed or had no choice has none. */
  readonly points: readonly JoinedPoint[];
  readonly totalReturn: number | null;
  readonly maxDrawdown: number | null;
  /** m / s·√252 of the joined daily returns; null when they are too few or all the same. */
  readonly sharpe: number | null;
}

/** Trading days per year, as in the figures of a run. */
const PERIODS_PER_YEAR = 252;

/** Joins the outcomes of the chosen runs, fold by fold. */
export function joinedCurve(
  choices: readonly FoldChoice[],
  outcomes: ReadonlyMap<number, JobOutcome>,
): JoinedCurve {
  let growth = 1;
  const points = choices.flatMap(({ job }, index): JoinedPoint[] => {
    const outcome = job && outcomes.get(job.index);
    if (outcome === undefined || isFailed(outcome)) return [];
    return (outcome.returns ?? []).map(({ at, fraction }) => {
      growth *= 1 + fraction;
      const time = formatRfc3339(instant(at));
      return { fold: index + 1, time, return: fraction, growth };
    });
  });
  const returns = points.map(point => point.return);
  const deviation = returns.length < 2 ? 0 : sampleDeviation(returns);
  const none = points.length === 0;
  return {
    points,
    totalReturn: none ? null : roundedAs(growth - 1, 'fraction'),
    maxDrawdown: none
      ? null
      : roundedAs(deepestDrawdown([1, ...points.map(point => point.growth)]), 'fraction'),
    sharpe:
      deviation === 0
        ? null
        : roundedAs((mean(returns) / deviation) * Math.sqrt(PERIODS_PER_YEAR), 'ratio'),
  };
}

/** Columns of the curve: one row a day. */
export function joinedColumns({ points }: JoinedCurve): StudyColumn[] {
  return [
    { name: 'fold', cells: points.map(({ fold }) => fold) },
    { name: 'time', cells: points.map(({ time }) => time) },
    { name: 'return', cells: points.map(point => point.return), digits: DIGITS.fraction },
    { name: 'growth', cells: points.map(({ growth }) => growth), digits: DIGITS.fraction },
  ];
}

/** The curve in one line, for people. */
export function joinedText({ points, totalReturn, maxDrawdown, sharpe }: JoinedCurve): string {
  const percent = (fraction: number | null) =>
    fraction === null ? '-' : `${(fraction * 100).toFixed(2)} %`;
  const { length } = points;
  const note =
    length < LEAST_ANNUALISED_DAYS && sharpe !== null ? ', annualised from few days' : '';
  return (
    `out of sample, joined: ${length} trading days, total return ${percent(totalReturn)}, ` +
    `maximum drawdown ${percent(maxDrawdown)}, Sharpe ratio ${sharpe?.toFixed(2) ?? '-'}${note}`
  );
}
