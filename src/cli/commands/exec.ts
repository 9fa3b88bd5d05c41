/**
 * `orrery exec [flags] -- CMD...`: runs any program unchanged against a sandbox of its own. The exit
 * code is the program's, unless nothing held it or each of its requests was refused.
 */

import type { Argv, CommandModule } from 'yargs';
import type { ScenarioRun } from '../../broker/runtime/run-scenario.js';
import { present } from '../../core/base/present.js';
import { ledgerHash } from '../../data/record/ledger-file.js';
import { disguiseLines } from '../../data/storage/scenario/disguise-use/disguise-facts.js';
import type { LoadedScenario } from '../../data/storage/scenario/given/loaded-scenario.js';
import { loadScenario } from '../../data/storage/scenario/scenario-file.js';
import type { RunOutcome } from '../../exec/run-order.js';
import { writeRunFolder } from '../../study/folders/run-folder.js';
import { ExitCode } from '../exit/exit-codes.js';
import { allowPathOption } from '../flags/allow-path-flag.js';
import { usageError } from '../flags/arguments.js';
import { CACHE_OPTION, cacheOf } from '../flags/cache-flag.js';
import { CLOCK_OPTIONS, programClockAskedBy } from '../flags/clock-flags.js';
import {
  BEGIN_OPTIONS,
  beginAskedBy,
  livesNow,
  madeUpAsOf,
  withDisguise,
} from '../flags/disguise-flags.js';
import {
  ANY_INSTRUMENT,
  CANDLE_DELAY_OPTION,
  candleDelayAskedBy,
  FINANCING_OPTION,
  financingAskedBy,
  INSTRUMENTS_OPTION,
  instrumentsAskedBy,
} from '../flags/override-flags.js';
import { LIFE_OPTIONS, lifeAskedBy } from '../flags/program/life-flags.js';
import {
  accountsAskedBy,
  DASHBOARD_OPTIONS,
  dashboardAskedBy,
  FAULTS_OPTION,
  faultsAskedBy,
  PROGRAM_OPTIONS,
  PROGRAM_WORDS,
  paceAskedBy,
  programIn,
  runAskedBy,
} from '../flags/program-flags.js';
import { commandOf, type FlagsOf } from '../flags/typed-flags.js';
import { WINDOW_OPTIONS, windowAskedBy } from '../flags/window-flags.js';
import { execSummary } from '../output/program/exec-summary.js';
import { reportLine, runDocument, sessionText } from '../output/run-result.js';
import { print } from '../output/terminal/print.js';
import { tickText } from '../output/tick-text.js';

const MS_PER_SECOND = 1_000;
/** Exit codes of programs that SIGTERM and SIGKILL ended. */
const ENDED: ReadonlySet<number> = new Set([143, 137]);
const { speed, step, settle } = CLOCK_OPTIONS;
const clock = {
  choices: CLOCK_OPTIONS.clock.choices,
  describe: `${CLOCK_OPTIONS.clock.describe}; default: paced, and lockstep in virtual time`,
};

const builder = (yargs: Argv) =>
  yargs
    .positional('program', PROGRAM_WORDS)
    .option('scenario', {
      type: 'string',
      describe: 'scenario file; default: a week of made-up prices of any instrument',
    })
    .options(INSTRUMENTS_OPTION)
    .options({ clock, speed, step, settle })
    .options(PROGRAM_OPTIONS)
    .options(DASHBOARD_OPTIONS)
    .options(FAULTS_OPTION)
    .options(LIFE_OPTIONS)
    .option('out', {
      type: 'string',
      describe: 'folder of the run: ledger, journal, report, tables, and requests with answers',
    })
    .option('har', {
      type: 'boolean',
      default: false,
      describe: 'requests and answers as an HTTP archive too, in the folder of --out',
    })
    .option('json', {
      type: 'boolean',
      default: false,
      describe: "one JSON document on stdout; the program's stdout goes to stderr",
    })
    .option('seed', { type: 'number', describe: "replaces the scenario's seed" })
    .options(WINDOW_OPTIONS)
    .options(BEGIN_OPTIONS)
    .options(FINANCING_OPTION)
    .options(CANDLE_DELAY_OPTION)
    .option('cache', CACHE_OPTION)
    .option('allow-path', allowPathOption('scenario'));

type ExecFlags = FlagsOf<typeof builder>;

/** The command. @param args - as typed: what follows `--` is the program, word for word. */
export function execCommand(args: readonly string[]): CommandModule {
  return commandOf({
    command: 'exec [program..]',
    builder,
    handler: flags => exec(flags, mustProgramIn(args, flags)),
  });
}

/** @throws InputError when there is no program, or words stand before it. */
function mustProgramIn(args: readonly string[], flags: ExecFlags): readonly string[] {
  const words = programIn(args, flags);
  if (words.length > 0) return words;
  throw usageError('', 'the program is missing, as in: orrery exec -- python bot.py');
}

