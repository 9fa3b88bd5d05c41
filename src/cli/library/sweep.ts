/** Runs a study, as `orrery sweep` does. */

import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { present } from '../../core/base/present.js';
import { localEngine } from '../../study/engines/local-engine.js';
import { STUDY_PAGE, USUAL_REPORTS, writeStudyResults } from '../../study/folders/study-results.js';
import { prepareStudy } from '../../study/prepare-study.js';
import { runStudy } from '../../study/run-study.js';
import { studyDocument } from '../output/study/study-output.js';
import { cacheIn, optionError } from './reading.js';
import type { SweepOptions, SweepResult } from './types/sweep.js';

const USUAL_LIMIT_SECONDS = 600;
const NANOS_PER_SECOND = 1e9;

/**
 * Runs the study at `file` in worker threads. A study that is started again with the same `out` runs
 * only what is missing.
 * @returns the document of `orrery sweep --json`. A run that failed is no error: its row has it.
 * @throws InputError naming file, line and rule, for bad input.
 */
export async function sweep(file: string, options: SweepOptions = {}): Promise<SweepResult> {
  const { allowPath = [], out, onProgress } = options;
  const { workers = availableParallelism(), timeLimit = USUAL_LIMIT_SECONDS } = options;
  const { reports = USUAL_REPORTS } = options;
  if (!Number.isSafeInteger(reports) || reports < 0) {
    throw optionError('reports', `must be a whole number of at least 0, was ${reports}`);
  }
  if (!Number.isSafeInteger(workers) || workers < 1) {
    throw optionError('workers', `must be a whole number of at least 1, was ${workers}`);
  }
  if (!(timeLimit > 0)) throw optionError('timeLimit', `must be above 0, was ${timeLimit}`);
  const started = process.hrtime.bigint();
  const prepared = await prepareStudy(file, { allowPath, ...cacheIn(options) });
  const engine = localEngine(prepared.setup, { workers, secondsMax: timeLimit });
  const result = await runStudy(prepared, engine, present({ out, onRuns: onProgress }));
  const seconds = Number(process.hrtime.bigint() - started) / NANOS_PER_SECOND;
  if (out !== undefined) await writeStudyResults(prepared, result, { out, count: reports });
  const report = out === undefined ? undefined : resolve(join(out, STUDY_PAGE));
  return { ...studyDocument(result, seconds), ...present({ report }) };
}
