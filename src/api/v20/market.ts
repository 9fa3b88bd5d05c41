/**
 * The market of a call: instruments as requests name them, and what prices are made from.
 */

import { depthTable } from '../../core/engine/state/execution-context.js';
import type { PricedMarket } from '../../core/view/pricing.js';
import type { Simulation } from '../../runtime/simulation.js';
import { invalidParameter } from '../http/faults.js';

/** Slot of the instrument named by parameter `parameter`. @throws ApiError 400 when unknown. */
export function slotNamed({ engine }: Simulation, name: string, parameter: string): number {
  const slot = engine.state.quotes.slot(name);
  if (slot === undefined) throw invalidParameter(parameter);
  return slot;
}

/** Slots of instruments in the order of the request, each once. @throws ApiError 400 when unknown. */
export function slotsNamed(simulation: Simulation, names: readonly string[]): readonly number[] {
  return [...new Set(names.map(name => slotNamed(simulation, name, 'instruments')))];
}

/** Quotes and depth of the simulation. */
export function pricedMarket({ engine }: Simulation): PricedMarket {
  const { quotes, model } = engine.state;
  return { quotes, depth: depthTable(model) };
}
