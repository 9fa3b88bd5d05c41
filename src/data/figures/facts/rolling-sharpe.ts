/**
 * The rolling Sharpe ratio: m / s·√P of the last `window` daily returns, as the figure of the whole
 * run defines it. The window is six months of trading days, the default of QuantStats
 * `rolling_sharpe`. A run without more than one such window uses three months or one month. A run
 * of a month or less has no rolling ratio, because a ratio of so few days has no meaning.
 * Source: docs/reference/figures.md.
 */

import type { Instant } from '../../../core/time/instant.js';
import type { DayReturn } from '../account/daily.js';
import { mean, sampleDeviation } from '../math/statistics.js';

/** Trading days in six months, three months and one month. */
export const ROLLING_WINDOWS = [126, 63, 21] as const;

export interface RollingSharpe {
  /** Daily returns per value; undefined when the run has too few. */
  readonly window: number | undefined;
  /**
   * One point for each day that ends a whole window; the value is undefined where returns do not
   * vary.
   */
  readonly points: readonly { readonly at: Instant; readonly value: number | undefined }[];
}

/** The rolling ratio of `returns`. @param periodsPerYear - P, trading days per year. */
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
