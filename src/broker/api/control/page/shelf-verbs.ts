/**
 * What a server has to choose from: scenarios and faults. Source: docs/reference/page-verbs.md.
 */

import { FAULT_CATALOGUE } from '../../../../core/fault/catalogue.js';
import { FaultCatalogue, ScenarioNames } from '../schema/page/shelf.js';
import type { ServerVerb } from '../simulations.js';

/** The verbs of choices. */
export const SHELF_VERBS: readonly ServerVerb[] = [
  {
    method: 'GET',
    path: 'scenarios',
    tag: 'page',
    summary: 'The scenarios that a simulation can be made of by name',
    answers: ScenarioNames,
    run: ({ fleet }) => ({ scenarios: (fleet.shelf?.names() ?? []).map(name => ({ name })) }),
  },
  {
    method: 'GET',
    path: 'catalogue',
    tag: 'page',
    summary: 'The faults that can be set, each with a rule that can be sent as it is',
    answers: FaultCatalogue,
    run: () => ({ faults: FAULT_CATALOGUE }),
  },
];
