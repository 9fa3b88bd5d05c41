/**
 * The clock of a simulation: where it stands, and how it is turned. Source:
 * docs/guides/clock-modes.md.
 */

import { present } from '../../../core/base/present.js';
import { formatRfc3339 } from '../../../core/time/instant.js';
import type { Sandbox } from '../../runtime/sandboxes.js';
import type { StrategyStatus } from '../../runtime/strategies/simulation-strategies.js';
import { conflict, invalidParameter, noSimulation } from '../http/request-errors.js';
import { checkPace } from './pace.js';
import { AdvanceRequest, type Clock, Clock as ClockSchema, PlayRequest } from './schema/clock.js';
import type { ServedStrategy } from './schema/page/strategies.js';
import { taken, turnAsked } from './turn-asked.js';
import type { SimulationVerb } from './verb.js';

/** The verbs of the clock. */
export const CLOCK_VERBS: readonly SimulationVerb[] = [
  {
    method: 'GET',
    path: 'clock',
    tag: 'clock',
    summary: 'The state of the clock',
    answers: ClockSchema,
    run: ({ sandbox }) => {
      sandbox.clock.catchUp();
      return clockBody(sandbox);
    },
  },
  {
    method: 'POST',
    path: 'clock/pause',
    tag: 'clock',
    summary: 'Pause the clock',
    answers: ClockSchema,
    run: ({ sandbox }) => {
      const pausing = sandbox.clock.pause();
      return pausing === undefined ? clockBody(sandbox) : pausing.then(() => clockBody(sandbox));
    },
  },
  {
    method: 'POST',
    path: 'clock/play',
    changes: 'play',
    tag: 'clock',
    summary: 'Start the clock',
    answers: ClockSchema,
    body: PlayRequest,
    forms:
      '{"speed"?: number or "max", "pauseAt"?: ["fill", "stop", "profit", "event" or "transaction"]}',
    conflict: 'The clock is manual, or it is being advanced',
    run: ({ sandbox, body }) => play(sandbox, body as PlayRequest),
  },
  {
    method: 'POST',
    path: 'clock/advance',
    changes: 'time',
    tag: 'clock',
    summary: 'Advance the clock',
    answers: ClockSchema,
    body: AdvanceRequest,
    forms:
      '{"by": "1h30m"}, {"to": instant} or {"candle": "M1", "count"?: n, "of"?: instrument}, each with "until"?, "through"? and "orStay"?, or {"ticks": n}',
    conflict: 'The clock is playing; pause it before advancing it',
    run: ({ sandbox, body }) => advance(sandbox, body as AdvanceRequest),
  },
  {
    method: 'POST',
    path: 'clock/ack',
    tag: 'clock',
    summary: 'Say that the client is idle, so that a clock in lockstep moves to the next event',
    answers: ClockSchema,
    conflict: 'The clock is not in lockstep by acknowledgements, or it is paused',
    run: ({ sandbox }) => acknowledge(sandbox),
  },
];

function play(sandbox: Sandbox, { speed, pauseAt }: PlayRequest): Clock {
  const { clock } = sandbox;
  if (!clock.rule.plays) throw conflict(`A ${clock.mode} clock cannot play; advance it`);
  if (!clock.isPaced) checkPace(clock.mode, present({ speed }));
  if (pauseAt !== undefined && !clock.isPaced) {
    throw invalidParameter('pauseAt', 'It is for a clock that plays by the wall clock');
  }
  if (clock.isTurning) {
    throw conflict('The clock is being advanced; wait for it or pause it');
  }
  clock.play(speed === 'max' ? Number.POSITIVE_INFINITY : speed, pauseAt);
  return clockBody(sandbox);
}

function acknowledge(sandbox: Sandbox): Promise<Clock> {
  const { clock, simulation } = sandbox;
  const { state, idleBy } = clock.state;
  if (idleBy !== 'ack') throw conflict(`Time ${clock.told}, so there is nothing to acknowledge`);
  if (state === 'paused') throw conflict('The clock is paused; play it first');
  return clock.acknowledge(() => {
    if (simulation.isClosed) throw noSimulation();
    return clockBody(sandbox);
  });
}

function advance(sandbox: Sandbox, body: AdvanceRequest): Clock | Promise<Clock> {
  const { turn, moves } = turnAsked(body, sandbox);
  return taken(sandbox, turn, moves, () => clockBody(sandbox));
}

/** The state of a clock as control answers it. */
export function clockBody({ clock, simulation }: Sandbox): Clock {
  const { mode, state, now, speed, step, idleBy, settle, pauseAt } = clock.state;
  return {
    mode,
    state,
    now: formatRfc3339(now),
    speed: Number.isFinite(speed) ? speed : 'max',
    ...present({ step, idleBy, settle, pauseAt: pauseAt && [...pauseAt] }),
    ...present({ over: clock.over }),
    from: formatRfc3339(simulation.scenario.from),
    to: formatRfc3339(simulation.scenario.to),
    ticks: simulation.ticks,
    ticksLeft: simulation.ticksLeft,
    transactions: simulation.engine.ledger.length,
    waiting: simulation.waiting,
    ...present({ strategies: simulation.strategies?.statuses.map(strategyBody) }),
  };
}

/** A strategy as control answers it. */
export function strategyBody({
  accountID,
  use,
  state,
  fault,
  hook,
}: StrategyStatus): ServedStrategy {
  const late = hook && { ...hook, time: formatRfc3339(hook.time) };
  return {
    accountID,
    name: use,
    state,
    ...present({ reason: fault?.message, place: fault?.place, hook: late }),
  };
}
