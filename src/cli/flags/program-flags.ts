/** Flags of commands that run a program, which stands after `--`. */

import type { Options } from 'yargs';
import type { PaceSetup } from '../../broker/runtime/clock/pace.js';
import { isAccountID } from '../../core/ledger/account-id.js';
import { readFaultFile } from '../../data/storage/scenario/faults.js';
import type { LoadOptions } from '../../data/storage/scenario/given/load-options.js';
import { type RunOrder, STALL_SECONDS } from '../../exec/run-order.js';
import { checkPort, usageError } from './arguments.js';
import { speedOf } from './clock-flags.js';
import type { FlagsOf } from './typed-flags.js';

/** What stands after `--`. */
export const PROGRAM_WORDS = {
  type: 'string',
  array: true,
  describe: 'after --: the program and its arguments',
} as const;

export const FAULTS_OPTION = {
  faults: { type: 'string', describe: 'file of rules of faults, beside those of the scenario' },
} as const satisfies Readonly<Record<string, Options>>;

/** The rules of `--faults`. @throws InputError for a bad rule, by its place in the file. */
export async function faultsAskedBy({ faults: file }: FlagsOf<typeof FAULTS_OPTION>): Promise<{
  readonly faults?: { readonly file: string; readonly rules: readonly object[] };
}> {
  if (file === undefined) return {};
  return { faults: { file, rules: await readFaultFile(file) } };
}

/** A day. A timer of Node has at most 24 days. */
const STALL_SECONDS_MAX = 86_400;

export const RUN_OPTIONS = {
  'any-host': {
    type: 'boolean',
    default: false,
    describe: "each of the broker's hosts serves REST and streams; the service has a host for each",
  },
  'stall-limit': {
    type: 'number',
    defaultDescription: String(STALL_SECONDS),
    describe:
      'in virtual time: wall seconds from the notice about a loop that never waits to the end of the run; 0: no limit',
  },
  account: {
    type: 'string',
    describe:
      'the account id that is written into the program; the first account gets it; X,Y: the first two',
  },
} as const satisfies Readonly<Record<string, Options>>;

export const PROGRAM_OPTIONS = {
  'virtual-time': {
    type: 'boolean',
    default: false,
    describe: "the clocks and sleeps of Python and Node programs are the simulation's",
  },
  strict: {
    type: 'boolean',
    default: false,
    describe: 'run in a network namespace, which keeps any program from other hosts (Linux)',
  },
  unguarded: {
    type: 'boolean',
    default: false,
    describe: 'let a program run that no layer holds',
  },
  ...RUN_OPTIONS,
} as const satisfies Readonly<Record<string, Options>>;

/** How the runs are held. @throws InputError for a limit outside 0 to a day. */
export function runAskedBy({
  anyHost,
  stallLimit: stallSeconds = STALL_SECONDS,
}: FlagsOf<typeof RUN_OPTIONS>): Pick<RunOrder, 'anyHost' | 'stallSeconds'> {
  if (stallSeconds >= 0 && stallSeconds <= STALL_SECONDS_MAX) return { anyHost, stallSeconds };
  throw usageError('stall-limit', `must be 0 to ${STALL_SECONDS_MAX}, was ${stallSeconds}`);
}

/**
 * Checks a command line without a program.
 * @param names - of flags that concern a program alone.
 * @throws InputError when one of them is given.
 */
export function checkNoProgram<Flags extends object>(
  flags: Flags,
  names: readonly (keyof Flags & string)[],
  command: string,
): void {
  const given = names.find(name => flags[name] !== undefined && flags[name] !== false);
  if (given === undefined) return;
  const flag = given.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
  throw usageError(flag, `is for a program, as in: orrery ${command} SCENARIO -- python bot.py`);
}

/**
 * The ids of `--account`, for the accounts of the scenario in their order.
 * @throws InputError for one that is no account id, and for one that is given twice.
 */
export function accountsAskedBy({
  account,
}: Pick<FlagsOf<typeof RUN_OPTIONS>, 'account'>): Pick<LoadOptions, 'overrides'> {
  if (account === undefined) return {};
  const accountIDs = account.split(',').map(id => id.trim());
  for (const [at, id] of accountIDs.entries()) {
    if (!isAccountID(id)) {
      throw usageError('account', `must be ids such as 101-001-1000001-001, was ${id || 'empty'}`);
    }
    if (accountIDs.indexOf(id) < at) throw usageError('account', `has ${id} twice`);
  }
  return { overrides: { accountIDs } };
}

/**
 * The words after `--`; none when there is no program.
 * @param args - as typed.
 * @throws InputError when a word that is no argument of the command stands before `--`.
 */
export function programIn(
  args: readonly string[],
  { program: [stray] = [] }: { readonly program?: readonly string[] },
): readonly string[] {
  if (stray !== undefined) {
    throw usageError('', `${stray} is an argument too many; a program stands after --`);
  }
  const at = args.indexOf('--');
  return at < 0 ? [] : args.slice(at + 1);
}

export const DASHBOARD_OPTIONS = {
  dashboard: {
    type: 'boolean',
    default: false,
    describe: 'shows the page of serve beside the running program, and keeps it until Ctrl-C',
  },
  port: {
    type: 'number',
    defaultDescription: '8020',
    describe: 'of the dashboard; when it is in use, a free one is taken',
  },
  paused: {
    type: 'boolean',
    default: false,
    describe: 'with --dashboard: time stands until it is played in the page',
  },
} as const satisfies Readonly<Record<string, Options>>;

const PORT = 8_020;
/** Simulated seconds a second at which people watch a program that would be over in a moment. */
const WATCHING_SPEED = 60;

/** The flags that say what is shown, and at which pace. */
export interface DashboardFlags extends FlagsOf<typeof DASHBOARD_OPTIONS> {
  readonly virtualTime: boolean;
  readonly speed?: string | undefined;
}

/** Where the page is, and whether time stands first; undefined without one. @throws InputError */
export function dashboardAskedBy({ dashboard, port, paused }: DashboardFlags) {
  if (dashboard) {
    if (port !== undefined) checkPort('port', port);
    return { port: port ?? PORT, paused };
  }
  if (port !== undefined) throw usageError('port', 'is that of --dashboard');
  if (paused) throw usageError('paused', 'needs --dashboard, whose page plays time');
  return undefined;
}

/** The pace of virtual time; undefined: it goes as fast as the program. @throws InputError */
export function paceAskedBy(flags: DashboardFlags): PaceSetup | undefined {
  const { virtualTime, speed, dashboard, paused } = flags;
  if (!virtualTime || (speed === undefined && !dashboard)) return undefined;
  return { speed: speed === undefined ? WATCHING_SPEED : speedOf(speed), paused };
}
