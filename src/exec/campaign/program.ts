/** A program of any kind as the client of a campaign: each run is one of `orrery exec --virtual-time`. */

import { cpSync, mkdtempSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatRfc3339, instant, MICROS_PER_SECOND } from '../../core/time/instant.js';
import type { LoadedScenario } from '../../data/storage/scenario/given/loaded-scenario.js';
import type { AskedRequest } from '../exchange/asked-request.js';
import type { RunOrder, RunOutcome } from '../run-order.js';
import { runProgram } from '../run-program.js';
import { withMarketFaults } from './market-faults.js';
import { askedRequest } from './measures/asked-request.js';
import { evidenceOf } from './seen.js';
import type { ClientEnding, Evidence, FaultReach, Life, Schedule, Subject } from './subject.js';

/** A program and its market. */
export interface CampaignProgram extends Pick<RunOrder, 'anyHost' | 'stallSeconds'> {
  readonly loaded: LoadedScenario;
  /** The program and its words. */
  readonly command: readonly string[];
  /** Rules that apply in every run, beside those of the scenario. */
  readonly faults?: RunOrder['faults'];
  /** Each run works in a copy of this folder. Default: in the folder of this process. */
  readonly copy?: string;
  /** An open file that takes what the program prints. Default: stderr does. */
  readonly output?: number;
  /** Ends the run that is under way, and each further one. */
  readonly stop?: AbortSignal;
  /** Takes sentences for people. */
  readonly tell: (sentence: string) => void;
}

const REACH: ReadonlySet<FaultReach> = new Set(['request', 'stream', 'market', 'latency', 'life']);
/** A client that asks so often at one instant does not end; nothing but time would bring it another answer. */
const STANDING_MAX = 1_000;
const CLOCK = { mode: 'lockstep', virtualTime: true, strict: false, unguarded: false } as const;

/** The program as a client. A run throws InputError for a command that cannot be started. */
export function programSubject(order: CampaignProgram): Subject {
  const { scenario } = order.loaded;
  return {
    reach: REACH,
    instruments: scenario.market.map(({ instrument }) => instrument.name),
    from: scenario.from,
    to: scenario.to,
    run: (schedule, life) => runOnce(order, schedule, life),
  };
}

/** Runs in a folder of its own, where the order asks for one. */
async function runOnce(order: CampaignProgram, schedule: Schedule, life?: Life): Promise<Evidence> {
  if (order.copy === undefined) return runIn(order, schedule, life);
  const place = mkdtempSync(join(tmpdir(), 'orrery-run-'));
  try {
    cpSync(order.copy, place, { recursive: true });
    return await runIn({ ...order, cwd: place }, schedule, life);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

async function runIn(
  { loaded, command, faults: given, copy: _copy, ...held }: CampaignProgram & Pick<RunOrder, 'cwd'>,
  schedule: Schedule,
  life: Life = {},
): Promise<Evidence> {
  const { dialect } = loaded;
  const scenario = withMarketFaults(loaded.scenario, schedule);
  const { output } = held;
  if (output !== undefined) writeSync(output, `== a run with ${schedule.length} rules of faults\n`);
  const { file = 'campaign', rules = [] } = given ?? {};
  const ofServer = schedule.filter(({ market }) => market === undefined);
  const faults = { file, rules: [...rules, ...ofServer] };
  const requests: AskedRequest[] = [];
  const last = formatRfc3339(instant(scenario.to - 1));
  const outcome = await runProgram({
    ...CLOCK,
    scenario,
    dialect,
    command,
    faults,
    quiet: true,
    standingLimit: STANDING_MAX,
    // How much a program sends when the window is over is a matter of wall time.
    onExchange: each => each.time < last && requests.push(askedRequest(each)),
    ...life,
    ...held,
  });
  const { simulation, notes } = outcome;
  const seen = evidenceOf(simulation, {
    accountID: scenario.accounts[0]?.id ?? '',
    ending: endingOf(outcome, schedule),
    operations: notes.requests.list().map(({ what }) => what),
    requests: requests.sort((a, b) => (a.time < b.time ? -1 : Number(a.time > b.time))),
  });
  return { ...seen, fired: [...seen.fired, ...livesOf(outcome, life)] };
}

/** What happened to the program itself, in words. */
function livesOf({ restarted, simulation }: RunOutcome, { clockJump }: Life): readonly string[] {
  const words: string[] = [];
  if (restarted !== undefined) {
    const [killed, started] = [restarted.killed, restarted.started].map(formatRfc3339);
    words.push(`killed at ${killed}, started again at ${started}`);
  }
  if (clockJump !== undefined && simulation.now >= clockJump.at) {
    const seconds = clockJump.by / MICROS_PER_SECOND;
    words.push(`its clock is wrong by ${seconds} s from ${formatRfc3339(clockJump.at)}`);
  }
  return words;
}

function endingOf(
  { ending, stalledAt, exitCode, notes }: RunOutcome,
  schedule: Schedule,
): ClientEnding {
  if (ending === 'guard') return { kind: 'failed', words: 'nothing held it, so it was ended' };
  if (ending === 'stall') {
    const place = stalledAt === undefined ? '' : `, at ${stalledAt}`;
    return { kind: 'failed', words: `it kept simulated time still${place}` };
  }
  if (ending === 'program' && exitCode !== 0) {
    return { kind: 'failed', words: `exit code ${exitCode}`, exitCode };
  }
  // Faults may refuse each request; without them a program that does nothing proves nothing.
  if (schedule.length === 0 && notes.answers.isAllRefused) {
    return { kind: 'failed', words: 'each of its requests was refused; orrery exec says why' };
  }
  return { kind: ending === 'window' ? 'unfinished' : 'done' };
}