async function exec(flags: ExecFlags, command: readonly string[]): Promise<void> {
  const { checkOutFolder } = await import('../../data/record/write-record.js');
  if (flags.out !== undefined) checkOutFolder(flags.out);
  else if (flags.har) throw usageError('har', 'needs --out, the folder that it is written to');
  const loaded = await load(flags);
  for (const line of disguiseLines(loaded)) process.stderr.write(`orrery exec: ${line}\n`);
  const life = lifeAskedBy(flags, flags.virtualTime);
  const asked = { ...programClockAskedBy(flags), ...runAskedBy(flags), ...life };
  const shown = dashboardAskedBy(flags);
  const rules = await faultsAskedBy(flags);
  const { checkStrict } = await import('./check-strict.js');
  await checkStrict(flags);
  const { ExchangeFile } = await import('../../exec/exchange/exchange-file.js');
  const kept = flags.out === undefined ? undefined : await ExchangeFile.beside(flags.out);
  const { runProgram } = await import('../../exec/run-program.js');
  const { pageOf } = await import('./exec-page.js');
  const tell = (sentence: string) => void process.stderr.write(`orrery exec: ${sentence}\n`);
  const told = async (outcome: RunOutcome) => {
    await report(flags, { loaded, command, outcome }, await kept?.finish(flags));
    process.exitCode = exitCodeOf(outcome);
  };
  try {
    const outcome = await runProgram({
      scenario: loaded.scenario,
      dialect: loaded.dialect,
      command,
      ...asked,
      livesNow: livesNow(flags),
      virtualTime: flags.virtualTime,
      strict: flags.strict,
      unguarded: flags.unguarded,
      quiet: flags.json,
      ...rules,
      ...present({ onExchange: kept && (exchange => kept.add(exchange)) }),
      ...present({
        pace: paceAskedBy(flags),
        page: shown && pageOf({ ...shown, loaded, told, tell }),
      }),
      tell,
    });
    if (shown === undefined) await told(outcome);
  } finally {
    await kept?.remove();
  }
}

/**
 * The program's own; the end of the window is no failure of a program that had to be ended. A run in
 * which no request was carried out is no success.
 */
function exitCodeOf({ ending, exitCode, notes }: RunOutcome): number {
  if (ending === 'guard') return ExitCode.NOT_HELD;
  if (ending === 'stall') return ExitCode.STALLED;
  const own = ending === 'window' && ENDED.has(exitCode) ? ExitCode.FINE : exitCode;
  return own === ExitCode.FINE && notes.answers.isAllRefused ? ExitCode.ALL_REFUSED : own;
}

function load(asked: ExecFlags): Promise<LoadedScenario> {
  const flags = asked.scenario === undefined ? madeUpAsOf(asked) : asked;
  return loadScenario(flags.scenario ?? ANY_INSTRUMENT, {
    ...cacheOf(flags.cache),
    allowPath: flags.allowPath,
    ...windowAskedBy(flags),
    ...withDisguise(
      {
        overrides: {
          ...accountsAskedBy(flags).overrides,
          ...instrumentsAskedBy(flags, flags.scenario === undefined),
          ...financingAskedBy(flags),
          ...candleDelayAskedBy(flags),
        },
      },
      flags,
    ),
    ...beginAskedBy(flags),
    ...present({ seed: flags.seed }),
  });
}

/** A program that has ended, as it was started. */
interface EndedProgram {
  readonly loaded: LoadedScenario;
  readonly command: readonly string[];
  readonly outcome: RunOutcome;
}

/** Writes the folder of the run and what came of it. Tables go to stderr: stdout is the program's. */
async function report(
  flags: ExecFlags,
  { loaded, command, outcome }: EndedProgram,
  moved?: Readonly<Record<string, string>>,
) {
  const { sessionRecord } = await import('../../broker/runtime/session.js');
  const session = sessionRecord(loaded, outcome.simulation);
  const { lookedSession } = await import('../../study/looks/record-looks.js');
  const looked = await lookedSession(session, command.join(' '));
  const run: ScenarioRun = {
    ...session,
    hash: ledgerHash(session.result.ledger),
    expectations: [],
    seconds: outcome.wallMs / MS_PER_SECOND,
    ...present({ looked }),
  };
  if (flags.out !== undefined) {
    await writeRunFolder(flags.out, session.loaded, session.result, { moved, looked });
  }
  process.stderr.write(tickText(run));
  const summary = execSummary(outcome, exitCodeOf(outcome));
  if (flags.json) print(`${JSON.stringify({ ...(await runDocument(run)), exec: summary.json })}\n`);
  else process.stderr.write(`${summary.text}${await sessionText(run)}${reportLine(flags.out)}`);
}
