/** The runs of a study that its file alone decides: windows, their number of combinations, and their jobs. */

import { MICROS_PER_DAY } from '../core/time/instant.js';
import type { StudyWindow } from '../data/storage/study/study-file.js';
import type { Job } from './engines/job.js';
import { checkReruns } from './judge/reruns.js';
import type { PreparedStudy } from './prepare-study.js';
import { type ParameterSet, setCount } from './search/parameter-sets.js';
import { foldsOf, type WindowFold, windowsOf } from './search/windows.js';

/** What a study runs before anything depends on a result. */
export interface StudyPlan {
  /** The steps of a walk forward; empty for a study without one. */
  readonly folds: readonly WindowFold[];
  /** The windows in which combinations run. */
  readonly windows: readonly StudyWindow[];
  /** Combinations in each window. */
  readonly count: number;
  /** Whether the daily returns of all runs fit into memory, and into the folder of the study. */
  readonly withDaily: boolean;
}

/** Greatest number of daily returns that a study keeps of its runs. */
const MOST_RETURNS = 10_000_000;

/** The plan of a study. @throws InputError when the study asks for what cannot be run. */
export function planStudy({ study, loaded }: PreparedStudy): StudyPlan {
  const folds = foldsOf(study, loaded);
  const windows = folds.length > 0 ? folds.map(fold => fold.inSample) : windowsOf(study, loaded);
  const count = setCount(study, windows.length);
  checkReruns(study, loaded.scenario);
  const days = windows.reduce((sum, { from, to }) => sum + (to - from) / MICROS_PER_DAY, 0);
  return { folds, windows, count, withDaily: days * count <= MOST_RETURNS };
}

/** Jobs of one window. */
interface JobRange {
  /** Number of the window. */
  readonly window: number;
  /** Number of combinations of this window that came before. */
  readonly before: number;
  readonly sets: readonly ParameterSet[];
}

/** The jobs of `sets`, the next combinations of a window; windows follow each other in their indexes. */
export function jobsOf(
  { windows, count, withDaily }: StudyPlan,
  { window, before, sets }: JobRange,
): Job[] {
  const { from, to } = windows[window] as StudyWindow;
  const first = window * count + before;
  return sets.map((values, at) => ({ index: first + at, values, from, to, withDaily }));
}
