/**
 * Rules for the flags of every command: each is given once, with a value, and numbers are written
 * in digits. The rules check the words as typed, because yargs reads `0x10` and `1e3` as numbers,
 * turns a repeated flag into a list, and a flag without a value into an empty text.
 */

import type { Argv, CommandModule } from 'yargs';
import { nearest } from '../../data/storage/document/suggest.js';
import { usageError } from './arguments.js';
import { UNSETTABLE } from './cache-flag.js';

/** The flags of a command, as yargs knows them. */
export interface CommandFlags {
  /** All names of flags. */
  readonly names: ReadonlySet<string>;
  readonly switches: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  /** Flags that may be given several times. */
  readonly lists: ReadonlySet<string>;
}

/** A parser with its flags, which the types of yargs leave out. */
interface DeclaringArgv extends Argv {
  getOptions(): Record<'boolean' | 'number' | 'array', string[]> & { key: object };
}

/** The form of a number. */
export const NUMBER = /^-?\d+(\.\d+)?$/;
const FLAG = /^--([^=]+)(?:=(.*))?$/s;

/** The command, with its flags checked before it runs. @param args - as typed. */
export function withFlagRules<Given extends object>(
  command: CommandModule<object, Given>,
  args: readonly string[],
): CommandModule<object, Given> {
  const { builder } = command;
  if (typeof builder !== 'function') return command;
  return {
    ...command,
    builder: yargs => {
      const built = builder(yargs) as Argv<Given>;
      checkFlags(args, flagsOf(built));
      return built;
    },
  };
}

/** The flags that a command has declared. */
export function flagsOf(yargs: Argv): CommandFlags {
  const { key, boolean, number, array } = (yargs as DeclaringArgv).getOptions();
  return {
    names: new Set(Object.keys(key)),
    switches: new Set(boolean),
    numbers: new Set(number),
    lists: new Set(array),
  };
}

/** Checks the words that are flags; the others are left to yargs. */
function checkFlags(args: readonly string[], flags: CommandFlags): void {
  const given = new Set<string>();
  for (const [index, word] of args.entries()) {
    if (word === '--') return;
    const [, typed = '', attached] = FLAG.exec(word) ?? [];
    if (typed === '') continue;
    const name = nameOf(typed, flags);
    if (name === undefined) throw unknownFlag(typed, flags);
    if (given.has(name) && !flags.lists.has(name)) throw usageError(name, 'is given twice');
    given.add(name);
    checkValue(name, { typed, value: attached ?? valueAt(args, index + 1) }, flags);
    if (flags.switches.has(name)) checkSwitch(name, attached);
  }
}

function unknownFlag(typed: string, { names }: CommandFlags) {
  const known = [...names].filter(name => name.length > 1 && name === dashed(name));
  const like = nearest(
    `--${dashed(typed)}`,
    known.map(name => `--${name}`),
  );
  return usageError(typed, `unknown flag${like}`);
}

/** The name in the spelling of help: `allowPath` is `allow-path`. */
export function dashed(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
}

/**
 * The flag that `typed` names, in either spelling, with or without `no-`; undefined when there is
 * none.
 */
function nameOf(typed: string, { names }: CommandFlags): string | undefined {
  const name = dashed(typed);
  return [name, name.replace(/^no-/, '')].find(each => names.has(each));
}

/** The word after a flag; undefined when it is a flag itself. */
function valueAt(args: readonly string[], index: number): string | undefined {
  const word = args[index];
  return word === undefined || (word.startsWith('-') && !NUMBER.test(word)) ? undefined : word;
}

interface TypedFlag {
  readonly typed: string;
  readonly value: string | undefined;
}

/**
 *
 * @throws InputError when a flag has no value although it needs one, or its number is malformed.
 */
function checkValue(
  name: string,
  { typed, value }: TypedFlag,
  { switches, numbers }: CommandFlags,
): void {
  if (switches.has(name)) return;
  if (typed.startsWith('no-') && !name.startsWith('no-')) {
    if (name === UNSETTABLE) return;
    throw usageError(typed, `is not a flag: --${name} takes a value`);
  }
  if (value === undefined || value === '') throw usageError(name, 'needs a value');
  if (numbers.has(name) && !NUMBER.test(value)) {
    throw usageError(name, `must be a number in digits, was ${JSON.stringify(value)}`);
  }
}

/** @throws InputError when a switch has a value other than true or false. */
function checkSwitch(name: string, value: string | undefined): void {
  if (value === undefined || value === 'true' || value === 'false') return;
  throw usageError(name, `must be true or false, was ${JSON.stringify(value)}`);
}
