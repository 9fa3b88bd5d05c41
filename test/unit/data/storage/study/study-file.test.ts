import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { schemaText } from '../../../../../src/cli/commands/schema.js';
import { InputError } from '../../../../../src/core/base/input-error.js';
import { loadStudy } from '../../../../../src/data/storage/study/study-file.js';
import { ROOT } from '../../../../support/files/paths.js';
import { temporaryFolder } from '../../../../support/files/temporary.js';

const GOOD = `version: 1
name: good
scenario: s.yaml
axes: { fast: [1, 2.50, true, x] }
`;

function fileWith(text: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 's.yaml'), 'version: 1\n');
  writeFileSync(join(folder, 'study.yaml'), text);
  return join(folder, 'study.yaml');
}

async function refusal(text: string): Promise<string> {
  const file = fileWith(text);
  const error = await loadStudy(file).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(InputError);
  return (error as Error).message.replace(file, 'study.yaml');
}

const axes = (text: string) => GOOD.replace('{ fast: [1, 2.50, true, x] }', text);

describe('bad study files', () => {
  it.each<[string, string, string]>([
    ['unknown key', `${GOOD}sede: 1\n`, 'study.yaml:5:7: sede: unknown key (did you mean seed?)'],
    ['missing axes', GOOD.replace(/axes.*\n/, ''), 'study.yaml:1:1: missing key axes'],
    ['no axis', axes('{}'), 'axes: must have at least 1 key'],
    ['an axis without values', axes('{ a: [] }'), 'axes.a: must have at least 1 value'],
    ['an axis that is one value', axes('{ a: 3 }'), 'axes.a: must be a list or a map, was 3'],
    [
      'a value that is a list',
      axes('{ a: [[1]] }'),
      'axes.a[0]: must be text or a number or true or false',
    ],
    [
      'a value twice',
      axes('{ a: [1, 2, 1] }'),
      'axes.a[2]: must name each value once, was 1 twice',
    ],
    ['a range without a step', axes('{ a: { from: 1, to: 2 } }'), 'axes.a: missing key step'],
    [
      'a step of nothing',
      axes('{ a: { from: 1, to: 2, step: 0 } }'),
      'axes.a.step: must be above 0',
    ],
    [
      'a range backwards',
      axes('{ a: { from: 2, to: 1, step: 1 } }'),
      'axes.a.to: must not be below',
    ],
    [
      'a range of words',
      axes('{ a: { from: x, to: 1, step: 1 } }'),
      'a plain decimal number, was x',
    ],
    ['a range too long', axes('{ a: { from: 0, to: 1, step: 0.00001 } }'), 'at most 10000 values'],
    [
      'an odd name',
      axes('{ "a b": [1] }'),
      'axes.a b: must be the name of a parameter: a letter, then letters, digits and _; for the strategy of an account, its id and a point before it, was a b',
    ],
    ['a rank that is none', `${GOOD}rank: sharp\n`, 'was sharp (did you mean sharpe?)'],
    [
      'a rank by half its name',
      `${GOOD}rank: drawdown\n`,
      'study.yaml:5:7: rank: must be one of the',
    ],
    ['a rank of another tool', `${GOOD}rank: return\n`, 'was return (did you mean totalReturn?)'],
    [
      'a figure that is none',
      `${GOOD}figures: [fills, sortimo]\n`,
      'study.yaml:5:18: figures[1]: must be one of the',
    ],
    ['a figure misspelt', `${GOOD}figures: [sortimo]\n`, 'sortimo (did you mean sortino?)'],
    ['a figure of all runs', `${GOOD}figures: [psr]\n`, 'figures[0]: must be one of the'],
    ['figures that are no list', `${GOOD}figures: fills\n`, 'figures: must be a list, was fills'],
    ['a missing scenario', GOOD.replace('s.yaml', 'n.yaml'), 'scenario: no such file: n.yaml'],
    [
      'windows backwards',
      `${GOOD}windows: [{ from: 2024-03-05T00:00:00Z, to: 2024-03-04T00:00:00Z }]\n`,
      'windows[0].to: must be after from',
    ],
    [
      'a walk without a length',
      `${GOOD}walkForward: { inSample: 0d, outOfSample: 1d }\n`,
      'walkForward.inSample: must be a duration such as 5d, was 0d',
    ],
    [
      'a walk and windows',
      `${GOOD}windows: [{ from: 2024-03-04T00:00:00Z, to: 2024-03-05T00:00:00Z }]\nwalkForward: { inSample: 1d, outOfSample: 1d }\n`,
      'walkForward: makes its own windows',
    ],
    [
      'goals beside a rank',
      `${GOOD}rank: sharpe\ngoals: [sharpe, maxDrawdown]\n`,
      'goals: rank the runs: remove rank',
    ],
    ['a single goal', `${GOOD}goals: [sharpe]\n`, 'goals: must'],
    ['a list as a study', '[]\n', 'must be a map'],
  ])('%s', async (_name, text, message) => {
    expect(await refusal(text)).toContain(message);
  });
});

describe('good study files', () => {
  it('have values as the strategy gets them', async () => {
    const study = await loadStudy(fileWith(GOOD));
    expect(study.axes).toEqual([{ name: 'fast', values: [1, 2.5, true, 'x'] }]);
    expect(study).toMatchObject({ name: 'good', seed: 1, rank: 'sharpe', windows: [] });
  });

  it('compare by the figures of every study, those they name, and the one they rank by', async () => {
    const figures = async (text: string) => (await loadStudy(fileWith(text))).figures;
    const always = await figures(GOOD);
    expect(always).toEqual(expect.arrayContaining(['netProfit', 'sharpe', 'tradingDays']));
    expect(await figures(`${GOOD}rank: psr\n`)).toEqual(always);
    const more = await figures(`${GOOD}figures: [fills]\nrank: ulcerIndex\n`);
    expect(more.filter(name => !always.includes(name))).toEqual(['ulcerIndex', 'fills']);
  });

  it('count ranges in exact decimals, the end included', async () => {
    const study = await loadStudy(fileWith(axes('{ a: { from: -0.1, to: 0.3, step: 0.1 } }')));
    expect(study.axes[0]?.values).toEqual([-0.1, 0, 0.1, 0.2, 0.3]);
  });

  it('have one digest whatever their comments, another when a value changes', async () => {
    const digest = async (text: string) => (await loadStudy(fileWith(text))).digest;
    expect(await digest(`# why\n${GOOD}`)).toBe(await digest(GOOD));
    expect(await digest(GOOD.replace('2.50', '2.51'))).not.toBe(await digest(GOOD));
  });
});

describe('the shipped studies', () => {
  const folder = join(ROOT, 'scenarios', 'studies');
  const files = readdirSync(folder).filter(name => name.endsWith('.yaml'));

  it.each(files)('%s is good', async name => {
    await expect(loadStudy(join(folder, name))).resolves.toMatchObject({
      name: name.replace('.yaml', ''),
    });
  });

  it('are described by the schema that stands beside them', () => {
    const committed = readFileSync(join(folder, 'study.schema.json'), 'utf8');
    expect(committed).toBe(`${schemaText('study')}\n`);
  });
});
