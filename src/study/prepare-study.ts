/** Loads a study with everything that its runs need: scenario, ticks, and what its results depend on. */

import { readFile } from 'node:fs/promises';
import { present } from '../core/base/present.js';
import { nearest } from '../data/storage/document/suggest.js';
import { sha256 } from '../data/storage/files/sha256.js';
import type { LoadOptions } from '../data/storage/scenario/given/load-options.js';
import type { LoadedScenario } from '../data/storage/scenario/given/loaded-scenario.js';
import { loadScenario } from '../data/storage/scenario/scenario-file.js';
import { loadStrategyModule } from '../data/storage/strategy/strategy-module.js';
import { strategyDigest } from '../data/storage/strategy/strategy-sources.js';
import { loadStudy, type Study } from '../data/storage/study/study-file.js';
import type { CacheOptions } from '../data/storage/tick-store/open-ticks.js';
import { shareTicks } from '../data/storage/tick-store/shared-ticks.js';
import { VERSION } from '../data/version.js';
import type { WorkerSetup } from './engines/job.js';
import type { StudyManifest } from './output/study-manifest.js';

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
 * The inputs of the results: study, scenario, strategies with their imports, calendar, financing,
 * ticks, and this program.
 */
async function manifestOf(
  study: Study,
  { scenario, ticks, histories, strategies, calendar, financing }: LoadedScenario,
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
    ...(financing.length > 0 && {
      financing: financing.map(({ key, digest }) => ({ key, sha256: digest })),
    }),
    ticks: [...ticks, ...histories].map(({ instrument, file }) => ({
      instrument,
      sha256: file.digest,
    })),
  };
  return { ...parts, digest: sha256(JSON.stringify([study.digest, study.figures, parts])) };
}
