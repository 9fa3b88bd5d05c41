/**
 * How the combinations of one window are found: all at once, or round by round from what the rounds
 * before came to. Rounds are told whole and in order, so that the runs of a study depend on nothing
 * but its seed, whoever makes them and when.
 */

import { Prng } from '../core/base/prng.js';
import type { Study } from '../storage/study/study-file.js';
import { modelSearch } from './model-search.js';
import { type ParameterSet, parameterSets } from './parameter-sets.js';

/** What a run came to, the greater the better; null for one without the figure. */
export type Merit = number | null;

export interface Search {
  /**
   * The combinations to run next; none when it is done.
   * @param merits - of all combinations so far, in the order in which they were given.
   */
  next(merits: readonly Merit[]): readonly ParameterSet[];
}

/** One search for each of `windows` windows; they know nothing of each other. */
export async function searches(study: Study, windows: number): Promise<Search[]> {
  const model = study.search?.model;
  if (model === undefined) {
    const sets = parameterSets(study);
    const atOnce: Search = { next: merits => (merits.length === 0 ? sets : []) };
    return Array.from({ length: windows }, () => atOnce);
  }
  const prng = new Prng(study.seed).fork('model search');
  return await Promise.all(
    Array.from({ length: windows }, (_, window) =>
      modelSearch(study.axes, model, prng.fork(String(window))),
    ),
  );
}
