import { describe, expect, it } from 'vitest';
import yargs, { type Argv, type CommandModule } from 'yargs';
import { COMMANDS, runCommandLine } from '../../../../src/cli/command-line.js';
import { ticksCheckCommand } from '../../../../src/cli/commands/ticks/check.js';
import { ticksGenerateCommand } from '../../../../src/cli/commands/ticks/generate.js';
import { ticksImportCommand } from '../../../../src/cli/commands/ticks/import.js';
import { ticksInfoCommand } from '../../../../src/cli/commands/ticks/info.js';
import { type CommandFlags, flagsOf } from '../../../../src/cli/flags/flag-rules.js';

/** Every flag of every command, held against the rules of all flags. */

interface Leaf {
  /** The words that name it, and values for what it must have. */
  readonly words: readonly string[];
  readonly flags: CommandFlags;
  readonly positionals: readonly string[];
}

const OF_TICKS = [ticksImportCommand, ticksCheckCommand, ticksInfoCommand, ticksGenerateCommand];

function leafOf(command: unknown, before: readonly string[]): Leaf {
  const { command: usage, builder } = command as CommandModule;
  const [name = '', ...positionals] = String(usage).split(' ');
  const built = (builder as (parser: Argv) => Argv)(yargs([]));
  return {
    words: [...before, name, ...positionals.map(() => 'no-such-file')],
    flags: flagsOf(built),
    positionals: positionals.map(each => each.replace(/[<>[\].]/g, '')),
  };
}

async function leaves(): Promise<Leaf[]> {
  const found: Leaf[] = [];
  for (const [name, { load }] of Object.entries(COMMANDS)) {
    if (name === 'ticks') found.push(...OF_TICKS.map(each => leafOf(each, ['ticks'])));
    else found.push(leafOf(await load([]), []));
  }
  return found;
}

const LEAVES = await leaves();
const OPTIONS = LEAVES.flatMap(({ words, flags, positionals }) =>
  [...flags.names]
    .filter(name => !['help', 'version', ...positionals].includes(name) && !/[A-Z]/.test(name))
    .map(name => ({ words, flags, name })),
);
const VALUED = OPTIONS.filter(({ flags, name }) => !flags.switches.has(name));

/** What the command line says of `args`, which it refuses as bad usage. */
async function refusal(...args: readonly string[]): Promise<string> {
  return runCommandLine(args).then(
    () => 'took it',
    (error: Error & { kind?: string }) => `${error.kind} ${error.message}`,
  );
}

describe('flags', () => {
  it('are walked over, those of every command', () => {
    expect(LEAVES.map(({ words }) => words[0])).toEqual(
      expect.arrayContaining(Object.keys(COMMANDS)),
    );
    expect(VALUED.length).toBeGreaterThan(50);
    expect(VALUED.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['cache', 'out', 'host', 'base-url', 'seed', 'clock', 'allow-path']),
    );
  });

  it.each(VALUED.map(each => [`${each.words.join(' ')} --${each.name}`, each] as const))(
    '%s needs a value, once',
    async (_name, { words, name, flags }) => {
      const rule = (text: string) => `scenario command line: --${name}: ${text}`;
      const camel = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
      for (const bare of [[`--${name}`], [`--${name}=`], [`--${name}`, ''], [`--${camel}`]]) {
        expect(await refusal(...words, ...bare)).toBe(rule('needs a value'));
        expect(await refusal(...words, ...bare, '--json')).toBe(rule('needs a value'));
      }
      if (name !== 'cache')
        expect(await refusal(...words, `--no-${name}`)).toContain('is not a flag');
      if (flags.lists.has(name)) return;
      expect(await refusal(...words, `--${name}`, '1', `--${camel}=1`)).toBe(
        rule('is given twice'),
      );
    },
  );

  it.each(
    VALUED.filter(({ flags, name }) => flags.numbers.has(name)).map(
      each => [`${each.words.join(' ')} --${each.name}`, each] as const,
    ),
  )('%s is a number in digits', async (_name, { words, name }) => {
    for (const text of [
      '0x10',
      '1e3',
      ' 5',
      '5 ',
      '+5',
      'five',
      '0b1',
      '1_000',
      '.5',
      '5.',
      'NaN',
    ]) {
      expect(await refusal(...words, `--${name}`, text), text).toBe(
        `scenario command line: --${name}: must be a number in digits, was "${text}"`,
      );
    }
  });

  it.each(
    OPTIONS.filter(({ flags, name }) => flags.switches.has(name)).map(
      each => [`${each.words.join(' ')} --${each.name}`, each] as const,
    ),
  )('%s is a switch', async (_name, { words, name }) => {
    expect(await refusal(...words, `--${name}=yes`)).toContain('must be true or false, was "yes"');
    expect(await refusal(...words, `--${name}`, `--no-${name}`)).toContain('is given twice');
  });

  it.each([
    ['--seed.a', '--seed.a: unknown flag (did you mean --seed?)'],
    ['--sede', '--sede: unknown flag (did you mean --seed?)'],
    ['--allowPaht', '--allowPaht: unknown flag (did you mean --allow-path?)'],
    ['--something-else', '--something-else: unknown flag'],
  ])('unknown: %s', async (flag, message) => {
    expect(await refusal('run', 'no-such-file', flag, '1')).toBe(
      `scenario command line: ${message}`,
    );
  });

  it('after -- are words', async () => {
    expect(await refusal('diff', 'no-such-file', '--', '--json=yes')).toContain(
      'an argument is missing: got 1, needs 2',
    );
  });
});
