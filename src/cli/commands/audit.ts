/**
 * `orrery audit SCENARIO [-- CMD...]`: checks whether the scenario's strategy, or a program, looks
 * ahead; with `--bar-path`, whether the result depends on the path of prices inside bars; with
 * `--liquidity`, on when taken liquidity comes back; with `--warm-up`, whether results of a strategy
 * depend on the length of history.
 */

import type { Argv, CommandModule } from 'yargs';
import { auditStrategy } from '../../broker/runtime/audit-strategy.js';
import { auditWarmUp } from '../../broker/runtime/audit-warm-up.js';
import type { LoadedScenario } from '../../data/storage/scenario/given/loaded-scenario.js';
import { loadScenario } from '../../data/storage/scenario/scenario-file.js';
import type { AuditOrder } from '../../exec/audit-program.js';
import { ExitCode } from '../exit/exit-codes.js';
import { allowPathOption } from '../flags/allow-path-flag.js';
import { checkWhole, usageError } from '../flags/arguments.js';
import { CLOCK_OPTIONS, programClockAskedBy } from '../flags/clock-flags.js';
import {
  accountsAskedBy,
  checkNoProgram,
  FAULTS_OPTION,
  faultsAskedBy,
  PROGRAM_OPTIONS,
  PROGRAM_WORDS,
  programIn,
  runAskedBy,
} from '../flags/program-flags.js';
import { commandOf, type FlagsOf, JSON_OPTION } from '../flags/typed-flags.js';
import { WINDOW_OPTIONS, windowAskedBy } from '../flags/window-flags.js';
import { auditText, warmUpText } from '../output/audit-text.js';
import { barPathText } from '../output/bar-path-text.js';
import { liquidityText } from '../output/liquidity-text.js';
import { eachSentenceOnce } from '../output/program/each-sentence-once.js';
import { print } from '../output/terminal/print.js';
import { withProgress } from '../output/terminal/progress.js';

const LINES = { lines: true };
const INSTANTS_MAX = 10_000;
const { step, settle } = CLOCK_OPTIONS;
const CLOCK = {
  choices: ['on-poll', 'lockstep'],
  describe: 'of a program: what moves time; default: on-poll, and lockstep in virtual time',
} as const;
/** Flags that concern a program alone. */
const OF_PROGRAM = [
  'clock',
  'step',
  'settle',
  'virtualTime',
  'strict',
  'unguarded',
  'anyHost',
  'stallLimit',
  'account',
  'faults',
] as const;

const builder = (yargs: Argv) =>
  yargs
    .positional('scenario', { type: 'string', demandOption: true, describe: 'scenario file' })
    .positional('program', PROGRAM_WORDS)
    .option('instants', {
      type: 'number',
      default: 10,
      describe: 'number of instants after which prices are replaced; each takes one run',
    })
    .option('seed', {
      type: 'number',
      default: 1,
      describe: 'seed for the instants and the prices',
    })
    .option('bar-path', {
      type: 'boolean',
      default: false,
      describe: 'runs on each path of prices inside bars instead, and names trades that differ',
    })
    .option('liquidity', {
      type: 'boolean',
      default: false,
      describe:
        'runs with several times in which taken liquidity comes back instead, and names trades that differ',
    })
    .option('warm-up', {
      type: 'boolean',
      default: false,
      describe: 'runs with histories of growing length instead: no order may change',
    })
    .options({ clock: CLOCK, step, settle, ...PROGRAM_OPTIONS, ...FAULTS_OPTION })
    .options(WINDOW_OPTIONS)
    .option('json', JSON_OPTION)
    .option('allow-path', allowPathOption('scenario'));

type AuditFlags = FlagsOf<typeof builder>;

/** The command. @param args - as typed: what follows `--` is the program, word for word. */
export function auditCommand(args: readonly string[]): CommandModule {
  return commandOf({
    command: 'audit <scenario> [program..]',
    builder,
    handler: flags => audit(flags, programIn(args, flags)),
  });
}

