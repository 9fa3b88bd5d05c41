/** The searches of a study, one per window. Without a model all combinations are one round. */

import { Prng } from '../../core/base/prng.js';
import type { Study } from '../../data/storage/study/study-file.js';
import { modelSearch } from './model-search.js';
import { allowedNumbers, parameterSets } from './parameter-sets.js';
import type { Search } from './search.js';

/** One independent search for each of `windows` windows. */
export async function searches(study: Study, windows: number): Promise<Search[]> {
  const model = study.search?.model;
  if (model === undefined) {
    const sets = parameterSets(study);
    const atOnce: Search = { next: tried => (tried === 0 ? sets : []) };
    return Array.from({ length: windows }, () => atOnce);
  }
  const prng = new Prng(study.seed).fork('model search');
  const allowed = allowedNumbers(study);
  return await Promise.all(
    Array.from({ length: windows }, (_, window) =>
      modelSearch(study.axes, model, prng.fork(String(window)), allowed),
    ),
  );
}
