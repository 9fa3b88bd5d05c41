/**
 * `orrery exec [flags] -- CMD...`: runs any program unchanged against a sandbox of its own. The exit
 * code is the program's.
 */

import type { Argv, CommandModule } from 'yargs';
import { present } from '../../core/base/present.js';
import type { RunOutcome } from '../../exec/order.js';
import { writeRunFolder } from '../../folders/run-folder.js';
import { packageFile } from '../../package/package-root.js';
import { ledgerHash } from '../../record/ledger-file.js';
import type { ScenarioRun } from '../../runtime/run-scenario.js';
import { readFaultFile } from '../../storage/scenario/faults.js';
import type { LoadedScenario } from '../../storage/scenario/given/loaded-scenario.js';
import { loadScenario } from '../../storage/scenario/scenario-file.js';
import { ExitCode } from '../exit/exit-codes.js';
import { allowPathOption } from '../flags/allow-path-flag.js';
import { usageError } from '../flags/arguments.js';
import { CACHE_OPTION, type CacheFlag, cacheOf } from '../flags/cache-flag.js';
import {
  CLOCK_OPTIONS,
  type ProgramClockFlags,
  programClockAskedBy,
} from '../flags/clock-flags.js';
import { PROGRAM_OPTIONS, type ProgramFlags, programIn } from '../flags/program-flags.js';
import { WINDOW_OPTIONS, type WindowFlags, windowAskedBy } from '../flags/window-flags.js';
import { execSummary } from '../output/exec-summary.js';
import { reportLine, runDocument, runTables } from '../output/run-result.js';
import { print } from '../output/terminal/print.js';

interface ExecFlags extends WindowFlags, ProgramFlags, ProgramClockFlags {
  readonly scenario: string;
  readonly faults?: string;
  readonly out?: string;
  readonly json: boolean;
  readonly seed?: number;
  readonly cache: CacheFlag;
  readonly allowPath: readonly string[];
}

const MS_PER_SECOND = 1_000;
/** Exit codes of programs that SIGTERM and SIGKILL ended. */
const ENDED: ReadonlySet<number> = new Set([143, 137]);
const { speed, step, settle } = CLOCK_OPTIONS;
const clock = {
  choices: CLOCK_OPTIONS.clock.choices,
  describe: `${CLOCK_OPTIONS.clock.describe}; default: paced, and lockstep in virtual time`,
};

/** The command. @param args - as typed: what follows `--` is the program, word for word. */
export function execCommand(args: readonly string[]): CommandModule<object, ExecFlags> {
  return {
    command: 'exec [program..]',
    builder: yargs =>
      yargs
        .positional('program', { type: 'string', describe: 'after --: the program and its words' })
        .option('scenario', {
          type: 'string',
          default: packageFile('scenarios/quickstart.yaml'),
          defaultDescription: 'quickstart',
          describe: 'scenario file',
        })
        .options({ clock, speed, step, settle })
        .options(PROGRAM_OPTIONS)
        .option('faults', { type: 'string', describe: 'file of rules of faults' })
        .option('out', {
          type: 'string',
          describe: 'folder of the run, written at the end: ledger, journal, report and tables',
        })
        .option('json', {
          type: 'boolean',
          default: false,
          describe: "one JSON document on stdout; the program's stdout goes to stderr",
        })
        .option('seed', { type: 'number', describe: "replaces the scenario's seed" })
        .options(WINDOW_OPTIONS)
        .option('cache', CACHE_OPTION)
        .option('allow-path', allowPathOption('scenario')) as unknown as Argv<ExecFlags>,
    handler: flags => exec(flags, mustProgramIn(args, flags)),
  };
}

/** @throws InputError when there is no program, or words stand before it. */
function mustProgramIn(args: readonly string[], flags: ExecFlags): readonly string[] {
  const words = programIn(args, flags);
  if (words.length > 0) return words;
  throw usageError('', 'the program is missing, as in: orrery exec -- python bot.py');
}

async function exec(flags: ExecFlags, command: readonly string[]): Promise<void> {
  const { checkOutFolder } = await import('../../record/write-record.js');
  if (flags.out !== undefined) checkOutFolder(flags.out);
  const loaded = await load(flags);
  const asked = programClockAskedBy(flags);
  const rules = flags.faults === undefined ? undefined : await readFaultFile(flags.faults);
  const { checkStrict } = await import('./check-strict.js');
  await checkStrict(flags);
  const { runProgram } = await import('../../exec/run-program.js');
  const outcome = await runProgram({
    scenario: loaded.scenario,
    dialect: loaded.dialect,
    command,
    ...asked,
    virtualTime: flags.virtualTime,
    strict: flags.strict,
    unguarded: flags.unguarded,
    quiet: flags.json,
    ...present({
      account: flags.account,
      faults: rules && { file: flags.faults ?? '', rules },
    }),
    tell: sentence => process.stderr.write(`orrery exec: ${sentence}\n`),
  });
  await report(flags, loaded, outcome);
  process.exitCode = exitCodeOf(outcome);
}

/** The program's own; the end of the window is no failure of a program that had to be ended. */
function exitCodeOf({ ending, exitCode }: RunOutcome): number {
  if (ending === 'guard') return ExitCode.NOT_HELD;
  return ending === 'window' && ENDED.has(exitCode) ? ExitCode.FINE : exitCode;
}

function load(flags: ExecFlags): Promise<LoadedScenario> {
  return loadScenario(flags.scenario, {
    ...cacheOf(flags.cache),
    allowPath: flags.allowPath,
    ...windowAskedBy(flags),
    ...present({ seed: flags.seed }),
  });
}

/** Writes the folder of the run and what came of it. Tables go to stderr: stdout is the program's. */
async function report(flags: ExecFlags, loaded: LoadedScenario, outcome: RunOutcome) {
  const { sessionRecord } = await import('../../runtime/session.js');
  const session = sessionRecord(loaded, outcome.simulation);
  const run: ScenarioRun = {
    ...session,
    hash: ledgerHash(session.result.ledger),
    expectations: [],
    seconds: outcome.wallMs / MS_PER_SECOND,
  };
  if (flags.out !== undefined) await writeRunFolder(flags.out, session.loaded, session.result);
  const summary = execSummary(outcome);
  if (flags.json) print(`${JSON.stringify({ ...(await runDocument(run)), exec: summary.json })}\n`);
  else
    process.stderr.write(
      `${await runTables([run], () => true)}${summary.text}${reportLine(flags.out)}`,
    );
}
