/**
 * The simulations of a server over the quickstart scenario, and what a store in a folder makes of
 * them. The campaign of crashes uses it on both sides: in the process that is killed, and to look.
 */

import { join } from 'node:path';
import { Clock } from '../../src/broker/runtime/clock/clock.js';
import { type Sandbox, Sandboxes } from '../../src/broker/runtime/sandboxes.js';
import { ScenarioShelf } from '../../src/broker/runtime/scenario-shelf.js';
import { Simulation } from '../../src/broker/runtime/simulation/simulation.js';
import { headerOf, makersFrom } from '../../src/cli/commands/serve-store.js';
import { packageFile } from '../../src/data/package-root.js';
import { ledgerText } from '../../src/data/record/ledger-file.js';
import { loadScenario } from '../../src/data/storage/scenario/scenario-file.js';

const SCENARIOS = packageFile('scenarios');
/** The scenario of every simulation, a file in the folder of scenarios. */
export const SCENARIO = 'quickstart.yaml';

/** The simulations as a new server has them, and what its store is opened with. */
export async function newServer(folder: string) {
  const loaded = await loadScenario(join(SCENARIOS, SCENARIO), { cache: {} });
  const shelf = new ScenarioShelf(SCENARIOS, { cache: {} });
  return {
    sandboxes: new Sandboxes(partsOf(new Simulation(loaded.scenario))),
    header: await headerOf(folder, loaded, false),
    makers: makersFrom(shelf),
    shelf,
  };
}

/** A simulation with a clock that only moves when told to. */
export function partsOf(simulation: Simulation) {
  return {
    simulation,
    clock: new Clock(simulation, 'manual'),
    dialect: 'current' as const,
  };
}

/** Where the simulations stand, in one line: two moments of one run have two of them. */
export function standingOf(sandboxes: Sandboxes): string {
  return JSON.stringify(sandboxes.all().map(standing));
}

function standing({ id, simulation }: Sandbox) {
  const { ledger } = simulation.engine;
  return [id, simulation.inputs.length, ledger.length, ledger.at(-1)?.time];
}

/** The ledgers of all simulations, with their ids, as one text. */
export function ledgersOf(sandboxes: Sandboxes): string {
  return sandboxes
    .all()
    .map(({ id, simulation }) => `${id}\n${ledgerText(simulation.engine.ledger)}`)
    .join('');
}
