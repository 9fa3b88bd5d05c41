/**
 * `/_sim`: the clock in the caller's hand, and the hash of the ledger. On a token of its own, under
 * a prefix of its own, so that it can never be taken for the broker's API. Source: docs/command-line.md 6.
 */

import type { TSchema } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { formatRfc3339, parseDuration } from '../../core/time/instant.js';
import type { Turn } from '../../runtime/sandbox-clock.js';
import { ApiError, invalidParameter } from '../http/answer/errors.js';
import { GrowingHash } from '../http/long/growing-hash.js';
import type { Slices } from '../http/long/slices.js';
import { compileBody, strictAjv } from '../http/read/body.js';
import { ref } from '../http/read/define.js';
import { instantParameter } from '../http/read/query.js';
import type { Sandbox } from '../sandbox.js';
import { describeAnswers } from '../v20/answers/describe-answers.js';
import { error, errorResponses } from '../v20/schema/errors.js';
import { AdvanceRequest, type Clock, Clock as ClockSchema, Ledger, PlayRequest } from './schema.js';

/** A way of the clock: how it is asked for, and what it does. */
interface Verb {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly summary: string;
  readonly answers: TSchema;
  readonly body?: TSchema;
  /** When it is refused with 409; absent when it never is. */
  readonly conflict?: string;
  readonly run: (sandbox: Sandbox, body: unknown, hash: GrowingHash) => unknown;
}

const VERBS: readonly Verb[] = [
  {
    method: 'GET',
    path: '/_sim/clock',
    summary: 'Where the clock stands',
    answers: ClockSchema,
    run: sandbox => {
      sandbox.clock.catchUp();
      return clockBody(sandbox);
    },
  },
  {
    method: 'POST',
    path: '/_sim/clock/pause',
    summary: 'Stop time',
    answers: ClockSchema,
    run: sandbox => {
      sandbox.clock.pause();
      return clockBody(sandbox);
    },
  },
  {
    method: 'POST',
    path: '/_sim/clock/play',
    summary: 'Let time run',
    answers: ClockSchema,
    body: PlayRequest,
    conflict: 'A manual clock does not play, nor one that is being advanced',
    run: (sandbox, body) => play(sandbox, body as PlayRequest),
  },
  {
    method: 'POST',
    path: '/_sim/clock/advance',
    summary: 'Turn time on',
    answers: ClockSchema,
    body: AdvanceRequest,
    conflict: 'A playing clock is not advanced',
    run: (sandbox, body) => advance(sandbox, body as AdvanceRequest),
  },
  {
    method: 'GET',
    path: '/_sim/ledger',
    summary: 'The hash of the ledger',
    answers: Ledger,
    run: async ({ clock, simulation: { engine } }, _body, hash) => {
      clock.catchUp();
      const transactions = engine.ledger.length;
      return { transactions, sha256: await hash.now() };
    },
  },
];

/** Adds the verbs of the clock. */
export function addControlRoutes(app: FastifyInstance, sandbox: Sandbox, slices: Slices): void {
  const ajv = strictAjv();
  const hash = new GrowingHash(sandbox.simulation.engine.ledger, slices);
  for (const verb of VERBS) {
    const { method, path, body, run } = verb;
    const check = body === undefined ? undefined : compileBody(ajv, body);
    app.route({
      method,
      url: path,
      schema: verbSchema(verb),
      handler: request => {
        const given = request.body ?? {};
        check?.(given);
        return run(sandbox, given, hash);
      },
    });
  }
}

/** What the document says of a verb. */
function verbSchema({ method, summary, answers, body, conflict }: Verb): object {
  return {
    summary,
    tags: ['clock'],
    security: [{ token: [] }],
    ...(body === undefined ? {} : { body }),
    response: describeAnswers({
      method,
      summary,
      responses: {
        200: ref(answers),
        403: error('An account’s token, where the control token is needed'),
        ...(conflict === undefined ? {} : { 409: error(conflict) }),
        // The clock can be asked after the window, too.
        503: errorResponses[503] as TSchema,
      },
    }),
  };
}

function play(sandbox: Sandbox, { speed }: PlayRequest): Clock {
  const { clock } = sandbox;
  if (!clock.rule.plays) {
    throw new ApiError(409, `A ${clock.mode} clock does not play; advance it`);
  }
  if (clock.isTurning) {
    throw new ApiError(409, 'The clock is being advanced; wait for it or pause it');
  }
  clock.play(speed === 'max' ? Number.POSITIVE_INFINITY : speed);
  return clockBody(sandbox);
}

function advance(sandbox: Sandbox, body: AdvanceRequest): Clock | Promise<Clock> {
  const { clock } = sandbox;
  const turn = turnOf(body, sandbox);
  if (clock.state.state === 'playing') {
    throw new ApiError(409, 'The clock is playing; pause it before advancing it');
  }
  const turning = clock.advance(turn);
  return turning === undefined ? clockBody(sandbox) : turning.then(() => clockBody(sandbox));
}

function clockBody({ clock, simulation }: Sandbox): Clock {
  const { mode, state, now, speed } = clock.state;
  return {
    mode,
    state,
    now: formatRfc3339(now),
    speed: Number.isFinite(speed) ? speed : 'max',
    from: formatRfc3339(simulation.scenario.from),
    to: formatRfc3339(simulation.scenario.to),
    ticks: simulation.ticks,
    ticksLeft: simulation.ticksLeft,
    transactions: simulation.engine.ledger.length,
    waiting: simulation.waiting,
  };
}

/** What a body asks for. @throws ApiError 400 for no duration, no instant, or one in the past. */
function turnOf({ by, to, ticks, until, through }: AdvanceRequest, { simulation }: Sandbox): Turn {
  if (ticks !== undefined) return { ticks };
  if (to !== undefined) {
    const at = instantParameter('to', to);
    if (at < simulation.now) throw invalidParameter('to', 'Time is in the past');
    return {
      to: at,
      ...(until === undefined ? {} : { until }),
      ...(through === undefined ? {} : { through }),
    };
  }
  const micros = parseDuration(by ?? '');
  if (micros === undefined) throw invalidParameter('by');
  return { by: micros };
}
