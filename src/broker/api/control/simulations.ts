/**
 * The list of simulations, and how one is made of a scenario. Source: docs/guides/simulations.md.
 */

import { basename } from 'node:path';
import { InputError } from '../../../core/base/input-error.js';
import { present } from '../../../core/base/present.js';
import { Clock } from '../../runtime/clock/clock.js';
import { inOrder, type KnownSandbox, type Sandboxes } from '../../runtime/sandboxes.js';
import type { SimulationSource } from '../../runtime/scenario-shelf.js';
import { Simulation } from '../../runtime/simulation/simulation.js';
import type { GuestAccount } from '../guests/guest-account.js';
import type { Guests } from '../guests/guests.js';
import { isOpenTo } from '../guests/own-simulations.js';
import { instantParameter } from '../http/read/query.js';
import { invalidParameter, type RequestError } from '../http/request-errors.js';
import type { Logins } from '../page/logins.js';
import type { SimulationPool } from './fleet/fleet.js';
import { paceOf } from './pace.js';
import {
  CreateSimulation,
  SimulationMade,
  type SimulationSummary,
  SimulationsAnswer,
} from './schema/simulation.js';
import { madeBody, parkedSummary, summaryOf } from './simulation-verbs.js';
import type { VerbShape } from './verb.js';

/** Bytes of the largest body of a creation. */
const UPLOAD_BYTES_MAX = 1_048_576;

/** A verb of the server as a whole. */
export interface ServerVerb extends VerbShape {
  readonly run: (call: ServerCall) => unknown;
}

/** One request to such a verb. */
export interface ServerCall {
  readonly sandboxes: Sandboxes;
  readonly fleet: SimulationPool;
  /** How people get in to the page. */
  readonly logins: Logins;
  /** The guests of the server, and the one that asks; undefined: the server's owner. */
  readonly guests: Guests;
  readonly guest: GuestAccount | undefined;
  /** Checked against the schema of the verb. */
  readonly body: unknown;
}

/** The verbs of the server as a whole. */
export const SERVER_VERBS: readonly ServerVerb[] = [
  {
    method: 'GET',
    path: 'simulations',
    tag: 'simulation',
    summary: 'All simulations',
    answers: SimulationsAnswer,
    run: ({ sandboxes, guest }) => ({ simulations: summariesIn(sandboxes, guest?.name) }),
  },
  {
    method: 'POST',
    path: 'simulations',
    tag: 'simulation',
    summary: 'Make a simulation of a scenario',
    status: 201,
    answers: SimulationMade,
    body: CreateSimulation,
    bodyLimit: UPLOAD_BYTES_MAX,
    forms:
      '{"scenario": file name or object, "name"?, "clock"?, "speed"?, "step"?, "settle"?, "seed"?, "from"?, "to"?}',
    conflict: 'The server has its largest number of simulations',
    run: ({ fleet, body, guest }) => create(fleet, body as CreateSimulation, guest?.name),
  },
];

/** All simulations, or those of a guest, oldest first. Those that are parked stay so. */
function summariesIn(
  sandboxes: Sandboxes,
  owner: string | undefined,
): readonly SimulationSummary[] {
  const isAsked = (each: KnownSandbox) => isOpenTo(owner, each);
  const live = sandboxes.all().filter(isAsked);
  for (const { clock } of live) clock.catchUp();
  const all = [...live, ...sandboxes.allParked().filter(isAsked)].sort(inOrder);
  return all.map(each => ('simulation' in each ? summaryOf(each) : parkedSummary(each)));
}

async function create(
  fleet: SimulationPool,
  body: CreateSimulation,
  owner: string | undefined,
): Promise<SimulationMade> {
  fleet.checkRoom(owner);
  const { clock: mode = 'manual', name } = body;
  const pace = paceOf(mode, body);
  const { source, ...made } = await loadSource(fleet, sourceOf(body), owner);
  const clock = new Clock(made.simulation, mode, pace);
  return madeBody(fleet.add({ ...made, clock, source, owner, ...present({ name }) }));
}

function sourceOf({ scenario, seed, from, to }: CreateSimulation): SimulationSource {
  return {
    scenario,
    ...present({
      seed,
      from: from === undefined ? undefined : instantParameter('from', from),
      to: to === undefined ? undefined : instantParameter('to', to),
    }),
  };
}

/**
 * Makes the market of a scenario.
 * @param owner - the guest that asks; undefined: the owner of the server.
 * @throws RequestError 400 naming what is wrong with it. A guest gets nothing that is in a file of the server.
 */
export async function loadSource(
  fleet: SimulationPool,
  asked: SimulationSource,
  owner: string | undefined,
) {
  const { shelf } = fleet;
  if (shelf === undefined) throw invalidParameter('scenario', 'The server has no scenarios');
  try {
    const { loaded, source } = await shelf.load(asked);
    const simulation = new Simulation(loaded.scenario);
    fleet.check(simulation);
    return { simulation, dialect: loaded.dialect, source, loaded };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    // A client sees the name of a file, not the folder of the server in which it lies.
    const file = shelf.quotesFile(error) ? basename(error.place.file) : '';
    if (owner !== undefined && file !== '') throw unquoted(file, error);
    throw faultOf(error, { file, isUpload: typeof asked.scenario === 'object' });
  }
}

/** 400 naming a file of the server, without the rule, which can quote the file. */
function unquoted(file: string, { place: { line } }: InputError): RequestError {
  const where = line === undefined ? file : `${file}, line ${line}`;
  const why = 'the reason can quote the file, so only the owner of the server gets it';
  return invalidParameter('scenario', `The server cannot use its file ${where}: ${why}`);
}

/**
 * 400 naming the place in the request, or in a file of the server.
 * @param at - the file of the server, or an empty text; whether the scenario came with the request.
 */
function faultOf(
  { place, rule }: InputError,
  { file, isUpload }: { readonly file: string; readonly isUpload: boolean },
): RequestError {
  const { field = '', line } = place;
  if (field.startsWith('--')) return invalidParameter(field.slice(2), rule);
  const rows = place.file.startsWith('market.') ? place.file : '';
  if (isUpload && file === '' && (rows !== '' || field.includes('.'))) {
    return invalidParameter(['scenario', rows, field].filter(part => part !== '').join('.'), rule);
  }
  const where = [file, line === undefined ? '' : `line ${line}`, field];
  return invalidParameter('scenario', [...where.filter(part => part !== ''), rule].join(': '));
}
