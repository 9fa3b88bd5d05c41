/**
 * The market as requests use it: slots of named instruments, and the source of prices.
 */

import { depthTable } from '../../../core/engine/state/execution-context.js';
import type { PricedMarket } from '../../../core/view/pricing.js';
import type { Simulation } from '../../runtime/simulation/simulation.js';
import { invalidParameter } from '../http/faults.js';

/** The slot of the instrument that `parameter` names. @throws RequestFault 400 when it is unknown. */
export function slotNamed({ engine }: Simulation, name: string, parameter: string): number {
  const slot = engine.state.quotes.slot(name);
  if (slot === undefined) throw invalidParameter(parameter);
  return slot;
}

/** Slots of instruments in the order of `names`, each once. @throws RequestFault 400 for an unknown one. */
export function slotsNamed(simulation: Simulation, names: readonly string[]): readonly number[] {
  return [...new Set(names.map(name => slotNamed(simulation, name, 'instruments')))];
}

/** The quotes of the simulation, and the depth around them. */
export function pricedMarket({ engine }: Simulation): PricedMarket {
  const { quotes, model } = engine.state;
  return { quotes, depth: depthTable(model) };
}
