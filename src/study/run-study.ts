/**
 * Runs a study from file to tables: makes its jobs, skips those that are done, and computes results
 * from their outcomes. The engine decides where jobs run; the results do not depend on it.
 */

import { readFile } from 'node:fs/promises';
import { present } from '../core/base/present.js';
import { nearest } from '../data/storage/document/suggest.js';
import { sha256 } from '../data/storage/files/sha256.js';
import type { LoadOptions } from '../data/storage/scenario/given/load-options.js';
import type { LoadedScenario } from '../data/storage/scenario/given/loaded-scenario.js';
import { loadScenario } from '../data/storage/scenario/scenario-file.js';
import { loadStrategyModule } from '../data/storage/strategy/strategy-module.js';
import { strategyDigest } from '../data/storage/strategy/strategy-sources.js';
import { loadStudy, type Study, type StudyWindow } from '../data/storage/study/study-file.js';
import type { CacheOptions } from '../data/storage/tick-store/open-ticks.js';
import { shareTicks } from '../data/storage/tick-store/shared-ticks.js';
import { VERSION } from '../data/version.js';
import { isFailed, type Job, type StudyEngine, type WorkerSetup } from './engines/job.js';
import { joinedCurve } from './judge/joined-curve.js';
import { type MonteCarlo, monteCarlo } from './judge/monte-carlo.js';
import { meritOf, ranked } from './judge/rank.js';
import { checkReruns, type Reruns, rerunJobs, reruns } from './judge/reruns.js';
import { studyRows } from './judge/rows.js';
import { choose, walkRows } from './judge/walk-forward.js';
import { Leader, type StudySoFar } from './output/leader.js';
import { Outcomes } from './output/outcomes.js';
import { StudyFolder, type StudyManifest } from './output/study-folder.js';
import type { StudyResult } from './output/study-result.js';
import { setCount } from './search/parameter-sets.js';
import { searches } from './search/searches.js';
import { foldsOf, windowsOf } from './search/windows.js';

/** Options of loading a study. */
export interface PrepareOptions {
  readonly allowPath: readonly string[];
  /** Where tick stores are kept; when absent, none is read or written. */
  readonly cache?: CacheOptions;
  /** Called while tick files are read. */
  readonly onProgress?: LoadOptions['onProgress'];
}

/** A study with everything that its runs need. */
export interface PreparedStudy {
  readonly study: Study;
  readonly loaded: LoadedScenario;
  readonly manifest: StudyManifest;
  /** The start data of a worker. */
  readonly setup: WorkerSetup;
}

/** Options of running a study. */
export interface StudyOptions {
  /** Folder of the study; when absent, nothing is stored. */
  readonly out?: string;
  /** Called at the start and after each run. */
  readonly onRuns?: (done: number, total: number, soFar: StudySoFar) => void;
}

/** Size in bytes up to which ticks are shared; each worker opens larger ones in windows. */
const MOST_SHARED_BYTES = 536_870_912;

/** Loads the study at `file` and its scenario. @throws InputError */
export async function prepareStudy(file: string, options: PrepareOptions): Promise<PreparedStudy> {
  const { allowPath, cache, onProgress } = options;
  const study = await loadStudy(file, allowPath);
  const loaded = await loadScenario(study.scenarioPath, {
    allowPath,
    ...present({ cache, onProgress }),
  });
  const { strategyPath } = loaded;
  if (strategyPath === undefined) {
    throw study.document.error(
      ['scenario'],
      'has no strategy; a study varies the parameters of one',
    );
  }
  // A module that cannot be loaded is one error, not one error per run.
  await checkAxes(study, loaded);
  const manifest = await manifestOf(study, loaded, strategyPath);
  return { study, loaded, manifest, setup: setupOf(study, loaded, options) };
}

/**
 * Refuses an axis that is no parameter of a strategy, because every run would fail.
 * @throws InputError
 */
async function checkAxes({ axes, document }: Study, { strategies }: LoadedScenario): Promise<void> {
  const known: string[] = [];
  for (const [index, { choice, path }] of strategies.entries()) {
    const { parameters } = await loadStrategyModule(path);
    // A module without a table takes any parameters.
    if (parameters === undefined) return;
    const prefix = index === 0 ? '' : `${choice.accountID}.`;
    known.push(...Object.keys(parameters).map(name => `${prefix}${name}`));
  }
  const unknown = axes.find(({ name }) => !known.includes(name));
  if (unknown === undefined) return;
  const rule = `unknown parameter of the strategy${nearest(unknown.name, known)}`;
  throw document.error(['axes', unknown.name], rule);
}

