/**
 * The faults of a simulation: its rules, and what they did. Source: docs/reference/faults.md.
 */

import { RuleFault } from '../../../core/fault/fields.js';
import { WindowOverError } from '../../runtime/simulation/command-lost.js';
import { type SimulationFaults, timeOf } from '../faults/simulation-faults.js';
import { conflict, invalidParameter } from '../http/request-errors.js';
import { FaultAdded, FaultRule, FaultRules, Faults } from './schema/fault.js';
import type { SimulationVerb } from './verb.js';

/** Faults that an answer shows at most. */
const SHOWN_MAX = 1_000;
const OVER = 'The simulated window is over';

/** The verbs of faults. */
export const FAULT_VERBS: readonly SimulationVerb[] = [
  {
    method: 'GET',
    path: 'faults',
    tag: 'faults',
    summary: 'The rules of faults, and the faults so far',
    answers: Faults,
    run: ({ sandbox, faults }) => {
      sandbox.clock.catchUp();
      return faultsBody(faults());
    },
  },
  {
    method: 'PUT',
    path: 'faults',
    tag: 'faults',
    changes: 'market',
    summary: 'Replace all rules of faults',
    answers: Faults,
    body: FaultRules,
    conflict: OVER,
    run: ({ sandbox, faults, body }) => {
      sandbox.clock.catchUp();
      checked('rules', () => faults().replace((body as FaultRules).rules));
      return faultsBody(faults());
    },
  },
  {
    method: 'POST',
    path: 'faults',
    tag: 'faults',
    changes: 'market',
    summary: 'Add a rule of faults',
    status: 201,
    answers: FaultAdded,
    body: FaultRule,
    conflict: OVER,
    run: ({ sandbox, faults, body }) => {
      sandbox.clock.catchUp();
      return { id: checked('', () => faults().add(body)) };
    },
  },
  {
    method: 'DELETE',
    path: 'faults',
    tag: 'faults',
    changes: 'market',
    summary: 'Remove all rules of faults',
    answers: Faults,
    conflict: OVER,
    run: ({ sandbox, faults }) => {
      sandbox.clock.catchUp();
      checked('rules', () => faults().replace([]));
      return faultsBody(faults());
    },
  },
];

/** Does `change`. @throws RequestError 400 for a bad rule, 409 after the window. */
function checked<T>(root: string, change: () => T): T {
  try {
    return change();
  } catch (error) {
    if (error instanceof WindowOverError) throw conflict(OVER);
    if (!(error instanceof RuleFault)) throw error;
    const path = [...(root === '' ? [] : [root]), ...error.path].join('.');
    throw invalidParameter(path === '' ? 'rule' : path, `It ${error.form}`);
  }
}

function faultsBody(desk: SimulationFaults): Faults {
  return {
    rules: [...desk.rules],
    counts: [...desk.counts],
    fired: desk.fired(SHOWN_MAX).map(input => {
      const { rule, operation, requestID, did } = input;
      return { rule, time: timeOf(input), operation, requestID, did };
    }),
  };
}
