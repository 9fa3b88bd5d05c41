/**
 * A turn of the clock that a request asks for, and how it is taken. Source:
 * docs/guides/clock-modes.md.
 */

import { present } from '../../../core/base/present.js';
import { parseDuration } from '../../../core/time/instant.js';
import { wouldStop } from '../../runtime/clock/look-ahead.js';
import type { Turn } from '../../runtime/clock/turn.js';
import type { TurnBeginning } from '../../runtime/clock/turn-queue.js';
import type { Sandbox } from '../../runtime/sandboxes.js';
import type { Simulation } from '../../runtime/simulation/simulation.js';
import { wasText } from '../http/read/given-value.js';
import { readInstant } from '../http/read/query.js';
import { conflict, invalidParameter, noSimulation, shuttingDown } from '../http/request-errors.js';
import type { AdvanceRequest } from './schema/clock.js';

const LONGEST = 'a duration of at most 285 years';
const CUT = 'The server stopped before time had moved as far as was asked';

/** A turn, and whether it may be that time stays. */
export interface TurnRequest {
  readonly turn: Turn;
  /** Finds out when the turn begins whether time moves; absent: it does. */
  readonly moves?: () => Promise<boolean>;
}

/**
 * The turn that a body asks for.
 * @param path - what the names of its fields begin with in errors.
 * @throws RequestError 400 for no duration, no instant, one in the past, or an instrument that is not there.
 */
export function turnAsked(
  body: AdvanceRequest,
  { simulation, clock }: Sandbox,
  path = '',
): TurnRequest {
  const turn = turnOf(body, simulation, path);
  const { strategies } = simulation;
  // A fork has no strategies and no program, so it cannot show what those of this market will do.
  const isTried =
    body.orStay === true &&
    !clock.isTold &&
    (strategies?.statuses.every(({ state }) => state !== 'running') ?? true);
  return isTried ? { turn, moves: () => wouldStop(simulation, turn) } : { turn };
}

function turnOf(
  { by, to, ticks, candle, count, of, until, through }: AdvanceRequest,
  { now, engine }: Simulation,
  path: string,
): Turn {
  if (ticks !== undefined) return { ticks };
  const stops = present({ until, through });
  if (candle !== undefined) {
    const slot = of === undefined ? undefined : engine.state.quotes.slot(of);
    if (of !== undefined && slot === undefined) {
      throw invalidParameter(`${path}of`, wasText(of, 'an instrument of the market'));
    }
    return { candle, ...present({ count, of: slot }), ...stops };
  }
  if (to !== undefined) {
    const at = readInstant(to);
    if (at === undefined)
      throw invalidParameter(`${path}to`, wasText(to, 'an instant of RFC 3339'));
    if (at < now) throw invalidParameter(`${path}to`, 'Time is in the past');
    return { to: at, ...stops };
  }
  const micros = parseDuration(by ?? '');
  if (micros === undefined) throw invalidParameter(`${path}by`, wasText(by, LONGEST));
  return { by: micros, ...stops };
}

/**
 * Turns the clock, and answers when time stands still again.
 * @param begin - as of `Clock.advance`. @param read - makes the answer, before another turn begins.
 * @throws RequestError 409 while the clock plays, 404 when the simulation is removed meanwhile, 503 when the
 * server stops.
 */
export function taken<Answer>(
  { clock, simulation }: Sandbox,
  turn: Turn,
  begin: TurnBeginning | undefined,
  read: () => Answer,
): Answer | Promise<Answer> {
  if (clock.state.state === 'playing') {
    throw conflict('The clock is playing; pause it before advancing it');
  }
  const turning = clock.advance(turn, begin);
  if (turning === undefined) return read();
  return turning.then(() => {
    if (simulation.isClosed) throw noSimulation();
    if (clock.isCut) throw shuttingDown(CUT);
    return read();
  });
}
