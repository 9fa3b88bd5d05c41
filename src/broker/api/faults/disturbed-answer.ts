/**
 * Answers a request under a plan: it waits, takes effect or not, and is answered, refused or cut off.
 */

import { type FaultTime, WALL_TIME } from '../http/fault-time.js';
import { ApiError, RequestError } from '../http/request-errors.js';
import type { LostRequest, RequestPlan } from './request-plan.js';

/** What a fault needs of a request: the reply, how to carry the request out, how to send the answer. */
export interface AnswerSteps<Answer> extends LostRequest {
  /** Carries it out. */
  readonly act: () => Answer | Promise<Answer>;
  readonly send: (answer: Answer) => unknown;
  /** The time in which it waits. Default: real time. */
  readonly faultTime?: FaultTime;
}

/** Answers a request as `plan` says. @returns what the handler of the route returns. */
export async function disturbedAnswer<Answer>(
  { waitBefore, waitAfter, lost }: RequestPlan,
  { reply, act, send, onCut, faultTime = WALL_TIME }: AnswerSteps<Answer>,
): Promise<unknown> {
  const sleep = (micros: number) =>
    new Promise<void>(wake => {
      faultTime.after(micros, wake, reply.raw);
    });
  if (waitBefore > 0) await sleep(waitBefore);
  if (lost === undefined) {
    const answer = new Promise<Answer>(resolve => resolve(act()));
    // A refusal waits as an answer does, and has no listener meanwhile.
    answer.catch(() => undefined);
    if (waitAfter > 0) await sleep(waitAfter);
    return send(await answer);
  }
  if (lost.applied) actUnseen(act);
  if (waitAfter > 0) await sleep(waitAfter);
  return lost.answer({ reply, onCut });
}

/** Carries the request out and discards its answer, also when it is a refusal. */
function actUnseen(act: () => unknown): void {
  const unheard = (error: unknown) => {
    if (!(error instanceof ApiError || error instanceof RequestError)) throw error;
  };
  try {
    const answer = act();
    if (answer instanceof Promise) void answer.catch(unheard);
  } catch (error) {
    unheard(error);
  }
}
