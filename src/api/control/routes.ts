/**
 * `/_sim`: control of the clock, and the hash of the ledger. It has a token and a prefix of its own,
 * so that it cannot be confused with the broker's API. Source: docs/command-line.md 6.
 */

import type { TSchema } from '@sinclair/typebox';
import type { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import type { FastifyInstance } from 'fastify';
import { formatRfc3339, parseDuration } from '../../core/time/instant.js';
import type { SandboxClock, Turn } from '../../runtime/sandbox-clock.js';
import type { Simulation } from '../../runtime/simulation.js';
import { describeAnswers, errorAnswer } from '../http/answer/describe-answers.js';
import type { AnswerForm } from '../http/answer-form.js';
import { conflict, invalidParameter } from '../http/faults.js';
import type { Slices } from '../http/long/slices.js';
import { compileBody } from '../http/read/body.js';
import { ref } from '../http/read/define.js';
import { instantParameter } from '../http/read/query.js';
import { GrowingHash } from './growing-hash.js';
import { AdvanceRequest, type Clock, Clock as ClockSchema, Ledger, PlayRequest } from './schema.js';

/** What every path of control begins with. */
export const CONTROL_PREFIX = '/_sim/';

/** What is controlled. */
export interface Controlled {
  readonly simulation: Simulation;
  readonly clock: SandboxClock;
}

/** What control needs of the server around it. */
export interface Surroundings {
  /** Knows the definitions of control. */
  readonly ajv: Ajv;
  readonly slices: Slices;
  /** How errors are written and described. */
  readonly form: AnswerForm;
}

/** A command to the clock or a question: how it is asked, and what it does. */
interface Verb {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly summary: string;
  readonly answers: TSchema;
  readonly body?: TSchema;
  /** When it is refused with 409; absent when it never is. */
  readonly conflict?: string;
  readonly run: (sandbox: Controlled, body: unknown, hash: GrowingHash) => unknown;
}

const VERBS: readonly Verb[] = [
  {
    method: 'GET',
    path: `${CONTROL_PREFIX}clock`,
    summary: 'Where the clock stands',
    answers: ClockSchema,
    run: sandbox => {
      sandbox.clock.catchUp();
      return clockBody(sandbox);
    },
  },
  {
    method: 'POST',
    path: `${CONTROL_PREFIX}clock/pause`,
    summary: 'Stop time',
    answers: ClockSchema,
    run: sandbox => {
      sandbox.clock.pause();
      return clockBody(sandbox);
    },
  },
  {
    method: 'POST',
    path: `${CONTROL_PREFIX}clock/play`,
    summary: 'Let time run',
    answers: ClockSchema,
    body: PlayRequest,
    conflict: 'A manual clock does not play, nor one that is being advanced',
    run: (sandbox, body) => play(sandbox, body as PlayRequest),
  },
  {
    method: 'POST',
    path: `${CONTROL_PREFIX}clock/advance`,
    summary: 'Turn time on',
    answers: ClockSchema,
    body: AdvanceRequest,
    conflict: 'A playing clock is not advanced',
    run: (sandbox, body) => advance(sandbox, body as AdvanceRequest),
  },
  {
    method: 'GET',
    path: `${CONTROL_PREFIX}ledger`,
    summary: 'The hash of the ledger',
    answers: Ledger,
    run: async ({ clock, simulation: { engine } }, _body, hash) => {
      clock.catchUp();
      const transactions = engine.ledger.length;
      return { transactions, sha256: await hash.now() };
    },
  },
];

/** Adds the verbs. */
export function addControlRoutes(
  app: FastifyInstance,
  sandbox: Controlled,
  { ajv, slices, form }: Surroundings,
): void {
  const hash = new GrowingHash(sandbox.simulation.engine.ledger, slices);
  for (const verb of VERBS) {
    const { method, path, body, run } = verb;
    const check = body === undefined ? undefined : compileBody(ajv, body);
    app.route({
      method,
      url: path,
      schema: verbSchema(verb, form),
      handler: request => {
        const given = request.body ?? {};
        check?.(given);
        return run(sandbox, given, hash);
      },
    });
  }
}

/** What the document says of a verb. */
function verbSchema(verb: Verb, form: AnswerForm): object {
  const { method, summary, answers, body, conflict: refused } = verb;
  const error = (description: string) => errorAnswer(form.errorSchema, description);
  return {
    summary,
    tags: ['clock'],
    security: [{ token: [] }],
    ...(body === undefined ? {} : { body }),
    response: describeAnswers(
      {
        method,
        summary,
        responses: {
          200: ref(answers),
          403: error('An account’s token, where the control token is needed'),
          ...(refused === undefined ? {} : { 409: error(refused) }),
          // The clock can be asked after the window, too.
          503: error('The server is busy or is shutting down'),
        },
      },
      form,
    ),
  };
}

function play(sandbox: Controlled, { speed }: PlayRequest): Clock {
  const { clock } = sandbox;
  if (!clock.rule.plays) throw conflict(`A ${clock.mode} clock does not play; advance it`);
  if (clock.isTurning) {
    throw conflict('The clock is being advanced; wait for it or pause it');
  }
  clock.play(speed === 'max' ? Number.POSITIVE_INFINITY : speed);
  return clockBody(sandbox);
}

function advance(sandbox: Controlled, body: AdvanceRequest): Clock | Promise<Clock> {
  const { clock } = sandbox;
  const turn = turnOf(body, sandbox);
  if (clock.state.state === 'playing') {
    throw conflict('The clock is playing; pause it before advancing it');
  }
  const turning = clock.advance(turn);
  return turning === undefined ? clockBody(sandbox) : turning.then(() => clockBody(sandbox));
}

function clockBody({ clock, simulation }: Controlled): Clock {
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

/** The turn that a body asks for. @throws RequestFault 400 for no duration, no instant, or one in the past. */
function turnOf(
  { by, to, ticks, until, through }: AdvanceRequest,
  { simulation }: Controlled,
): Turn {
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
