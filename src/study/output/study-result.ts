/**
 * What a study came to: its rows in order, and what is worked out from them.
 */

import type { Study } from '../../storage/study/study-file.js';
import type { MonteCarlo } from '../judge/monte-carlo.js';
import type { Reruns } from '../judge/reruns.js';
import type { StudyRow } from '../judge/rows.js';
import type { TableNames } from '../judge/table.js';
import type { WalkRow } from '../judge/walk-forward.js';
import type { StudyFolder, StudyManifest } from './study-folder.js';

/** All that is shown and written of a study. */
export interface StudyResult extends TableNames {
  readonly study: Study;
  readonly manifest: StudyManifest;
  readonly rows: readonly StudyRow[];
  /** The rows that have the figure they are ranked by, the best first. */
  readonly best: readonly StudyRow[];
  readonly walkForward?: readonly WalkRow[];
  readonly monteCarlo?: MonteCarlo;
  readonly reruns: readonly Reruns[];
  /** Runs that an earlier start had left in the folder, and runs made now: not those of the rows only. */
  readonly resumed: number;
  readonly made: number;
  /** Runs that failed, choices of a walk forward and repetitions among them. */
  readonly failed: number;
  readonly folder?: StudyFolder;
}
