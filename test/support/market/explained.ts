/** Explanations of what a Sim wrote, and the numbers that they miss. */

import { explain } from '../../../src/core/explain/explain.js';
import type { Explanation } from '../../../src/core/explain/explanation.js';
import type { Transaction } from '../../../src/core/ledger/transaction.js';
import type { Sim } from './sim.js';

/** The explanation of a transaction or an order of the only account. */
export function explained({ engine }: Sim, id: string | number): Explanation {
  const [cell] = engine.state.cells;
  const said = cell === undefined ? undefined : explain(engine.state, cell, Number(id));
  if (said === undefined) throw new Error(`no explanation of ${id}`);
  return said;
}

/** The explanations of the transactions with this reason. */
export function explainedReason(sim: Sim, reason: string): Explanation[] {
  const has = (each: Transaction) =>
    ('rejectReason' in each ? each.rejectReason : 'reason' in each && each.reason) === reason;
  const matching = sim.engine.ledger
    .slice()
    .filter(each => has(each) && !/_ORDER$/.test(each.type));
  return matching.map(({ id }) => explained(sim, id));
}
