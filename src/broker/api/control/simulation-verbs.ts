/**
 * One simulation as a whole: what it is, forks, rewinds, its end. Source:
 * docs/guides/simulations.md.
 */

import { present } from '../../../core/base/present.js';
import { formatRfc3339, type Instant } from '../../../core/time/instant.js';
import { knownOf, type ParkedSandbox, type Sandbox } from '../../runtime/sandboxes.js';
import type { PastPlace } from '../../runtime/strategies/place.js';
import { instantParameter } from '../http/read/query.js';
import { invalidParameter } from '../http/request-errors.js';
import { clockBody } from './clock-verbs.js';
import type { NewSimulation } from './fleet/fleet.js';
import { paceOf } from './pace.js';
import { Clock } from './schema/clock.js';
import {
  ForkRequest,
  RewindRequest,
  SimulationMade,
  SimulationSummary,
} from './schema/simulation.js';
import { refuseLost, type SimulationVerb } from './verb.js';

const DIGITS = /^\d+$/;

/** The verbs of a simulation as a whole. */
export const SIMULATION_VERBS: readonly SimulationVerb[] = [
  {
    method: 'GET',
    path: '',
    tag: 'simulation',
    summary: 'A simulation',
    answers: SimulationSummary,
    run: ({ sandbox }) => {
      sandbox.clock.catchUp();
      return summaryOf(sandbox);
    },
  },
  {
    method: 'DELETE',
    path: '',
    tag: 'simulation',
    summary: 'Delete a simulation, its tokens and its streams',
    status: 204,
    conflict: 'It is the one that the server was started with',
    run: ({ sandbox, fleet }) => fleet.remove(sandbox),
  },
  {
    method: 'POST',
    path: 'fork',
    tag: 'simulation',
    summary: 'Fork a simulation, now or at a place in its past',
    status: 201,
    answers: SimulationMade,
    body: ForkRequest,
    forms:
      '{"at"?: RFC 3339 instant or transaction id, "account"?, "name"?, "clock"?, "step"?, "settle"?}',
    conflict: 'The server has its largest number of simulations',
    run: ({ sandbox, fleet, body, request }) => {
      const { at, account, name, clock: mode, ...asked } = (body ?? {}) as ForkRequest;
      sandbox.clock.catchUp();
      const own = sandbox.clock.isTold ? ('paced' as const) : undefined;
      const pace = paceOf(mode ?? own ?? sandbox.clock.mode, asked);
      const place = at === undefined ? undefined : forkPlace(sandbox, at, account);
      const owner = request.guestName;
      const made = { pace, owner, ...present({ place, name, mode: mode ?? own }) };
      return madeBody(fleet.fork(sandbox, made));
    },
  },
  {
    method: 'POST',
    path: 'rewind',
    changes: 'past',
    tag: 'simulation',
    summary: 'Go back to an instant, or to before a transaction; streams end',
    answers: Clock,
    body: RewindRequest,
    forms: '{"to": instant} or {"before": transaction id, "account"?: account id}',
    run: ({ sandbox, body }) => {
      const { to, before, account } = body as RewindRequest;
      sandbox.clock.catchUp();
      const place =
        before === undefined
          ? { at: pastInstant(sandbox, 'to', instantParameter('to', to ?? '')) }
          : {
              before: knownTransaction(sandbox, 'before', before, account),
              ...of(sandbox, account),
            };
      return rewind(sandbox, place);
    },
  },
  {
    method: 'POST',
    path: 'reset',
    changes: 'past',
    tag: 'simulation',
    summary: 'Go back to the start of the window; streams end',
    answers: Clock,
    run: ({ sandbox }) => rewind(sandbox, { at: sandbox.simulation.scenario.from }),
  },
];

/** A simulation as lists show it. */
export function summaryOf(sandbox: Sandbox): SimulationSummary {
  const { clock, holder } = sandbox;
  return summary(knownOf(sandbox), { state: clock.state.state, ...present({ holder }) });
}

/** A simulation that is not in memory, as lists show it. */
export function parkedSummary(parked: ParkedSandbox): SimulationSummary {
  return summary(parked, { state: parked.hasEnded ? 'ended' : 'paused', parked: true });
}

function summary(
  known: ParkedSandbox,
  atPresent: Pick<SimulationSummary, 'state' | 'parked' | 'holder'>,
): SimulationSummary {
  const { scenario, generated, bars = {}, now, owner, accountIDs } = known;
  return {
    ...originOf(known),
    scenario,
    ...(generated.length === 0 ? {} : { generated: [...generated] }),
    ...(Object.keys(bars).length === 0 ? {} : { bars: { ...bars } }),
    now: formatRfc3339(now),
    ...atPresent,
    ...present({ guest: owner }),
    accounts: accountIDs.map(id => ({ id })),
  };
}

/** The name of a simulation, and where it was forked. */
function originOf({
  id,
  name,
  parent,
  forkedAt,
}: Pick<Sandbox, 'id' | 'name' | 'parent' | 'forkedAt'>) {
  const at = forkedAt === undefined ? undefined : formatRfc3339(forkedAt);
  return { id, name, ...present({ parent, forkedAt: at }) };
}

/** A simulation that was just made, in the answer to the request that made it. */
export function madeBody({ sandbox, accounts }: NewSimulation): SimulationMade {
  return { ...originOf(sandbox), accounts, clock: clockBody(sandbox) };
}

/** Turns in progress end, and the clock stays paused. */
function rewind(sandbox: Sandbox, place: PastPlace): Clock | Promise<Clock> {
  const { clock, simulation } = sandbox;
  const pausing = clock.pause();
  const rewinding = simulation.rewind(place);
  if (rewinding === undefined) return clockBody(sandbox);
  return Promise.all([pausing, rewinding]).then(() => clockBody(sandbox), refuseLost);
}

function forkPlace(sandbox: Sandbox, at: string, account: string | undefined): PastPlace {
  if (!DIGITS.test(at)) return { at: pastInstant(sandbox, 'at', instantParameter('at', at)) };
  return { after: knownTransaction(sandbox, 'at', at, account), ...of(sandbox, account) };
}

/** @throws RequestError 400 for an instant outside the time that has passed. */
export function pastInstant({ simulation }: Sandbox, name: string, at: Instant): Instant {
  const { from } = simulation.scenario;
  if (at >= from && at <= simulation.now) return at;
  const range = `${formatRfc3339(from)} to ${formatRfc3339(simulation.now)}`;
  throw invalidParameter(name, `It must be within the time that has passed, ${range}`);
}

/** @throws RequestError 400 for an account or a transaction that does not exist. */
function knownTransaction(
  sandbox: Sandbox,
  name: string,
  id: string,
  account: string | undefined,
): number {
  const { accountID } = of(sandbox, account);
  const cell = sandbox.simulation.account(accountID);
  if (cell === undefined) throw invalidParameter('account', 'There is no account of that id');
  if (cell.log.get(Number(id)) !== undefined) return Number(id);
  const ids = `${cell.log.firstID} to ${cell.log.lastID}`;
  throw invalidParameter(name, `The transactions of ${accountID} are ${ids}`);
}

function of({ simulation }: Sandbox, account: string | undefined): { readonly accountID: string } {
  return { accountID: account ?? (simulation.engine.state.cells[0]?.state.config.id as string) };
}
