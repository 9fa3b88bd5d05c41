/**
 * The rules of risk of the accounts. Source: docs/reference/page-verbs.md, docs/guides/risk.md.
 */

import type { Static } from '@sinclair/typebox';
import { rulesLeft } from '../../../runtime/look/risk-left.js';
import { Risk } from '../schema/page/risk.js';
import type { ControlCall, SimulationVerb } from '../verb.js';

/** The verb of rules of risk. */
export const RISK_VERBS: readonly SimulationVerb[] = [
  {
    method: 'GET',
    path: 'risk',
    tag: 'page',
    summary: 'The rules of risk of each account, how much is left of each, and the breaches so far',
    answers: Risk,
    run: riskOf,
  },
];

function riskOf({ sandbox: { clock, simulation } }: ControlCall): Static<typeof Risk> {
  clock.catchUp();
  const { state } = simulation.engine;
  const accounts = state.cells.flatMap(cell => {
    const { risk, state: account } = cell;
    if (risk === undefined) return [];
    const { id: accountID, currency } = account.config;
    const breaches = risk.breaches.map(({ accountID: _, ...breach }) => breach);
    return [
      { accountID, currency, stopped: risk.stopped, rules: rulesLeft(state, cell), breaches },
    ];
  });
  return { accounts } as Static<typeof Risk>;
}
