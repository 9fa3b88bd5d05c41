/**
 * Why a transaction came about, or why an order has not filled. Source:
 * docs/guides/explain.md, decision 0030.
 */

import { Type } from '@sinclair/typebox';
import { explain } from '../../../core/explain/explain.js';
import { RequestError } from '../http/request-errors.js';
import { accountAsked } from './account-asked.js';
import { Explanation } from './schema/explain.js';
import type { ControlCall, SimulationVerb } from './verb.js';

const ID = /^[1-9]\d{0,14}$/;

/** The verbs of explanations. */
export const EXPLAIN_VERBS: readonly SimulationVerb[] = [
  {
    method: 'GET',
    path: 'explain/:id',
    tag: 'ledger',
    summary: 'Why a transaction came about, or why an order has not filled',
    answers: Explanation,
    params: { id: Type.String({ pattern: ID.source, description: 'a transaction or an order' }) },
    query: Type.Object({
      account: Type.Optional(
        Type.String({ maxLength: 64, description: 'an account id; default: the first account' }),
      ),
    }),
    run: explanationOf,
  },
];

/** @throws RequestError 404 when there is no such account or id. */
function explanationOf({ sandbox, query, params }: ControlCall) {
  const { clock, simulation } = sandbox;
  clock.catchUp();
  const { state } = simulation.engine;
  const cell = accountAsked({ sandbox }, query['account']);
  const { id = '' } = params;
  const said = ID.test(id) ? explain(state, cell, Number(id)) : undefined;
  if (said === undefined) {
    const sentence = 'The account has no transaction or order of that id';
    throw new RequestError('not-found', { sentence });
  }
  return said;
}
