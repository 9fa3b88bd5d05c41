/**
 * Counterfactuals of a simulation: its session again, without some commands or with others, up to
 * the same instant. The simulation stays as it is. Source: docs/guides/counterfactuals.md; decision
 * 0031.
 */

import { formatRfc3339 } from '../../../core/time/instant.js';
import { ChangeError, changeOf } from '../../../core/whatif/change.js';
import { Counterfactual } from '../../../core/whatif/counterfactual.js';
import { differenceOf } from '../../../core/whatif/difference.js';
import { SessionRun } from '../../../core/whatif/session.js';
import { sessionOf } from '../../runtime/session.js';
import { replayed } from '../http/long/replayed.js';
import { instantParameter } from '../http/read/query.js';
import { invalidParameter } from '../http/request-errors.js';
import { CounterfactualAnswer, CounterfactualRequest } from './schema/counterfactual.js';
import type { ControlCall, SimulationVerb } from './verb.js';

/** The verb of counterfactuals. */
export const COUNTERFACTUAL_VERBS: readonly SimulationVerb[] = [
  {
    method: 'POST',
    path: 'counterfactual',
    tag: 'ledger',
    summary: 'What would the account have without some commands, or with others',
    answers: CounterfactualAnswer,
    body: CounterfactualRequest,
    run: answer,
  },
];

async function answer({ sandbox: { clock, simulation }, body }: ControlCall) {
  const asked = body as CounterfactualRequest;
  clock.catchUp();
  const { accounts } = simulation.scenario;
  const accountID = asked.accountID ?? accounts[0]?.id ?? '';
  const added = (asked.with ?? []).map(({ time, command }, index) => ({
    time: instantParameter(`with[${index}].time`, time),
    command,
  }));
  const base = await replayed(new SessionRun(sessionOf(simulation)));
  const change = orInvalid(() =>
    changeOf(base, { accountID, without: asked.without ?? [], added }),
  );
  const other = await replayed(new Counterfactual(base, change));
  return {
    difference: differenceOf(other, accountID),
    dropped: other.dropped.map(each => ({ ...each, time: formatRfc3339(each.time) })),
  };
}

/** @throws RequestError 400 for what `read` finds wrong with the change. */
function orInvalid<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ChangeError)) throw error;
    throw invalidParameter(error.part === 'account' ? 'accountID' : error.part, error.message);
  }
}
