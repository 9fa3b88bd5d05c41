/** The best run of a study so far, for a study that is ended before its tables. */

import type { ParameterValue } from '../../data/storage/study/study-file.js';
import { isFailed, type Job, type JobOutcome } from '../engines/job.js';
import { isLessBetter, rankedFigure } from '../judge/rank.js';

/** A run with its ranking figure. */
export interface LeadingRun {
  /** The index of its job, from 0. */
  readonly index: number;
  readonly values: readonly ParameterValue[];
  readonly value: number;
}

/** What a study has so far. */
export interface StudySoFar {
  readonly failed: number;
  /** Absent when no run has the figure, and for a rank that only all runs give. */
  readonly best?: LeadingRun;
}

/** Owns the best run so far of a study, and the number of failed ones. `add` takes an outcome. */
export class Leader implements StudySoFar {
  failed = 0;
  best?: LeadingRun;
  readonly #rank: string;
  readonly #sets: number;

  /** @param rank - the ranking figure. @param sets - number of runs before those that repeat others. */
  constructor(rank: string, sets: number) {
    this.#rank = rank;
    this.#sets = sets;
  }

  /** Counts an outcome. */
  add({ index, values }: Job, outcome: JobOutcome): void {
    if (isFailed(outcome)) this.failed += 1;
    const value = rankedFigure(outcome.figures, this.#rank);
    if (value === null || index >= this.#sets) return;
    const { value: held = value, index: first = index } = this.best ?? {};
    const gain = isLessBetter(this.#rank) ? held - value : value - held;
    if (gain < 0 || (gain === 0 && index > first)) return;
    this.best = { index, values, value };
  }
}
