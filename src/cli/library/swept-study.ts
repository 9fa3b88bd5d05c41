/** Runs a study, and keeps what its page is made of. */

import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { present } from '../../core/base/present.js';
import { isPython } from '../../data/storage/strategy/python/python-module.js';
import { localEngine } from '../../study/engines/local-engine.js';
import { STUDY_PAGE, USUAL_REPORTS, writeStudyResults } from '../../study/folders/study-results.js';
import type { StudyResult } from '../../study/output/study-result.js';
import { type PreparedStudy, prepareStudy } from '../../study/prepare-study.js';
import { runStudy } from '../../study/run-study.js';
import { studyDocument } from '../output/study/study-output.js';
import { cacheIn, optionError } from './reading.js';
import type { SweepOptions, SweepResult } from './types/sweep.js';

const USUAL_LIMIT_SECONDS = 600;
const NANOS_PER_SECOND = 1e9;

/** A study that was run, for its tables and its page. */
export interface SweptStudy {
  readonly prepared: PreparedStudy;
  readonly result: StudyResult;
  readonly document: SweepResult;
}

/** Runs a study as `sweep` does, with what its document is made of. @throws InputError */
export async function sweptStudy(file: string, options: SweepOptions): Promise<SweptStudy> {
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
  const keptAs = keptName(prepared);
  const engine = localEngine(prepared.setup, {
    workers,
    secondsMax: timeLimit,
    ...present({ keptAs }),
  });
  const result = await runStudy(prepared, engine, present({ out, onRuns: onProgress }));
  const seconds = Number(process.hrtime.bigint() - started) / NANOS_PER_SECOND;
  if (out !== undefined) await writeStudyResults(prepared, result, { out, count: reports });
  const report = out === undefined ? undefined : resolve(join(out, STUDY_PAGE));
  const document = { ...studyDocument(result, seconds), ...present({ report }) };
  return { prepared, result, document };
}

/**
 * What threads have loaded that a later study may go on with; undefined when they must end: a strategy in
 * Python has a process for each thread.
 */
function keptName({ loaded, manifest }: PreparedStudy): string | undefined {
  if (loaded.strategies.some(({ path }) => isPython(path))) return undefined;
  return JSON.stringify([manifest.strategy, manifest.others]);
}
