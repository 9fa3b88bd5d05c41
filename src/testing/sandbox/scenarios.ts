/** The scenarios that tests name or write. */

import { dirname, resolve } from 'node:path';
import { ScenarioShelf } from '../../broker/runtime/scenario-shelf.js';
import { present } from '../../core/base/present.js';
import { packageFile } from '../../data/package-root.js';
import type { LoadedScenario } from '../../data/storage/scenario/given/loaded-scenario.js';
import { loadScenario } from '../../data/storage/scenario/scenario-file.js';
import type { InlineScenario } from '../types/server.js';

/** The scenario of a test that names none; it lies in the package. */
const QUICKSTART = packageFile('scenarios/quickstart.yaml');

/** What a test says of its scenario. */
export interface ScenarioChoice {
  readonly scenario?: string | InlineScenario;
  readonly folder?: string;
  readonly seed?: number;
  /** Ids of its accounts, the first one's first, separated by commas. */
  readonly account?: string;
}

/** The scenario with the fields that a test need not write. */
export function whole(scenario: InlineScenario): InlineScenario {
  return { version: 1, name: 'test', ...scenario };
}

/**
 * Loads the scenario of a test.
 * @returns it with the shelf of its folder. @throws InputError with file, line and rule.
 */
export async function loadChoice({
  scenario = QUICKSTART,
  folder,
  seed,
  account,
}: ScenarioChoice): Promise<{
  readonly shelf: ScenarioShelf;
  readonly loaded: LoadedScenario;
}> {
  const isFile = typeof scenario === 'string';
  const own = isFile ? dirname(resolve(scenario)) : process.cwd();
  const overrides = account === undefined ? undefined : { accountIDs: account.split(',') };
  const options = present({ overrides });
  const shelf = new ScenarioShelf(folder === undefined ? own : resolve(folder), options);
  const seeded = present({ seed });
  const loaded = isFile
    ? await loadScenario(resolve(scenario), { ...shelf.options, ...seeded })
    : (await shelf.load({ scenario: whole(scenario), ...seeded })).loaded;
  return { shelf, loaded };
}
