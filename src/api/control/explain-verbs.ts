/**
 * Why a transaction came about, or why an order has not filled. Source: docs/command-line.md 4,
 * decision 0030.
 */

import { Type } from '@sinclair/typebox';
import { explain } from '../../core/explain/explain.js';
import { RequestFault } from '../http/faults.js';
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

/** @throws RequestFault 404 when there is no such account or id. */
function explanationOf({ sandbox: { clock, simulation }, query, params }: ControlCall) {
  clock.catchUp();
  const { state } = simulation.engine;
  const account = query['account'];
  const cell = account === undefined ? state.cells[0] : simulation.account(String(account));
  if (cell === undefined) {
    throw new RequestFault('not-found', { sentence: 'There is no account of that id' });
  }
  const { id = '' } = params;
  const said = ID.test(id) ? explain(state, cell, Number(id)) : undefined;
  if (said === undefined) {
    const sentence = 'The account has no transaction or order of that id';
    throw new RequestFault('not-found', { sentence });
  }
  return said;
}
