/**
 * What an order would cost, before it is sent. Source: docs/reference/page-verbs.md.
 */

import type { Static } from '@sinclair/typebox';
import { present } from '../../../../core/base/present.js';
import { estimateOrder, type OrderEstimate } from '../../../runtime/look/estimate.js';
import { conflict } from '../../http/request-errors.js';
import { accountAsked } from '../account-asked.js';
import { Estimate, EstimateRequest } from '../schema/page/estimate.js';
import type { ControlCall, SimulationVerb } from '../verb.js';

const OVER = 'The simulated window is over';

/** The verb of estimates. */
export const ESTIMATE_VERBS: readonly SimulationVerb[] = [
  {
    method: 'POST',
    path: 'estimate',
    tag: 'page',
    summary: 'What an order would do and cost if it were sent now; nothing is sent',
    answers: Estimate,
    body: EstimateRequest,
    forms: '{"account"?: account id, "order": OrderRequest}',
    conflict: OVER,
    run: estimateOf,
  },
];

function estimateOf({ sandbox, body }: ControlCall): Static<typeof Estimate> {
  const { account, order } = body as EstimateRequest;
  sandbox.clock.catchUp();
  const { simulation } = sandbox;
  const { id, currency } = accountAsked({ sandbox }, account).state.config;
  if (simulation.hasEnded) throw conflict(OVER);
  const { why, ...estimate } = estimateOrder(simulation.engine, id, order);
  const named = { ...present({ instrument: order['instrument'] }), currency };
  return { ...estimate, sentence: why ?? sentenceOf(estimate, named) };
}

/** The sentence of a fill. */
function sentenceOf(
  { units, price, marginRequired, marginAvailableAfter, spreadCost, ...ends }: OrderEstimate,
  { instrument, currency }: { readonly instrument?: unknown; readonly currency: string },
): string {
  const did = units.startsWith('-') ? 'Sells' : 'Buys';
  const { riskToStop, gainToTarget } = ends;
  const ways = [
    riskToStop && `the stop risks ${riskToStop.money} ${currency} (${riskToStop.percent} %)`,
    gainToTarget && `the target gains ${gainToTarget.money} ${currency}`,
  ].filter(Boolean);
  const costs = [
    `${did} ${units.replace('-', '')} ${instrument ?? 'units'} at ${price}`,
    `margin ${marginRequired} ${currency}, ${marginAvailableAfter} ${currency} left`,
    `half the spread costs ${spreadCost} ${currency}`,
    ...ways,
  ];
  return `${costs.join('; ')}.`;
}
