/** Verbs of faults: the catalogue, the rules of a simulation, and which have fired. */

import type { Faults } from '../../broker/api/control/schema/fault.js';
import type { FaultCatalogue } from '../../broker/api/control/schema/page/shelf.js';
import { readVerb, verbPath } from './control.js';
import { call } from './rest.js';

export type { Faults } from '../../broker/api/control/schema/fault.js';

/** One fault that can be ordered. */
export type CatalogueFault = FaultCatalogue['faults'][number];
/** A rule that holds. */
type HeldRule = Faults['rules'][number];

/** Every fault that can be ordered. */
export async function readCatalogue(): Promise<readonly CatalogueFault[]> {
  return (await call<FaultCatalogue>({ path: '/_sim/catalogue' })).faults;
}

/** The rules of a simulation and what they did. */
export function readFaults(simulation: string): Promise<Faults> {
  return readVerb(simulation, 'faults');
}

/** Adds a rule. @throws WireError 400 that names the field and its valid forms. */
export function addFault(simulation: string, body: unknown): Promise<{ readonly id: string }> {
  return call({ method: 'POST', path: verbPath(simulation, 'faults'), body });
}

/** Replaces all rules. */
export function setFaults(simulation: string, rules: readonly HeldRule[]): Promise<Faults> {
  return call({ method: 'PUT', path: verbPath(simulation, 'faults'), body: { rules } });
}
