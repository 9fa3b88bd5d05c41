/** Flags of commands that run a program, which stands after `--`. */

import type { Options } from 'yargs';
import { usageError } from './arguments.js';

/** What yargs makes of the words of a command. */
export interface ProgramWords {
  /** Those before `--` that are no other argument. */
  readonly program: readonly string[];
}

export interface ProgramFlags extends ProgramWords {
  readonly strict: boolean;
  readonly unguarded: boolean;
  readonly account?: string;
}

export const PROGRAM_OPTIONS = {
  'virtual-time': {
    type: 'boolean',
    default: false,
    describe: "the clocks and sleeps of Python and Node programs are the simulation's",
  },
  strict: {
    type: 'boolean',
    default: false,
    describe: 'in a network namespace, which holds any program (Linux)',
  },
  unguarded: {
    type: 'boolean',
    default: false,
    describe: 'a program that no layer holds may go on',
  },
  account: {
    type: 'string',
    describe: "the account id that the program has written down; it gets the sandbox's",
  },
} as const satisfies Readonly<Record<string, Options>>;

/**
 * The words after `--`; none when there is no program.
 * @param args - as typed.
 * @throws InputError when a word that is no argument of the command stands before `--`.
 */
export function programIn(
  args: readonly string[],
  { program: [stray] }: ProgramWords,
): readonly string[] {
  if (stray !== undefined) {
    throw usageError('', `${stray} is an argument too many; a program stands after --`);
  }
  const at = args.indexOf('--');
  return at < 0 ? [] : args.slice(at + 1);
}
