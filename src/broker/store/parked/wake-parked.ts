/** Gives a parked simulation its market back, from its file. */

import { present } from '../../../core/base/present.js';
import { FAIR_TURNS, UNCOUNTED } from '../../runtime/clock/fair-turns.js';
import { MAIN, type Sandbox, type Sandboxes, type SandboxParts } from '../../runtime/sandboxes.js';
import { Simulation } from '../../runtime/simulation/simulation.js';
import type { ParkedName, WakeParts } from '../parked-folder.js';
import type { Makers } from '../replay.js';
import { type ParkedFacts, readParked } from './parked-file.js';

/**
 * Wakes the simulation of a file, in a turn of the guest that owns it: when many are woken at once, the thread serves
 * requests between two of them.
 * @throws Error when the file cannot be used, InputError when its scenario has changed.
 */
export async function wakeParked(
  { storage, maker, makers, sandboxes }: WakeParts,
  { id, path }: Pick<ParkedName, 'id' | 'path'>,
): Promise<Sandbox> {
  const { facts, image } = await readParked(storage, path, maker);
  const { simulation, loaded, ...made } = await partsOf(facts, sandboxes, makers);
  const { owner = '' } = facts.known;
  await FAIR_TURNS.turn({ ...UNCOUNTED, name: owner });
  simulation.restore(image);
  // An image has no end of the window.
  simulation.moveTo(facts.stand);
  const { source, parent, forkedAt } = facts.known;
  const root = parent === undefined ? undefined : facts.root;
  const from = present({ source, parent, forkedAt, root });
  return sandboxes.wake(id, { ...made, ...from, simulation, loaded }, facts.notes);
}

/** The simulation at the start of its window, with its clock. */
async function partsOf(
  { made, root, known, stand }: ParkedFacts,
  { main }: Sandboxes,
  makers: Makers,
): Promise<SandboxParts> {
  if (root !== undefined) return makers.create({ kind: 'create', ...made, source: root });
  const simulation = new Simulation(main.simulation.scenario);
  const record = { kind: 'fork', ...made, parent: known.parent ?? MAIN, stand } as const;
  return { ...makers.fork(record, simulation), loaded: main.loaded };
}
