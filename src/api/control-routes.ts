/**
 * `/_sim`: the clock in the caller's hand, and the hash of the ledger. On a token of its own, under
 * a prefix of its own, so that it can never be taken for the broker's API. Source: design section 10.
 */

import type { Static, TSchema } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { formatRfc3339, parseDuration } from '../core/time/instant.js';
import type { Turn } from '../runtime/sandbox-clock.js';
import { ledgerHash } from '../storage/ledger-file.js';
import { compileBody, strictAjv } from './body.js';
import { ApiError, invalidParameter } from './errors.js';
import { instantParameter } from './query.js';
import type { Sandbox } from './sandbox.js';
import {
  AdvanceRequest,
  type Clock,
  Clock as ClockSchema,
  Ledger,
  PlayRequest,
} from './schema/control.js';
import { ref } from './schema/define.js';
import { refuseOtherMethods } from './v20-routes.js';

/** Adds the verbs of the clock. */
export function addControlRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const { clock, simulation } = sandbox;
  const ajv = strictAjv();
  const added: { path: string; method: string }[] = [];
  const add = <Body extends TSchema>(
    method: 'GET' | 'POST',
    path: string,
    summary: string,
    answers: TSchema,
    body: Body | undefined,
    run: (body: Static<Body>) => unknown,
  ) => {
    const check = body === undefined ? undefined : compileBody(ajv, body);
    added.push({ path, method });
    app.route({
      method,
      url: path,
      schema: {
        summary,
        tags: ['clock'],
        security: [{ token: [] }],
        response: { 200: ref(answers) },
        ...(body === undefined ? {} : { body }),
      } as object,
      handler: request => {
        const given = request.body ?? {};
        check?.(given);
        return run(given as Static<Body>);
      },
    });
  };
  const state = () => clockBody(sandbox);

  add('GET', '/_sim/clock', 'Where the clock stands', ClockSchema, undefined, () => {
    clock.catchUp();
    return state();
  });
  add('POST', '/_sim/clock/pause', 'Stop time', ClockSchema, undefined, () => {
    clock.pause();
    return state();
  });
  add('POST', '/_sim/clock/play', 'Let time run', ClockSchema, PlayRequest, ({ speed }) => {
    if (clock.mode === 'manual') {
      throw new ApiError(409, 'A manual clock does not play; advance it');
    }
    if (clock.isTurning) {
      throw new ApiError(409, 'The clock is being advanced; wait for it or pause it');
    }
    clock.play(speed === 'max' ? Number.POSITIVE_INFINITY : speed);
    return state();
  });
  add('POST', '/_sim/clock/advance', 'Turn time on', ClockSchema, AdvanceRequest, body => {
    const turn = turnOf(body, sandbox);
    if (clock.state.state === 'playing') {
      throw new ApiError(409, 'The clock is playing; pause it before advancing it');
    }
    const turning = clock.advance(turn);
    return turning === undefined ? state() : turning.then(state);
  });
  add('GET', '/_sim/ledger', 'The hash of the ledger', Ledger, undefined, () => {
    clock.catchUp();
    const { ledger } = simulation.engine;
    return { transactions: ledger.length, sha256: ledgerHash(ledger) };
  });
  refuseOtherMethods(app, added);
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
