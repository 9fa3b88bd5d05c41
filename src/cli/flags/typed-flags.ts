/** Commands whose flags have the types of their options, so that no type repeats what an option says. */

import type { Argv, CommandModule, InferredOptionTypes, Options } from 'yargs';

/** The name of an option as its handler has it: `time-limit` is `timeLimit`. */
type CamelName<Name> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelName<Rest> & string>}`
  : Name;

/** Values by the names that handlers have; one that may be undefined may be absent. */
type FlagValues<Given> = {
  readonly [Name in keyof Given as undefined extends Given[Name]
    ? never
    : CamelName<Name>]: Given[Name];
} & {
  readonly [Name in keyof Given as undefined extends Given[Name]
    ? CamelName<Name>
    : never]?: Exclude<Given[Name], undefined>;
};

/** The flags of options, or of a function that adds options. */
export type FlagsOf<Source> = Source extends (yargs: Argv) => Argv<infer Given>
  ? FlagValues<Given>
  : Source extends Readonly<Record<string, Options>>
    ? FlagValues<InferredOptionTypes<Source>>
    : never;

/** What a command is made of. */
interface CommandParts<Given> extends Pick<CommandModule, 'command' | 'describe'> {
  readonly builder: (yargs: Argv) => Argv<Given>;
  readonly handler: (flags: FlagValues<Given>) => void | Promise<void>;
}

/** A command. Its handler gets the flags of its options, in camel case. */
export function commandOf<Given>(parts: CommandParts<Given>): CommandModule {
  // Yargs calls the handler with the flags that the builder has declared, as `parts` relates them.
  return parts as unknown as CommandModule;
}

/** The flag of every command that prints for people or for programs. */
export const JSON_OPTION = {
  type: 'boolean',
  default: false,
  describe: 'one JSON document on stdout',
} as const;

/** The flag of a v20 host. */
export const URL_OPTION = {
  type: 'string',
  demandOption: true,
  describe: 'URL of the host, without /v3',
} as const;
