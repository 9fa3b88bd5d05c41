/**
 * How the combinations of one window are found: all at once, or round by round from what the rounds
 * before came to. Rounds are told whole and in order, so that the runs of a study depend on nothing
 * but its seed, whoever makes them and when.
 */

import { Prng } from '../../core/base/prng.js';
import type { Study } from '../../storage/study/study-file.js';
import { modelSearch } from './model-search.js';
import { type ParameterSet, parameterSets } from './parameter-sets.js';

/** What a run came to, the greater the better; null for one without the figure. */
export type Merit = number | null;

export interface Search {
  /**
   * The combinations to run next; none when it is done.
   * @param tried - how many there were so far.
   * @param merits - works out what they came to, in the order in which they were given.
   */
  next(tried: number, merits: () => readonly Merit[]): readonly ParameterSet[];
}

/** One search for each of `windows` windows; they know nothing of each other. */
export async function searches(study: Study, windows: number): Promise<Search[]> {
  const model = study.search?.model;
  if (model === undefined) {
    const sets = parameterSets(study);
    const atOnce: Search = { next: tried => (tried === 0 ? sets : []) };
    return Array.from({ length: windows }, () => atOnce);
  }
  const prng = new Prng(study.seed).fork('model search');
  return await Promise.all(
    Array.from({ length: windows }, (_, window) =>
      modelSearch(study.axes, model, prng.fork(String(window))),
    ),
  );
}
