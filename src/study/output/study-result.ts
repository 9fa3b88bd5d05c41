/** The result of a study: its rows in order, and what is computed from them. */

import type { LookedAt } from '../../data/storage/looks/looked-at.js';
import type { Study } from '../../data/storage/study/study-file.js';
import type { JoinedCurve } from '../judge/joined-curve.js';
import type { MonteCarlo } from '../judge/monte-carlo.js';
import type { Stability } from '../judge/neighbours.js';
import type { Reruns } from '../judge/reruns.js';
import type { RankingRow, WindowTries } from '../judge/rows.js';
import type { TableNames } from '../judge/table.js';
import type { WalkRow } from '../judge/walk-forward.js';
import type { Assessment } from '../luck/assessment.js';
import type { StudyFolder } from './study-folder.js';
import type { StudyManifest } from './study-manifest.js';

/** All data that is shown and written of a study. */
export interface StudyResult extends TableNames {
  readonly study: Study;
  readonly manifest: StudyManifest;
  readonly rows: readonly RankingRow[];
  /** The rows that have the figures of all goals, from best to worst. */
  readonly best: readonly RankingRow[];
  /** The tries of each window. */
  readonly tried: readonly WindowTries[];
  /** What luck explains of the window of the best run; absent when there is none. */
  readonly assessment?: Assessment;
  /** The runs beside the best one; absent when none was run. */
  readonly stability?: Stability;
  /** The looks at the window of the best run; absent in tests. */
  readonly looked?: LookedAt;
  readonly walkForward?: readonly WalkRow[];
  /** The out-of-sample windows as one curve; present with `walkForward`. */
  readonly joined?: JoinedCurve;
  readonly monteCarlo?: MonteCarlo;
  readonly reruns: readonly Reruns[];
  /**
   * Runs that were read from the folder, and runs made in this session; including runs that are not
   * in the rows.
   */
  readonly resumed: number;
  readonly made: number;
  /** Failed runs, including those of a walk forward and of repetitions. */
  readonly failed: number;
  readonly folder?: StudyFolder;
}
