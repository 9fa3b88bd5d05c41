/**
 * The Sharpe ratio of the days before, day by day: m / s·√P of the last `window` daily returns, as
 * the figure of the whole run has it. The window is six months of trading days, as QuantStats
 * `rolling_sharpe` has it by default; a run that does not hold more than one such window is looked
 * at through three months or one, and a run of a month or less has none: a ratio of fewer days says
 * nothing. Source: docs/figures.md.
 */

import type { Instant } from '../../core/time/instant.js';
import type { DayReturn } from '../account/daily.js';
import { mean, sampleDeviation } from '../math/statistics.js';

/** Trading days of six months, three and one. */
export const ROLLING_WINDOWS = [126, 63, 21] as const;

export interface RollingSharpe {
  /** Daily returns that each value looks at; undefined when there are too few. */
  readonly window: number | undefined;
  /** One for each day that has a whole window behind it; undefined where returns do not vary. */
  readonly points: readonly { readonly at: Instant; readonly value: number | undefined }[];
}

/** The rolling ratio of `returns`. @param periodsPerYear - P, by which it is made yearly. */
export function rollingSharpe(
  returns: readonly DayReturn[],
  periodsPerYear: number,
): RollingSharpe {
  const window = ROLLING_WINDOWS.find(days => returns.length > days);
  if (window === undefined) return { window, points: [] };
  const fractions = returns.map(({ fraction }) => fraction);
  return {
    window,
    points: returns.slice(window - 1).map(({ at }, index) => {
      const within = fractions.slice(index, index + window);
      const deviation = sampleDeviation(within);
      const value =
        deviation === 0 ? undefined : (mean(within) / deviation) * Math.sqrt(periodsPerYear);
      return { at, value };
    }),
  };
}
