/**
 * A step: commands in, time moves, and the world as it is then comes out, in one request. Source: decision
 * 0077; docs/guides/steps.md.
 */

import type { Turn } from '../../../runtime/clock/turn.js';
import { clockBody } from '../clock-verbs.js';
import { LooseStepRequest, Step, StepRequest } from '../schema/step.js';
import { taken, turnAsked } from '../turn-asked.js';
import type { ControlCall, SimulationVerb } from '../verb.js';
import { StepResults } from './carry-out.js';
import { readCommands } from './step-commands.js';
import { type StepStart, startOf, viewSince, wantedIn } from './step-view.js';

/** The turn of a step without `advance`; time stays where it is. */
const STAYING: Turn = { by: 0 };

/** The verb of steps. */
export const STEP_VERBS: readonly SimulationVerb[] = [
  {
    method: 'POST',
    path: 'step',
    tag: 'clock',
    changes: 'market',
    summary: 'Carry out commands, advance the clock, and answer with what has changed',
    answers: Step,
    body: StepRequest,
    checked: LooseStepRequest,
    conflict: 'The clock is playing; pause it before advancing it',
    run: step,
  },
];

function step({ sandbox, body, ajv, reply }: ControlCall): string | Promise<string> {
  const request = body as StepRequest;
  const results = new StepResults(readCommands(ajv, sandbox, request.commands ?? []));
  const wanted = wantedIn(sandbox, request);
  const { advance } = request;
  const asked = advance === undefined ? undefined : turnAsked(advance, sandbox, 'advance.');
  const moves = () => asked !== undefined && (asked.moves?.() ?? true);
  let start: StepStart | undefined;
  const begin = () => {
    start = startOf(sandbox, wanted);
    const carried = results.carryOut();
    return carried === undefined ? moves() : carried.then(moves);
  };
  reply.type('application/json');
  // Written now: another step may begin before the answer leaves.
  return taken(sandbox, asked?.turn ?? STAYING, begin, () =>
    JSON.stringify({
      clock: clockBody(sandbox),
      results: results.read(),
      ...viewSince(sandbox, wanted, start as StepStart),
    }),
  );
}
