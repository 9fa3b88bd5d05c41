/** What a study says of its runs, however they were chosen: rows, ranks, luck, looks. */

import { present } from '../core/base/present.js';
import type { Job } from './engines/job.js';
import { stabilityOf } from './judge/neighbours.js';
import { paretoFront } from './judge/pareto-front.js';
import { ranked } from './judge/rank.js';
import { judgedRows, type RankingRow, type WindowTries } from './judge/rows.js';
import { recordStudy } from './looks/study-looks.js';
import { type Assessment, assessmentOf } from './luck/assessment.js';
import type { Outcomes } from './output/outcomes.js';
import type { StudyResult } from './output/study-result.js';
import type { PreparedStudy } from './prepare-study.js';

/** Runs that have ended, ranked. */
export interface RankedRuns {
  readonly jobs: readonly Job[];
  readonly rows: readonly RankingRow[];
  /** The rows that have the figures of all goals, from best to worst. */
  readonly best: readonly RankingRow[];
  /** The job of the best row; undefined when there is none. */
  readonly first: Job | undefined;
  readonly tried: readonly WindowTries[];
}

/** Ranks the runs of `jobs`. @throws InputError when the repetition of a run differs. */
export async function rankedRuns(
  { study }: Pick<PreparedStudy, 'study'>,
  jobs: readonly Job[],
  done: Outcomes,
): Promise<RankedRuns> {
  const { rows, windows: tried } = judgedRows(jobs, done.outcomes);
  await done.checkRepeats(study);
  const best = ranked(rows, study.goals);
  const first = best[0] === undefined ? undefined : jobs[best[0].index];
  return { jobs, rows, best, first, tried };
}

/** What the results of all studies have. */
export type JudgedStudy = Omit<StudyResult, 'reruns' | 'resumed' | 'made' | 'failed'>;

/** Judges ranked runs, and records their looks. @param tested - further jobs that are looks. */
export async function judgedStudy(
  { study, loaded, manifest }: Pick<PreparedStudy, 'study' | 'loaded' | 'manifest'>,
  { jobs, rows, best, first, tried }: RankedRuns,
  { outcomes }: Outcomes,
  tested: readonly Job[] = [],
): Promise<JudgedStudy> {
  const seen = { loaded, name: study.name, jobs: [...jobs, ...tested], best: first };
  const looked = await recordStudy({ ...seen, outcomes });
  return {
    study,
    manifest,
    parameters: study.axes.map(({ name }) => name),
    figures: study.figures,
    rows,
    best,
    ...(study.goals.length > 1 && { front: paretoFront(rows, study.goals) }),
    tried,
    ...present({ assessment: assessed(tried, first, study.seed), looked }),
    ...present({ stability: stabilityOf(best[0], rows, study) }),
  };
}

/** What luck explains of the window of the best run. */
function assessed(
  tried: readonly WindowTries[],
  best: Job | undefined,
  seed: number,
): Assessment | undefined {
  const own = tried.find(({ from, to }) => from === best?.from && to === best.to);
  return own && assessmentOf(own.tries, own.matrix, seed);
}
