/**
 * How the combinations of one window are found: all at once, or round by round from what the rounds
 * before came to. A search is told whole rounds, in order, so that the runs of a study depend on
 * nothing but its seed, whoever makes them and when.
 */

import type { ParameterSet } from './parameter-sets.js';

/** What a run came to, the greater the better; null for one without the figure. */
export type Merit = number | null;

/** The combinations of one window, round by round. */
export interface Search {
  /**
   * The combinations to run next; none when it is done.
   * @param tried - how many there were so far.
   * @param merits - works out what they came to, in the order in which they were given.
   */
  next(tried: number, merits: () => readonly Merit[]): readonly ParameterSet[];
}
