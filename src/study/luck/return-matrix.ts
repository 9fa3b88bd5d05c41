/**
 * Daily returns of several runs over the same days: a row for each run. On a day of its window without a
 * return, a run had no money at risk: its return there is 0. On a day outside of its window, a run has no
 * return.
 */

import type { DailySeries } from '../../data/figures/account/daily-series.js';

/** Returns by run and day. */
export interface ReturnMatrix {
  /** Trading days, counted from 1 January 1970. */
  readonly days: readonly number[];
  /** The returns of each run, in the order of `days`; NaN on a day that its window does not reach. */
  readonly rows: readonly Float64Array[];
}

/**
 * The matrix of `series`.
 * @param wanted - the days, ascending, of series of several windows; default: all days of all series,
 *   which are then those of one window.
 */
export function returnMatrix(
  series: readonly DailySeries[],
  wanted?: readonly number[],
): ReturnMatrix {
  const days = wanted ?? [...new Set(series.flatMap(each => each.days))].sort((a, b) => a - b);
  const place = new Map(days.map((day, index) => [day, index]));
  const rows = series.map(each => {
    const [first = 0, last = first] =
      wanted === undefined ? days : [each.days[0], each.days.at(-1)];
    const isReached = (day: number) => wanted === undefined || (day >= first && day <= last);
    const row = Float64Array.from(days, day => (isReached(day) ? 0 : Number.NaN));
    each.days.forEach((day, index) => {
      const at = place.get(day);
      if (at !== undefined) row[at] = each.returns[index] ?? 0;
    });
    return row;
  });
  return { days, rows };
}
