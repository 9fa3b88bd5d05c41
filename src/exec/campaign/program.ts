/** A program of any kind as the client of a campaign: each run is one of `orrery exec --virtual-time`. */

import { writeSync } from 'node:fs';
import type { LoadedScenario } from '../../data/storage/scenario/given/loaded-scenario.js';
import type { RunOrder, RunOutcome } from '../run-order.js';
import { runProgram } from '../run-program.js';
import { evidenceOf } from './seen.js';
import type { Ending, Evidence, Reach, Schedule, Subject } from './subject.js';

/** A program and its market. */
export interface ProgramOrder extends Pick<RunOrder, 'anyHost' | 'stallSeconds'> {
  readonly loaded: LoadedScenario;
  /** The program and its words. */
  readonly command: readonly string[];
  /** Rules that hold in every run, beside those of the scenario. */
  readonly faults?: RunOrder['faults'];
  /** An open file that takes what the program prints. Default: stderr does. */
  readonly output?: number;
  /** Ends the run that is under way, and each further one. */
  readonly stop?: AbortSignal;
  /** Takes sentences for people. */
  readonly tell: (sentence: string) => void;
}

const REACH: ReadonlySet<Reach> = new Set(['request', 'stream', 'market', 'latency']);
const CLOCK = { mode: 'lockstep', virtualTime: true, strict: false, unguarded: false } as const;

/** The program as a client. A run throws InputError for a command that cannot be started. */
export function programSubject(order: ProgramOrder): Subject {
  const { scenario } = order.loaded;
  return {
    reach: REACH,
    instruments: scenario.market.map(({ instrument }) => instrument.name),
    from: scenario.from,
    to: scenario.to,
    run: schedule => runOnce(order, schedule),
  };
}

async function runOnce(
  { loaded, command, faults: given, ...held }: ProgramOrder,
  schedule: Schedule,
): Promise<Evidence> {
  const { scenario, dialect } = loaded;
  const { output } = held;
  if (output !== undefined) writeSync(output, `== a run with ${schedule.length} rules of faults\n`);
  const { file = 'campaign', rules = [] } = given ?? {};
  const faults = { file, rules: [...rules, ...schedule] };
  const outcome = await runProgram({
    ...CLOCK,
    scenario,
    dialect,
    command,
    faults,
    quiet: true,
    ...held,
  });
  const { simulation, notes } = outcome;
  return evidenceOf(simulation, {
    accountID: scenario.accounts[0]?.id ?? '',
    ending: endingOf(outcome, schedule),
    operations: notes.requests.list().map(({ what }) => what),
  });
}

function endingOf({ ending, stalledAt, exitCode, notes }: RunOutcome, schedule: Schedule): Ending {
  if (ending === 'guard') return { kind: 'failed', words: 'nothing held it, so it was ended' };
  if (ending === 'stall') {
    const place = stalledAt === undefined ? '' : `, at ${stalledAt}`;
    return { kind: 'failed', words: `it kept simulated time still${place}` };
  }
  if (ending === 'program' && exitCode !== 0) {
    return { kind: 'failed', words: `exit code ${exitCode}` };
  }
  // Faults may refuse each request; without them a program that does nothing proves nothing.
  if (schedule.length === 0 && notes.answers.isAllRefused) {
    return { kind: 'failed', words: 'each of its requests was refused; orrery exec says why' };
  }
  return { kind: ending === 'window' ? 'unfinished' : 'done' };
}
