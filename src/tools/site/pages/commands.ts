/** The page of commands and flags, made from their definitions for yargs. */

import yargs, { type Argv, type CommandModule } from 'yargs';
import { COMMANDS } from '../../../cli/command-line.js';

/** What yargs keeps of the flags and positional arguments of a command. */
interface KnownFlags {
  readonly key: Readonly<Record<string, unknown>>;
  readonly alias: Readonly<Record<string, readonly string[]>>;
  readonly array: readonly string[];
  readonly boolean: readonly string[];
  readonly number: readonly string[];
  readonly choices: Readonly<Record<string, readonly unknown[]>>;
  readonly default: Readonly<Record<string, unknown>>;
  readonly defaultDescription: Readonly<Record<string, string | undefined>>;
  readonly demandedOptions: Readonly<Record<string, unknown>>;
}

/** The parts of yargs that its types leave out. */
interface YargsInternals extends Argv {
  getOptions(): KnownFlags;
  getGroups(): Readonly<Record<string, readonly string[]>>;
  getInternalMethods(): {
    getUsageInstance(): { getDescriptions(): Readonly<Record<string, string>> };
    getCommandInstance(): {
      getCommandHandlers(): Readonly<
        Record<string, { original: string; description: string; builder: unknown }>
      >;
    };
  };
}

/** Flags that every command has. */
const EVERYWHERE: readonly string[] = ['help', 'version'];

/** The text of the page, without what stands before it. */
export async function commandsPage(): Promise<string> {
  const parts = [
    '# Commands and flags\n\nEvery command of `orrery`, with its arguments and flags, as `orrery COMMAND --help` prints them. ' +
      'What is the same for all commands (output, exit codes) is on [another page](command-line.md).\n',
  ];
  for (const [name, { describe, load }] of Object.entries(COMMANDS)) {
    const module = await load([]);
    parts.push(chapter(`## orrery ${name}`, describe, module));
  }
  return parts.join('\n');
}

/** A command with its flags, and its own commands below. */
function chapter(heading: string, describe: string, { command, builder }: CommandModule): string {
  const parser = yargs([]).scriptName('orrery').locale('en').help(false).version(false);
  if (typeof builder === 'function') builder(parser);
  const inside = parser as YargsInternals;
  const usage = Array.isArray(command) ? command[0] : command;
  const subs = Object.values(inside.getInternalMethods().getCommandInstance().getCommandHandlers());
  const parent = heading.replace('## orrery ', '');
  const below = subs.map(({ original, description, builder: made }) =>
    chapter(`### orrery ${parent} ${original.split(' ')[0]}`, description, {
      command: `${parent} ${original}`,
      builder: made as (parser: Argv) => Argv,
      handler() {},
    }),
  );
  const table = subs.length > 0 ? '' : flagTable(inside, usage ?? '');
  return [
    `${heading}\n`,
    `${describe}.\n`,
    `\`\`\`text\norrery ${usage}\n\`\`\`\n`,
    table,
    ...below,
  ].join('\n');
}

/** A row each flag and argument. */
function flagTable(inside: YargsInternals, usage: string): string {
  const known = inside.getOptions();
  const said = inside.getInternalMethods().getUsageInstance().getDescriptions();
  const aliases = new Set(Object.values(known.alias).flat());
  const names = Object.keys(known.key).filter(
    name => !EVERYWHERE.includes(name) && !aliases.has(name) && name in said,
  );
  if (names.length === 0) return '';
  const rows = names.map(name => {
    const isFlag = !isPositional(inside, name);
    const shown = isFlag ? `\`--${name}\`` : `\`${name.toUpperCase()}\``;
    const meaning = (said[name] ?? '').replace('__yargsString__:', '');
    return `| ${shown} | ${kindOf(known, name)} | ${usage.includes(`<${name}`) ? 'required' : defaultOf(known, name)} | ${cell(meaning)} |`;
  });
  return `| argument or flag | takes | default | meaning |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`;
}

function isPositional(inside: YargsInternals, name: string): boolean {
  return Object.entries(inside.getGroups()).some(
    ([group, names]) => group.includes('Positional') && names.includes(name),
  );
}

function kindOf(known: KnownFlags, name: string): string {
  const choices = known.choices[name];
  if (choices !== undefined) return choices.map(choice => `\`${String(choice)}\``).join(', ');
  if (known.boolean.includes(name)) return '';
  const kind = known.number.includes(name) ? 'a number' : 'text';
  return known.array.includes(name) ? `${kind}, may be repeated` : kind;
}

function defaultOf(known: KnownFlags, name: string): string {
  if (name in known.demandedOptions) return 'required';
  const said = known.defaultDescription[name];
  if (said !== undefined) return cell(said);
  const value = known.default[name];
  if (value === undefined || value === false || (Array.isArray(value) && value.length === 0))
    return '';
  return `\`${String(value)}\``;
}

/** Text that a cell of a table can hold. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ');
}