async function audit(flags: AuditFlags, program: readonly string[]): Promise<void> {
  const { scenario, instants, seed, json, allowPath } = flags;
  checkOneKind(flags);
  if (flags.barPath) return auditPaths(flags, program);
  if (flags.liquidity) return auditBooks(flags, program);
  checkWhole('instants', instants, 1, INSTANTS_MAX);
  checkWhole('seed', seed);
  const order = program.length === 0 ? ofStrategy(flags) : await orderOf(flags, program);
  if (flags.warmUp && order !== undefined) {
    throw usageError('warm-up', 'is for strategies; a program requests its candles itself');
  }
  const loaded = await loadScenario(scenario, {
    allowPath,
    ...windowAskedBy(flags),
    ...accountsAskedBy(flags),
  });
  if (flags.warmUp) {
    await auditHistory(loaded, flags);
    return;
  }
  const report = await withProgress(
    'auditing',
    'runs',
    async running => {
      const onRun = (done: number, total: number) => running.update(done, total);
      const options = { instants, seed, onRun };
      if (order === undefined) return auditStrategy(loaded, options);
      const { auditProgram } = await import('../../exec/audit-program.js');
      return auditProgram(loaded, order, options);
    },
    LINES,
  );
  print(json ? `${JSON.stringify({ scenario, ...report })}\n` : auditText(scenario, report));
  if (report.finding !== undefined) process.exitCode = ExitCode.DIFFERENT;
}

/** Audits that take the place of the usual one. */
const KINDS = [
  ['barPath', 'bar-path'],
  ['liquidity', 'liquidity'],
  ['warmUp', 'warm-up'],
] as const;

/** @throws InputError when two kinds of audits are asked for. */
function checkOneKind(flags: AuditFlags): void {
  const [first, second] = KINDS.filter(([kind]) => flags[kind]).map(([, flag]) => flag);
  if (second !== undefined) throw usageError(second, `cannot be given with --${first}`);
}

/** Compares times in which taken liquidity comes back. @throws InputError */
async function auditBooks(flags: AuditFlags, program: readonly string[]): Promise<void> {
  const { scenario, json, allowPath } = flags;
  if (program.length > 0) throw usageError('liquidity', 'cannot be given with a program');
  ofStrategy(flags);
  const { auditLiquidity } = await import('../../broker/runtime/audit/liquidity.js');
  const loaded = await loadScenario(scenario, { allowPath, ...windowAskedBy(flags) });
  const report = await withProgress(
    'auditing',
    'runs',
    running => auditLiquidity(loaded, (done, total) => running.update(done, total)),
    LINES,
  );
  print(
    json ? `${JSON.stringify({ scenario, ...report })}\n` : await liquidityText(scenario, report),
  );
  if (report.times.some(({ differing }) => differing > 0)) process.exitCode = ExitCode.DIFFERENT;
}

/** Compares the paths of prices inside bars. @throws InputError */
async function auditPaths(flags: AuditFlags, program: readonly string[]): Promise<void> {
  const { scenario, json, allowPath } = flags;
  if (program.length > 0) throw usageError('bar-path', 'cannot be given with a program');
  ofStrategy(flags);
  const { auditBarPath } = await import('../../broker/runtime/audit/bar-path.js');
  const report = await withProgress(
    'auditing',
    'runs',
    running =>
      auditBarPath(scenario, {
        allowPath,
        ...windowAskedBy(flags),
        onRun: (done, total) => running.update(done, total),
      }),
    LINES,
  );
  print(
    json ? `${JSON.stringify({ scenario, ...report })}\n` : await barPathText(scenario, report),
  );
  if (report.paths.some(({ differing }) => differing > 0)) process.exitCode = ExitCode.DIFFERENT;
}

async function auditHistory(loaded: LoadedScenario, { scenario, json }: AuditFlags): Promise<void> {
  const report = await withProgress(
    'auditing',
    'runs',
    running => auditWarmUp(loaded, (done, total) => running.update(done, total)),
    LINES,
  );
  print(json ? `${JSON.stringify({ scenario, ...report })}\n` : warmUpText(scenario, report));
  if (report.finding !== undefined) process.exitCode = ExitCode.DIFFERENT;
}

/** @throws InputError for a flag that concerns a program. */
function ofStrategy(flags: AuditFlags): undefined {
  checkNoProgram(flags, OF_PROGRAM, 'audit');
}

/** How the program is run. @throws InputError for flags that do not go together. */
async function orderOf(flags: AuditFlags, command: readonly string[]): Promise<AuditOrder> {
  const { virtualTime, strict, unguarded } = flags;
  const { clock = virtualTime ? 'lockstep' : 'on-poll' } = flags;
  const asked = programClockAskedBy({ ...flags, clock });
  const { checkStrict } = await import('./check-strict.js');
  await checkStrict(flags);
  return {
    ...asked,
    command,
    virtualTime,
    strict,
    unguarded,
    ...runAskedBy(flags),
    ...(await faultsAskedBy(flags)),
    quiet: true,
    tell: eachSentenceOnce('audit'),
  };
}
