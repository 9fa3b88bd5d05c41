/** The market of a store: the scenario that its header names, as it was when the store was made. */

import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Clock } from '../../../broker/runtime/clock/clock.js';
import { Sandboxes } from '../../../broker/runtime/sandboxes.js';
import { ScenarioShelf } from '../../../broker/runtime/scenario-shelf.js';
import { Simulation } from '../../../broker/runtime/simulation/simulation.js';
import { backupNoteIn, checkIsStore } from '../../../broker/store/backup.js';
import { DISK } from '../../../broker/store/log/storage.js';
import type { HeaderRecord } from '../../../broker/store/record.js';
import { readHeader } from '../../../broker/store/replay-log.js';
import { versionsOf } from '../../../broker/store/store-versions.js';
import { present } from '../../../core/base/present.js';
import { namedFiles } from '../../../data/record/journal-file.js';
import { loadScenario } from '../../../data/storage/scenario/scenario-file.js';
import { type CacheFlag, cacheOf } from '../../flags/cache-flag.js';
import { windowAskedBy } from '../../flags/window-flags.js';
import { headerOf, makersFrom } from '../serve-store.js';

/** How the market of a store is found. */
export interface StoreFlags {
  readonly cache?: CacheFlag;
  readonly allowPath: readonly string[];
  /** The folder of scenarios of the server; default: that of the served scenario. */
  readonly scenarios?: string | undefined;
}

/**
 * What the store in `folder` is replayed on, at its start.
 * @throws InputError for no store, a store without a header, and files that cannot be read.
 */
export async function marketOf(folder: string, { cache, allowPath, scenarios }: StoreFlags) {
  checkIsStore(folder);
  const found = await readHeader(folder);
  const place = placeOf(folder, found);
  const { scenario, seed, window = {}, timeline, overrides } = found;
  const file = resolve(place, scenario.path);
  const loaded = await loadScenario(file, {
    seed,
    allowPath: [
      ...allowPath,
      ...namedFiles(found).map(({ path }) => dirname(resolve(place, path))),
    ],
    ...present({ overrides }),
    ...windowAskedBy(window),
    ...cacheOf(cache),
  });
  const shelf = new ScenarioShelf(scenarios ?? dirname(file), { ...cacheOf(cache), allowPath });
  const { dialect } = loaded;
  /** Simulations as they were when the store was made. */
  const newSandboxes = () => {
    const simulation = new Simulation(loaded.scenario, { timeline });
    const clock = new Clock(simulation, 'manual');
    return new Sandboxes({ simulation, clock, dialect, loaded });
  };
  return {
    found,
    header: await headerOf(folder, loaded, timeline),
    versions: await versionsOf(DISK, folder, found),
    makers: makersFrom(shelf),
    sandboxes: newSandboxes(),
    newSandboxes,
  };
}

/** The folder at which the paths in a header begin: for a backup that of its store. */
function placeOf(folder: string, { scenario }: HeaderRecord): string {
  if (existsSync(resolve(folder, scenario.path))) return folder;
  return backupNoteIn(folder)?.of ?? folder;
}
