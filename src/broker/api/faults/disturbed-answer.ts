/**
 * Answers a request under a plan: it waits, takes effect or not, and is answered, refused or cut off.
 */

import { STATUS_CODES } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { ErrorAnswer } from '../../../core/fault/rule.js';
import { type FaultTime, WALL_TIME } from '../http/fault-time.js';
import { ApiError, RequestFault } from '../http/faults.js';
import type { RequestPlan } from './request-plan.js';

/** What a fault needs of a request: the reply, how to carry the request out, how to send the answer. */
export interface Carrying<Answer> {
  readonly reply: FastifyReply;
  /** Carries it out. */
  readonly act: () => Answer | Promise<Answer>;
  readonly send: (answer: Answer) => unknown;
  /** Called when the connection is cut in place of an answer. */
  readonly onCut: () => void;
  /** In which it waits. Default: that of the wall. */
  readonly faultTime?: FaultTime;
}

/** Answers a request as `plan` says. @returns what the handler of the route returns. */
export async function disturbedAnswer<Answer>(
  { waitBefore, waitAfter, lost }: RequestPlan,
  { reply, act, send, onCut, faultTime = WALL_TIME }: Carrying<Answer>,
): Promise<unknown> {
  const sleep = (micros: number) =>
    new Promise<void>(wake => {
      faultTime.after(micros, wake, reply.raw);
    });
  if (waitBefore > 0) await sleep(waitBefore);
  if (lost === undefined) {
    const answer = new Promise<Answer>(resolve => resolve(act()));
    // A refusal waits as well as an answer does, and nobody listens to it meanwhile.
    answer.catch(() => undefined);
    if (waitAfter > 0) await sleep(waitAfter);
    return send(await answer);
  }
  if (lost.applied) actUnseen(act);
  if (waitAfter > 0) await sleep(waitAfter);
  if (lost.error !== undefined) return refuse(reply, lost.error);
  onCut();
  reply.hijack();
  reply.raw.destroy();
  return reply;
}

/** Carries the request out; whatever its answer is, a refusal too, nobody hears it. */
function actUnseen(act: () => unknown): void {
  const unheard = (error: unknown) => {
    if (!(error instanceof ApiError || error instanceof RequestFault)) throw error;
  };
  try {
    const answer = act();
    if (answer instanceof Promise) void answer.catch(unheard);
  } catch (error) {
    unheard(error);
  }
}

function refuse(reply: FastifyReply, error: ErrorAnswer): FastifyReply {
  const { status, errorMessage = STATUS_CODES[status] ?? 'Error', errorCode, retryAfter } = error;
  if (retryAfter !== undefined) reply.header('Retry-After', String(retryAfter));
  const code = errorCode === undefined ? {} : { errorCode };
  return reply.code(status).send({ errorMessage, ...code });
}
