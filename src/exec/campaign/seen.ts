/** Collects the evidence of a run on a simulation. */

import type { Simulation } from '../../broker/runtime/simulation/simulation.js';
import { finalResults } from '../../core/run/backtest.js';
import type { ClientEnding, Evidence } from './subject.js';

/** The facts of a run that the simulation does not have. */
export interface RunContext {
  /** The client's account. */
  readonly accountID: string;
  readonly ending: ClientEnding;
  readonly operations: readonly string[];
  readonly requests: Evidence['requests'];
}

/** The evidence of a run that is over. */
export function evidenceOf(simulation: Simulation, outside: RunContext): Evidence {
  const { scenario, engine, now } = simulation;
  const { accountID, ending, operations, requests } = outside;
  return {
    ending,
    ledger: [...engine.ledger].filter(each => each.accountID === accountID),
    expectations: finalResults(scenario, engine),
    operations,
    requests,
    endedAt: now,
    fired: firedIn(simulation),
  };
}

/** What the faults of a run did, in order. */
function firedIn({ inputs }: Simulation): string[] {
  return [...inputs].flatMap(input =>
    input.kind === 'fault' ? [`${input.operation}: ${input.did}`] : [],
  );
}
