/** Studies that Python runs; their pages are made when they are asked for. */

import { InputError } from '../../core/base/input-error.js';
import { endingPythons } from '../../data/storage/strategy/python/child.js';
import { pageOfStudy } from '../../study/folders/study-results.js';
import { type SweptStudy, sweptStudy } from '../library/swept-study.js';
import type { SweepOptions, SweepResult } from '../library/types/sweep.js';
import type { OnProgress } from './on-progress.js';

/** A study file, with the options of `sweep`. */
export interface SweepJob {
  readonly study: string;
  readonly options: SweepOptions;
  readonly progress: boolean;
  /** Studies that Python has dropped. */
  readonly dropped: readonly number[];
}

/** Owns the studies of one Python by their numbers. `sweep` and `keep` add one; numbers rise. */
export class KeptStudies {
  readonly #studies = new Map<number, SweptStudy>();
  #number = 0;

  /** Runs a study and keeps it. @throws InputError */
  async sweep({ study, options, progress, dropped }: SweepJob, onProgress: OnProgress) {
    for (const number of dropped) this.#studies.delete(number);
    const told = { ...options, ...(progress && { onProgress }) };
    return this.keep(await endingPythons(() => sweptStudy(study, told)));
  }

  /** Keeps a study. @returns what Python has of it. */
  keep(swept: SweptStudy): { readonly study: number; readonly document: SweepResult } {
    this.#number += 1;
    this.#studies.set(this.#number, swept);
    return { study: this.#number, document: swept.document };
  }

  /** The page of a study. @throws InputError when it is not kept. */
  async page(number: number): Promise<string> {
    const kept = this.#studies.get(number);
    if (kept !== undefined) return pageOfStudy(kept.prepared, kept.result);
    throw new InputError('scenario', { file: 'study' }, `study ${number} is not kept any more`);
  }
}
