/**
 * Verbs of `/_sim`, one function each. Source: docs/guides/clock-modes.md and
 * docs/guides/simulations.md.
 */

import type { AdvanceRequest, PlayRequest } from '../../broker/api/control/schema/clock.js';
import type {
  CreateSimulation,
  ForkRequest,
  RewindRequest,
  SimulationMade,
} from '../../broker/api/control/schema/simulation.js';
import { call, withQuery } from './rest.js';
import type { Clock, SimulationSummary } from './types.js';

export type { AdvanceRequest, PlayRequest };

/** The path of a verb of one simulation. */
export function verbPath(simulation: string, verb: string): string {
  return `/_sim/simulations/${simulation}/${verb}`;
}

/** Every simulation of the server. */
export async function listSimulations(): Promise<readonly SimulationSummary[]> {
  const { simulations } = await call<{ simulations: SimulationSummary[] }>({
    path: '/_sim/simulations',
  });
  return simulations;
}

export function createSimulation(body: CreateSimulation): Promise<SimulationMade> {
  return call({ method: 'POST', path: '/_sim/simulations', body });
}

export function deleteSimulation(id: string): Promise<void> {
  return call({ method: 'DELETE', path: `/_sim/simulations/${id}` });
}

export function fork(simulation: string, body: ForkRequest): Promise<SimulationMade> {
  return call({ method: 'POST', path: verbPath(simulation, 'fork'), body });
}

export function rewind(simulation: string, body: RewindRequest): Promise<Clock> {
  return call({ method: 'POST', path: verbPath(simulation, 'rewind'), body });
}

export function readClock(simulation: string): Promise<Clock> {
  return readVerb(simulation, 'clock');
}

export function play(simulation: string, body: PlayRequest): Promise<Clock> {
  return call({ method: 'POST', path: verbPath(simulation, 'clock/play'), body });
}

export function pause(simulation: string): Promise<Clock> {
  return call({ method: 'POST', path: verbPath(simulation, 'clock/pause') });
}

export function advance(simulation: string, body: AdvanceRequest): Promise<Clock> {
  return call({ method: 'POST', path: verbPath(simulation, 'clock/advance'), body });
}

/** A read of a verb with a query, for verbs that only one view uses. */
export function readVerb<Answer>(
  simulation: string,
  verb: string,
  query: Readonly<Record<string, string | number | undefined>> = {},
): Promise<Answer> {
  return call({ path: withQuery(verbPath(simulation, verb), query) });
}
