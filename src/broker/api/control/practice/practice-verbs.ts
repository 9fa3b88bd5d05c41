/**
 * Sessions of practice: a part of the market of a simulation as a simulation of its own, disguised if it is asked
 * for. The choice is made here and not by the page, so that nothing that a person sees has it before the end.
 * Source: docs/guides/dashboard.md; decision 0096.
 */

import { randomInt } from 'node:crypto';
import { basename } from 'node:path';
import { present } from '../../../../core/base/present.js';
import { Prng } from '../../../../core/base/prng.js';
import { parseDuration } from '../../../../core/time/instant.js';
import { shiftedSpan } from '../../../../core/time/weeks.js';
import { disguiseFacts } from '../../../../data/storage/scenario/disguise-use/disguise-facts.js';
import type { LoadedScenario } from '../../../../data/storage/scenario/given/loaded-scenario.js';
import { Clock } from '../../../runtime/clock/clock.js';
import { MAIN, type Sandbox } from '../../../runtime/sandboxes.js';
import type { SimulationSource } from '../../../runtime/scenario-shelf.js';
import { isOpenTo } from '../../guests/own-simulations.js';
import { wasText } from '../../http/read/given-value.js';
import { instantParameter } from '../../http/read/query.js';
import {
  conflict,
  invalidParameter,
  noSimulation,
  RequestError,
} from '../../http/request-errors.js';
import type { SimulationPool } from '../fleet/fleet.js';
import { DisguiseAnswer, PracticeMade, PracticeRequest } from '../schema/practice.js';
import { madeBody } from '../simulation-verbs.js';
import { loadSource, type ServerCall, type ServerVerb } from '../simulations.js';
import type { SimulationVerb } from '../verb.js';
import { choosePractice, type PracticeChoice, type PracticeMarket } from './choose-practice.js';

const SEEDS = 4_294_967_296;
const NO_FILE = 'Its market was not made from a scenario file that the server can open again';
const DISGUISED = 'Its market is disguised already';

/** The verb that makes a session. */
export const PRACTICE_VERBS: readonly ServerVerb[] = [
  {
    method: 'POST',
    path: 'practice',
    tag: 'page',
    summary: 'Make a session of practice of a part of the market',
    status: 201,
    answers: PracticeMade,
    body: PracticeRequest,
    forms:
      '{"length": "5d", "instrument"?, "from"?: instant, "disguised"?: boolean, "simulation"?, "seed"?}',
    conflict: `${NO_FILE}. ${DISGUISED}`,
    run: makePractice,
  },
];

/** The verb that shows what a disguise hides. */
export const DISGUISE_VERBS: readonly SimulationVerb[] = [
  {
    method: 'GET',
    path: 'disguise',
    tag: 'page',
    summary: 'What the disguise of a simulation hides',
    answers: DisguiseAnswer,
    run: ({ sandbox: { loaded } }) => answerOf(loaded),
  },
];

function answerOf(loaded: LoadedScenario | undefined): DisguiseAnswer {
  const facts = loaded && disguiseFacts(loaded);
  if (facts === undefined) return {};
  const { unlikeDays: _forReports, ...disguise } = facts;
  return { disguise };
}

async function makePractice(call: ServerCall): Promise<PracticeMade> {
  const { fleet, guest } = call;
  const asked = call.body as PracticeRequest;
  const owner = guest?.name;
  fleet.checkRoom(owner);
  const base = await baseOf(asked.simulation ?? MAIN, call);
  const scenario = sourceOf(base, fleet);
  const choice = chosen(asked, marketOf(base));
  const { loaded, source, ...made } = await load(call, scenario, choice);
  const clock = new Clock(made.simulation, 'paced', {});
  const name =
    choice.disguise === undefined ? `Practice: ${choice.instrument}` : 'Practice: hidden';
  const shown = loaded.disguise?.disguise.instrument(choice.instrument) ?? choice.instrument;
  const added = fleet.add({ ...made, loaded, clock, source, name, owner });
  return { simulation: madeBody(added), instrument: shown };
}

/** The simulation that is practised on: a guest practises on the served market, too. @throws RequestError 404 */
async function baseOf(id: string, { sandboxes, fleet, guest }: ServerCall): Promise<Sandbox> {
  const isOpen = id === MAIN || isOpenTo(guest?.name, sandboxes.known(id));
  const base = isOpen ? await fleet.awake(id) : undefined;
  if (base === undefined) throw noSimulation();
  return base;
}

/** What the market of a simulation can be made of again. @throws RequestError 409 */
function sourceOf(
  { loaded, source }: Sandbox,
  { shelf }: SimulationPool,
): SimulationSource['scenario'] {
  if (loaded?.disguise !== undefined) throw conflict(DISGUISED);
  const known = (source as SimulationSource | undefined)?.scenario ?? basename(loaded?.file ?? '');
  if (typeof known === 'object' || shelf?.names().includes(known)) return known;
  throw conflict(NO_FILE);
}

/** The instruments that have prices of their own, and the window. */
function marketOf({ simulation: { scenario } }: Sandbox): PracticeMarket {
  const priced = scenario.market.filter(
    ({ isGenerated, ticks }) => isGenerated !== true && ticks !== undefined,
  );
  return { instruments: priced.map(({ instrument }) => instrument.name), window: scenario };
}

/** @throws RequestError 400 for an instrument, a start or a length that the market does not have. */
function chosen(
  { instrument, from, length, disguised = false, seed }: PracticeRequest,
  market: PracticeMarket,
): PracticeChoice {
  if (instrument !== undefined && !market.instruments.includes(instrument)) {
    const known = market.instruments.join(', ');
    throw invalidParameter('instrument', wasText(instrument, `one of ${known}`));
  }
  const micros = parseDuration(length);
  if (micros === undefined || micros === 0) {
    throw invalidParameter('length', wasText(length, 'a duration above zero'));
  }
  const start = from === undefined ? undefined : instantParameter('from', from);
  const asked = { length: micros, isDisguised: disguised, ...present({ instrument, from: start }) };
  try {
    return choosePractice(asked, market, new Prng(seed ?? randomInt(SEEDS)));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw invalidParameter('length', 'The session does not lie in the window of the market');
  }
}

/** Loads the session by the first scale that the market takes; without one where it takes none. */
async function load(
  { fleet, guest }: ServerCall,
  scenario: SimulationSource['scenario'],
  { instrument, window, disguise }: PracticeChoice,
) {
  const owner = guest?.name;
  if (disguise === undefined) return loadSource(fleet, { scenario, ...window }, owner);
  const { scales, ...unscaled } = disguise;
  const plain = { scenario, ...shiftedSpan(disguise.weeks, window) };
  for (const factor of scales) {
    const scale = { [instrument]: factor };
    try {
      return await loadSource(fleet, { ...plain, disguise: { ...unscaled, scale } }, owner);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
    }
  }
  return loadSource(fleet, { ...plain, disguise: unscaled }, owner);
}
