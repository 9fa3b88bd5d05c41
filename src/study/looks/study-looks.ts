/**
 * The looks of a study: each result of each window, and those of a walk forward out of sample. Draws of
 * Monte Carlo, repetitions and the check of the first run are none.
 */

import { instant } from '../../core/time/instant.js';
import {
  type NewLooks,
  type SeenResult,
  seenFigures,
  seenResult,
} from '../../data/storage/looks/look.js';
import type { LookedAt } from '../../data/storage/looks/looked-at.js';
import type { LoadedScenario } from '../../data/storage/scenario/given/loaded-scenario.js';
import { isFailed, type Job, type JobOutcome } from '../engines/job.js';
import { plainDaily, recordLooks, scenarioSpan } from './record-looks.js';

/** What a study saw. */
export interface StudyLook {
  readonly loaded: LoadedScenario;
  readonly name: string;
  readonly jobs: readonly Job[];
  readonly outcomes: ReadonlyMap<number, JobOutcome>;
  /** The job of the best run; absent when there is none. */
  readonly best: Job | undefined;
}

/** Records the looks. @returns what is known of the window of the best run; undefined in a test. */
export async function recordStudy(seen: StudyLook): Promise<LookedAt | undefined> {
  const { loaded, name, jobs, outcomes, best } = seen;
  const windows = new Map<string, { looks: NewLooks; results: SeenResult[] }>();
  for (const job of jobs) {
    const result = resultOf(loaded, outcomes.get(job.index));
    if (result === undefined) continue;
    const key = `${job.from} ${job.to}`;
    const known = windows.get(key);
    if (known !== undefined) known.results.push(result);
    else {
      const results = [result];
      const looks = { span: spanOfJob(loaded, job), by: 'sweep', strategy: name, results };
      windows.set(key, { looks, results });
    }
  }
  const result = best && resultOf(loaded, outcomes.get(best.index));
  if (best === undefined || result === undefined) return undefined;
  const all = [...windows.values()].map(({ looks }) => looks);
  return recordLooks(all, { span: spanOfJob(loaded, best), result });
}

function spanOfJob(loaded: LoadedScenario, { from, to }: Job) {
  return scenarioSpan({ from: instant(from), to: instant(to) }, loaded);
}

function resultOf(loaded: LoadedScenario, outcome: JobOutcome | undefined): SeenResult | undefined {
  if (outcome === undefined || isFailed(outcome)) return undefined;
  const { daily, figures } = outcome;
  return daily === undefined
    ? seenFigures(figures)
    : seenResult(plainDaily(loaded, daily), figures['closedTrades'] ?? 0);
}
