/** The words that can stand at a place of the command line, for the scripts of `orrery completion`. */

import yargs, { type Argv, type CommandModule } from 'yargs';

/** What a command declares, as yargs keeps it. */
interface CommandDeclaration {
  readonly options: {
    readonly key: Readonly<Record<string, unknown>>;
    readonly choices: Readonly<Record<string, readonly string[]>>;
  };
  readonly positionals: readonly string[];
  /** Subcommands by name. */
  readonly handlers: Readonly<Record<string, { readonly builder?: unknown }>>;
}

/** The parts of yargs that have the declared options; there is no public access to them. */
interface YargsInternals extends Argv {
  getOptions(): CommandDeclaration['options'];
  getGroups(): Readonly<Record<string, readonly string[]>>;
  getInternalMethods(): {
    getCommandInstance(): { getCommandHandlers(): CommandDeclaration['handlers'] };
  };
}

const POSITIONALS = 'Positionals:';

/**
 * The words that can follow a command, beginning with the last of `words`. None for what the shell
 * completes itself, such as files, and for free text.
 * @param words - after the name of the command; the last may be empty.
 */
export function completionsOf(command: CommandModule, words: readonly string[]): readonly string[] {
  let declared = declaredBy(command.builder);
  const rest = [...words];
  while (rest.length > 1) {
    const sub = declared.handlers[rest[0] ?? ''];
    if (sub === undefined) break;
    declared = declaredBy(sub.builder);
    rest.shift();
  }
  const last = rest.at(-1) ?? '';
  return candidates(declared, rest).filter(word => word.startsWith(last));
}

function candidates(declared: CommandDeclaration, words: readonly string[]): readonly string[] {
  const { options, positionals, handlers } = declared;
  const [before, last = ''] =
    words.slice(-2).length === 2 ? words.slice(-2) : [undefined, words[0]];
  const asked = before?.startsWith('--') === true ? before.slice(2) : undefined;
  if (asked !== undefined && options.choices[asked] !== undefined) return options.choices[asked];
  if (last.startsWith('-')) {
    const names = Object.keys(options.key).filter(name => !positionals.includes(name));
    return names.map(name => `--${name}`);
  }
  const [positional = ''] = positionals;
  return [...Object.keys(handlers), ...(options.choices[positional] ?? [])];
}

function declaredBy(builder: unknown): CommandDeclaration {
  const parser = yargs().locale('en');
  if (typeof builder === 'function') (builder as (parser: Argv) => Argv)(parser);
  const inner = parser as YargsInternals;
  return {
    options: inner.getOptions(),
    positionals: inner.getGroups()[POSITIONALS] ?? [],
    handlers: inner.getInternalMethods().getCommandInstance().getCommandHandlers(),
  };
}
