/**
 * How the combinations of one window are chosen: all at once, or in rounds that depend on the
 * results of earlier rounds. A search gets the results of whole rounds, in order, so that the runs
 * of a study depend only on its seed, not on the workers or their timing.
 */

import type { ParameterSet } from './parameter-sets.js';

/** Ranking value of a run, a greater one is better; null for a run without the figure. */
export type Merit = number | null;

/** Chooses the combinations of one window, round by round. */
export interface Search {
  /**
   * The combinations to run next; empty when the search is done.
   * @param tried - number of combinations so far.
   * @param merits - computes their ranking values, in the order in which they were given out.
   */
  next(tried: number, merits: () => readonly Merit[]): readonly ParameterSet[];
}
