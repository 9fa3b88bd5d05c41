/** Runs one shard of a study: its runs, and no result. Walks forward, repetitions and ranks come with the merge. */

import { present } from '../../core/base/present.js';
import { isFailed, type StudyEngine } from '../engines/job.js';
import type { FailedRun } from '../judge/rows.js';
import { Leader } from '../output/leader.js';
import { Outcomes } from '../output/outcomes.js';
import { jobsOf, planStudy } from '../plan-study.js';
import type { PreparedStudy } from '../prepare-study.js';
import type { StudyOptions } from '../run-study.js';
import { parameterSets } from '../search/parameter-sets.js';
import { PartFolder } from './part-folder.js';
import { runsOfShard, type Shard } from './shard.js';

/** What a shard came to. */
export interface ShardResult {
  /** Number of its runs. */
  readonly runs: number;
  /** Runs that an earlier start had finished. */
  readonly resumed: number;
  /** Runs that were made in this session. */
  readonly made: number;
  /** The runs that failed. */
  readonly failed: readonly FailedRun[];
}

/**
 * Runs the shard on `engine`, writes its part to `out` and closes the engine.
 * @throws InputError when later runs of the study depend on earlier ones, and as `runStudy`.
 */
export async function runShard(
  prepared: PreparedStudy,
  engine: StudyEngine,
  { shard, out, onRuns }: StudyOptions & { readonly shard: Shard; readonly out: string },
): Promise<ShardResult> {
  const { study, manifest } = prepared;
  if (study.search?.model !== undefined) {
    const rule =
      'chooses runs by the results of earlier ones, which no shard has alone: share the study through --queue, or draw combinations with search.random';
    throw study.document.error(['search', 'model'], rule);
  }
  const plan = planStudy(prepared);
  const sets = parameterSets(study);
  const own = new Set(runsOfShard(plan.count * plan.windows.length, shard, study.seed));
  const jobs = plan.windows
    .flatMap((_, window) => jobsOf(plan, { window, before: 0, sets }))
    .filter(({ index }) => own.has(index));
  const folder = await PartFolder.open(out, manifest, shard);
  const leader = new Leader(study.rank, 0);
  const following = { total: jobs.length, leader, ...present({ onRuns }) };
  const done = new Outcomes(engine, folder, following);
  done.tell();
  try {
    await done.add(jobs);
    await done.checkRepeats(study);
  } finally {
    await engine.close();
  }
  const outcomes = jobs.flatMap(({ index }) => done.outcomes.get(index) ?? []);
  await folder.complete(outcomes);
  return {
    runs: jobs.length,
    resumed: done.resumed,
    made: done.made,
    failed: jobs.flatMap(({ index, values }) => {
      const outcome = done.outcomes.get(index);
      const hasFailed = outcome !== undefined && isFailed(outcome);
      return hasFailed ? [{ index, values, error: outcome.error }] : [];
    }),
  };
}
