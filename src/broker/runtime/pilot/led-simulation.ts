/** A simulation whose strategies run in a thread: how they begin and end with it. */

import { passLost } from '../simulation/command-lost.js';
import type { Simulation } from '../simulation/simulation.js';
import type { Pilot } from './pilot.js';

/** Wall milliseconds that hooks have to return when the server stops. */
const GRACE_MS = 1_000;

/** Starts the strategies of `simulation`, which stands at the start of its window. */
export function beginStrategies(simulation: Simulation, pilot: Pilot): void {
  const { strategies } = simulation;
  pilot.attach(
    () => simulation.engine,
    fault => strategies?.lose(fault),
  );
  const begin = () => strategies?.begin(simulation.run);
  pilot.lead(() => ({ kind: 'begin' }), begin).catch(passLost);
}

/**
 * Ends the run of the strategies, and their thread after it. A hook that does not return meanwhile is
 * named and ended with its thread.
 */
export async function endStrategies(simulation: Simulation, pilot?: Pilot): Promise<void> {
  const end = () => simulation.strategies?.end();
  if (pilot === undefined) {
    end();
    return;
  }
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>(resolve => {
    timer = setTimeout(resolve, GRACE_MS);
  });
  const ending = pilot.lead(() => ({ kind: 'stop' }), end).catch(passLost);
  await Promise.race([ending, late]);
  clearTimeout(timer);
  await pilot.close();
}
