/** The options of a command beside the type of its flags: where the two differ, the command does not compile. */

import type { Argv } from 'yargs';

/** The name of an option as its handler has it: `time-limit` is `timeLimit`. */
type Camel<Name> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest> & string>}`
  : Name;

type Missing<Name, From> = Exclude<Name, keyof From>;

/** Options whose values the flags do not take. */
type Unlike<Given, Flags> = {
  [Name in keyof Given]-?: Given[Name] extends Flags[Camel<Name> & keyof Flags] | undefined
    ? never
    : Name;
}[keyof Given];

/** `unknown` where all is the same; else what is not, with its names. */
type Same<Given, Flags> = [Missing<Camel<keyof Given>, Flags>] extends [never]
  ? [Exclude<keyof Flags, Camel<keyof Given>>] extends [never]
    ? [Unlike<Given, Flags>] extends [never]
      ? unknown
      : { 'options with another type': Unlike<Given, Flags> }
    : { 'flags without an option': Exclude<keyof Flags, Camel<keyof Given>> }
  : { 'options without a type': Missing<Camel<keyof Given>, Flags> };

/** Gives `yargs`, which has the options of a command, the type of its flags. */
export function typedFlags<Flags>() {
  return <Given>(yargs: Argv<Given> & Same<Given, Flags>): Argv<Flags> =>
    yargs as unknown as Argv<Flags>;
}
