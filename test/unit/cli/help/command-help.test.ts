import { describe, expect, it } from 'vitest';
import yargs, { type Argv } from 'yargs';
import { COMMANDS } from '../../../../src/cli/command-line.js';
import { completionsOf } from '../../../../src/cli/help/completions.js';
import { printedBy } from '../../../support/process/in-process.js';

/** The words after `orrery` of each example in a help text; the text wraps at 80 columns. */
function examplesIn(text: string): readonly string[] {
  const [, part = ''] = /\nExamples:\n(.*?)\n\n/s.exec(text) ?? [];
  const left = part.split('\n').map(line => line.slice(2).split(/ {2,}/)[0] ?? '');
  return left
    .join(' ')
    .split('orrery ')
    .map(words => words.trim())
    .filter(words => words !== '');
}

describe('help', () => {
  it.each(Object.entries(COMMANDS))(
    'of orrery %s has the exit codes, and examples that the command understands',
    async (name, { load }) => {
      const text = await printedBy(name, '--help');
      expect(text).toMatch(/\nExit codes: /);
      const examples = examplesIn(text);
      expect(examples.length).toBeGreaterThan(0);
      const command = await load([]);
      for (const example of examples) {
        const words = example.replaceAll("'", '').split(/ +/);
        expect(words[0], example).toBe(name);
        const subs = completionsOf(command, ['']);
        if (command.command === `${name} <command>`) {
          expect(subs, example).toContain(words[1]);
          continue;
        }
        const until = words.findIndex(word => word.startsWith('>'));
        const parser = yargs(until === -1 ? words : words.slice(0, until))
          .parserConfiguration({ 'dot-notation': false })
          .strict()
          .exitProcess(false)
          .fail((message, error) => {
            throw error ?? new Error(`${example}: ${message}`);
          }) as Argv;
        await parser.command({ ...command, handler: () => undefined }).parseAsync();
      }
    },
  );

  it.each(['exec', 'campaign s.yaml', 'audit s.yaml'])(
    'of orrery %s is right that a program stands after --',
    async words => {
      await expect(printedBy(...words.split(' '), 'other.yaml', '--', 'true')).rejects.toThrow(
        'other.yaml is an argument too many; a program stands after --',
      );
    },
  );
});
