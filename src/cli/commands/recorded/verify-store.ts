/**
 * `orrery verify DIR` of a store: checks every record, replays them all, and says where the
 * simulations stand. Nothing is changed, and no lock is taken.
 */

import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { SandboxClock } from '../../../broker/runtime/clock/sandbox-clock.js';
import { type Sandbox, Sandboxes } from '../../../broker/runtime/sandboxes.js';
import { ScenarioShelf } from '../../../broker/runtime/scenario-shelf.js';
import { Simulation } from '../../../broker/runtime/simulation/simulation.js';
import { DISK } from '../../../broker/store/log/storage.js';
import { LOG_FILE } from '../../../broker/store/record.js';
import { readHeader, replayLog } from '../../../broker/store/store.js';
import { replayedIn, unknownChanges, versionsOf } from '../../../broker/store/store-versions.js';
import { present } from '../../../core/base/present.js';
import { formatRfc3339, instant } from '../../../core/time/instant.js';
import { namedFiles } from '../../../data/record/journal-file.js';
import { ledgerHash } from '../../../data/record/ledger-file.js';
import { madeByLines } from '../../../data/record/versions/made-by.js';
import type { LoadedScenario } from '../../../data/storage/scenario/given/loaded-scenario.js';
import { loadScenario } from '../../../data/storage/scenario/scenario-file.js';
import { VERSION } from '../../../data/version.js';
import { ExitCode } from '../../exit/exit-codes.js';
import { type CacheFlag, cacheOf } from '../../flags/cache-flag.js';
import { windowAskedBy } from '../../flags/window-flags.js';
import { print } from '../../output/terminal/print.js';
import { headerOf, makersFrom } from '../serve-store.js';

/** Whether `folder` is a store. */
export function isStore(folder: string): boolean {
  return existsSync(join(folder, LOG_FILE));
}

/** How a store is read. */
export interface VerifyStoreFlags {
  readonly cache: CacheFlag;
  readonly allowPath: readonly string[];
  /** The folder of scenarios of the server; default: that of the served scenario. */
  readonly scenarios?: string | undefined;
}

/**
 * Verifies the store in `folder`.
 * @throws InputError for damage, another scenario, or files that have changed or are missing.
 */
export async function verifyStore(
  folder: string,
  { cache, allowPath, scenarios }: VerifyStoreFlags,
): Promise<void> {
  const found = await readHeader(folder);
  const { scenario, seed, window = {}, timeline, overrides } = found;
  const loaded = await loadScenario(resolve(folder, scenario.path), {
    seed,
    allowPath: [
      ...allowPath,
      ...namedFiles(found).map(({ path }) => dirname(resolve(folder, path))),
    ],
    ...present({ overrides }),
    ...windowAskedBy(window),
    ...cacheOf(cache),
  });
  const sandboxes = sandboxesOf(loaded, timeline);
  const shelf = new ScenarioShelf(scenarios ?? dirname(resolve(folder, scenario.path)), {
    ...cacheOf(cache),
    allowPath,
  });
  const header = await headerOf(folder, loaded, timeline);
  const versions = await versionsOf(DISK, join(folder, LOG_FILE), found);
  const made = versions.writer.orrery;
  const { records, torn } = await replayLog(DISK, folder, {
    sandboxes,
    header,
    versions,
    makers: makersFrom(shelf),
  });
  const replayed = sandboxes.all().map(replayedIn);
  for (const line of madeByLines({ made, own: VERSION }, ...replayed)) print(`${line}\n`);
  if (torn.length > 0) print(`the last write was cut off: ${torn.length} bytes are no record\n`);
  print(`whole: ${records} records\n`);
  for (const sandbox of sandboxes.all()) print(standText(sandbox));
  if (unknownChanges(versions, VERSION, sandboxes).length === 0) return;
  process.exitCode = ExitCode.DIFFERENT;
  print(
    `its records do not say which ledgers they gave: npx orrery-fx@${made} verify ${folder} has the hashes to compare\n`,
  );
}

function sandboxesOf(loaded: LoadedScenario, timeline: boolean): Sandboxes {
  const { scenario, dialect } = loaded;
  const simulation = new Simulation(scenario, { timeline });
  const clock = new SandboxClock(simulation, 'manual');
  return new Sandboxes({ simulation, clock, dialect, loaded });
}

function standText({ id, simulation }: Sandbox): string {
  const { now, transactions } = simulation.stand;
  const time = formatRfc3339(instant(now));
  const hash = ledgerHash(simulation.engine.ledger);
  return `${id} at ${time}: ${transactions} transactions, ledger ${hash}\n`;
}