/** Runs the study on `engine` and closes the engine at the end. @throws InputError */
export async function runStudy(
  { study, loaded, manifest }: PreparedStudy,
  engine: StudyEngine,
  { out, onRuns }: StudyOptions = {},
): Promise<StudyResult> {
  const { scenario } = loaded;
  const folds = foldsOf(study, loaded);
  const windows = folds.length > 0 ? folds.map(fold => fold.inSample) : windowsOf(study, loaded);
  const count = setCount(study, windows.length);
  checkReruns(study, scenario);
  const folder = out === undefined ? undefined : await StudyFolder.open(out, manifest);
  const total = count * windows.length + folds.length;
  const leader = new Leader(study.rank, count * windows.length);
  const done = new Outcomes(engine, folder, { total, leader, ...present({ onRuns }) });
  done.tell();
  try {
    const jobs = await runSets(study, windows, count, done);
    const rows = studyRows(jobs, done.outcomes);
    await checkRepeats(study, done, folder);
    const best = ranked(rows, study.rank);
    const choices = choose(folds, rows, study.rank, jobs.length);
    await done.add(choices.flatMap(({ job }) => (job === undefined ? [] : [job])));
    const first = best[0] === undefined ? undefined : jobs[best[0].index];
    const sampled = await sampledBest(
      study,
      loaded,
      first && { ...first, index: jobs.length },
      done,
    );
    return {
      study,
      manifest,
      parameters: study.axes.map(({ name }) => name),
      figures: study.figures,
      rows,
      best,
      ...(folds.length === 0
        ? {}
        : {
            walkForward: walkRows(folds, choices, done.outcomes),
            joined: joinedCurve(choices, done.outcomes),
          }),
      ...present({ monteCarlo: sampled }),
      reruns: await rerunBest(study, first, jobs.length + 1, done),
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
 * Runs `count` combinations per window, round by round, until no search has more.
 * @returns the jobs, window by window.
 */
async function runSets(
  study: Study,
  windows: readonly StudyWindow[],
  count: number,
  done: Outcomes,
): Promise<Job[]> {
  const perWindow = (await searches(study, windows.length)).map((search, window) => ({
    search,
    window: windows[window] as StudyWindow,
    first: window * count,
    jobs: [] as Job[],
  }));
  for (;;) {
    const round = perWindow.flatMap(({ search, window: { from, to }, first, jobs }) => {
      const merits = () => studyRows(jobs, done.outcomes).map(row => meritOf(row, study.rank));
      const next = search.next(jobs.length, merits).map((values, at) => {
        return { index: first + jobs.length + at, values, from, to };
      });
      jobs.push(...next);
      return next;
    });
    if (round.length === 0) return perWindow.flatMap(({ jobs }) => jobs);
    await done.add(round);
  }
}

/**
 * A strategy that keeps state in its module or uses its own random numbers would give different
 * tables for different numbers of workers. Therefore the first run is repeated after the others and
 * must give the same outcome.
 * @throws InputError
 */
async function checkRepeats(
  { document }: Study,
  done: Outcomes,
  folder: StudyFolder | undefined,
): Promise<void> {
  const index = await done.firstThatDiffers();
  if (index === undefined) return;
  folder?.forget();
  throw document.error(
    ['scenario'],
    `run ${index + 1} gave another result when it was repeated: a strategy must keep its state inside ` +
      'the function that makes it, and must not draw random numbers of its own',
  );
}

/** Runs `again`, the best run once more, for its trades, and samples them. */
async function sampledBest(
  { monteCarlo: wanted, seed }: Study,
  { scenario }: LoadedScenario,
  again: Job | undefined,
  done: Outcomes,
): Promise<MonteCarlo | undefined> {
  if (wanted === undefined || again === undefined) return undefined;
  await done.add([{ ...again, withTrades: true }]);
  const outcome = done.outcomes.get(again.index);
  if (outcome === undefined || isFailed(outcome)) return undefined;
  const account = scenario.accounts.find(({ id }) => id === scenario.strategy?.accountID);
  const opening = Number(account?.balance ?? 0);
  return monteCarlo(outcome.tradeResults ?? [], { opening, samples: wanted.samples, seed });
}

/** Repeats the best run in the ways that the study asks for; job indexes start at `first`. */
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

function setupOf(
  study: Study,
  { ticks }: LoadedScenario,
  { cache, allowPath }: PrepareOptions,
): WorkerSetup {
  const shared = ticks.map(({ file }) => shareTicks(file, MOST_SHARED_BYTES));
  return {
    scenarioPath: study.scenarioPath,
    parameters: study.axes.map(({ name }) => name),
    figures: study.figures,
    allowPath,
    ...present({ cacheFolder: cache && (cache.folder ?? null) }),
    ticks: shared.filter(each => each !== undefined),
  };
}

/**
 * The inputs of the results: study, scenario, strategies with their imports, calendar, ticks, and
 * this program.
 */
async function manifestOf(
  study: Study,
  { scenario, ticks, histories, strategies, calendar }: LoadedScenario,
  strategyPath: string,
): Promise<StudyManifest> {
  const others = await Promise.all(strategies.slice(1).map(({ path }) => strategyDigest(path)));
  const parts = {
    study: study.name,
    orrery: VERSION,
    scenario: { name: scenario.name, sha256: sha256(await readFile(study.scenarioPath)) },
    strategy: { sha256: await strategyDigest(strategyPath) },
    ...(others.length > 0 && { others }),
    ...present({ events: calendar && { sha256: calendar.digest } }),
    ticks: [...ticks, ...histories].map(({ instrument, file }) => ({
      instrument,
      sha256: file.digest,
    })),
  };
  return { ...parts, digest: sha256(JSON.stringify([study.digest, study.figures, parts])) };
}
