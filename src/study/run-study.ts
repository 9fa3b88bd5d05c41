/**
 * Runs a study from file to tables: makes its jobs, skips those that are done, and computes results
 * from their outcomes. The engine decides where jobs run; the results do not depend on it.
 */

import { present } from '../core/base/present.js';
import type { LoadedScenario } from '../data/storage/scenario/given/loaded-scenario.js';
import type { Study } from '../data/storage/study/study-file.js';
import { isFailed, type Job, type StudyEngine } from './engines/job.js';
import { joinedCurve } from './judge/joined-curve.js';
import { type MonteCarlo, monteCarlo } from './judge/monte-carlo.js';
import { meritsOf } from './judge/rank.js';
import { type Reruns, rerunJobs, reruns } from './judge/reruns.js';
import { studyRows } from './judge/rows.js';
import { choose, walkRows } from './judge/walk-forward.js';
import { judgedStudy, rankedRuns } from './judged-study.js';
import { Leader, type StudySoFar } from './output/leader.js';
import { Outcomes } from './output/outcomes.js';
import { StudyFolder } from './output/study-folder.js';
import type { StudyResult } from './output/study-result.js';
import { jobsOf, planStudy, type StudyPlan } from './plan-study.js';
import type { PreparedStudy } from './prepare-study.js';
import { searches } from './search/searches.js';

/** Options of running a study. */
export interface StudyOptions {
  /** Folder of the study; when absent, nothing is stored. */
  readonly out?: string;
  /** Called at the start and after each run. */
  readonly onRuns?: (done: number, total: number, soFar: StudySoFar) => void;
}

/** Runs the study on `engine` and closes the engine at the end. @throws InputError */
export async function runStudy(
  prepared: PreparedStudy,
  engine: StudyEngine,
  { out, onRuns }: StudyOptions = {},
): Promise<StudyResult> {
  const { study, loaded, manifest } = prepared;
  const plan = planStudy(prepared);
  const { folds, windows, count } = plan;
  const folder = out === undefined ? undefined : await StudyFolder.open(out, manifest);
  const total = count * windows.length + folds.length;
  const leader = new Leader(study.rank, count * windows.length);
  const done = new Outcomes(engine, folder?.runs, { total, leader, ...present({ onRuns }) });
  done.tell();
  try {
    const jobs = await runSets(study, plan, done);
    const runs = await rankedRuns(prepared, jobs, done);
    const { rows, first } = runs;
    const choices = choose(folds, rows, study, jobs.length);
    await done.add(choices.flatMap(({ job }) => (job === undefined ? [] : [job])));
    const tested = choices.flatMap(({ job }) => job ?? []);
    const judged = await judgedStudy(prepared, runs, done, tested);
    const traded = folds.length > 0 ? tested : await runForTrades(study, first, jobs.length, done);
    const sampled = sampledTrades(study, loaded, traded, done);
    return {
      ...judged,
      ...(folds.length === 0
        ? {}
        : {
            walkForward: walkRows(folds, choices, done.outcomes),
            joined: joinedCurve(choices, done.outcomes),
          }),
      ...present({ monteCarlo: sampled }),
      reruns: await rerunBest(study, tested.at(-1) ?? first, jobs.length + traded.length, done),
      resumed: done.resumed,
      made: done.made,
      failed: done.failed,
      ...present({ folder }),
    };
  } finally {
    await engine.close();
  }
}

/**
 * Runs the combinations of each window, round by round, until no search has more.
 * @returns the jobs, window by window.
 */
async function runSets(study: Study, plan: StudyPlan, done: Outcomes): Promise<Job[]> {
  const perWindow = (await searches(study, plan.windows.length)).map((search, window) => ({
    search,
    window,
    jobs: [] as Job[],
  }));
  for (;;) {
    const round = perWindow.flatMap(({ search, window, jobs }) => {
      const merits = () => meritsOf(studyRows(jobs, done.outcomes), study.goals);
      const sets = search.next(jobs.length, merits);
      const next = jobsOf(plan, { window, before: jobs.length, sets });
      jobs.push(...next);
      return next;
    });
    if (round.length === 0) return perWindow.flatMap(({ jobs }) => jobs);
    await done.add(round);
  }
}

/** Runs the best run once more for its trades, at index `index`, if the study samples them. */
async function runForTrades(
  { monteCarlo: wanted }: Study,
  best: Job | undefined,
  index: number,
  done: Outcomes,
): Promise<Job[]> {
  if (wanted === undefined || best === undefined) return [];
  const again = { ...best, index, withTrades: true };
  await done.add([again]);
  return [again];
}

/** Samples the trades of `jobs`, one after another: those of the best run, or those out of sample. */
function sampledTrades(
  { monteCarlo: wanted, seed }: Study,
  { scenario }: LoadedScenario,
  jobs: readonly Job[],
  { outcomes }: Outcomes,
): MonteCarlo | undefined {
  const ended = jobs.flatMap(({ index }) => {
    const outcome = outcomes.get(index);
    return outcome === undefined || isFailed(outcome) ? [] : [outcome];
  });
  if (wanted === undefined || ended.length === 0) return undefined;
  const account = scenario.accounts.find(({ id }) => id === scenario.strategy?.accountID);
  const opening = Number(account?.balance ?? 0);
  const results = ended.flatMap(({ tradeResults = [] }) => tradeResults);
  return monteCarlo(results, { opening, samples: wanted.samples, seed });
}

/**
 * Repeats the best run, or the last choice of a walk forward out of sample, in the ways that the study
 * asks for; job indexes start at `first`.
 */
async function rerunBest(
  study: Study,
  best: Job | undefined,
  first: number,
  done: Outcomes,
): Promise<Reruns[]> {
  if (best === undefined) return [];
  const kinds = rerunJobs(study, best, first);
  await done.add([...kinds.values()].flat());
  return [...kinds].map(([kind, jobs]) => reruns(kind, jobs, done.outcomes));
}
