import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { SCENARIO, studyFolder } from '../../support/files/study-folder.js';
import { commandHere, type Ended } from '../../support/process/in-process.js';
import { AXES, sweep } from '../../support/process/sweep.js';

/** A sweep that is refused before it starts threads. */
function sweepHere(...args: readonly string[]): Promise<Ended> {
  return commandHere(['sweep', ...args]);
}

describe('bad input of orrery sweep', () => {
  const study = studyFolder(AXES);
  const out = join(study.folder, 'out');
  let table = '';
  beforeAll(() => {
    expect(sweep(study.file, '--out', out)).toMatchObject({ status: 0 });
    table = readFileSync(join(out, 'results.csv'), 'utf8');
  });

  it.each([
    ['study.yaml', (text: string) => text.replace('7000', '7001'), 'study'],
    ['s.yaml', (text: string) => text.replace('10000', '10001'), 'scenario'],
    ['strategy.ts', (text: string) => `${text}\n`, 'strategy'],
    ['t.csv', (text: string) => text.replace('1.08', '1.07'), 'ticks'],
  ])('notices that %s has changed', async (name, change, part) => {
    const path = join(study.folder, name);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, change(text));
    const { status, stderr } = await sweepHere(study.file, '--out', out);
    writeFileSync(path, text);
    expect([status, stderr]).toEqual([
      2,
      `${out}: holds runs that were made before ${part} changed: name another folder, or remove this one\n`,
    ]);
    expect(readFileSync(join(out, 'results.csv'), 'utf8')).toBe(table);
  });

  it('notices that a file has changed that the strategy imports', async () => {
    const { folder, file } = studyFolder(AXES);
    const [out, helper] = [join(folder, 'out'), join(folder, 'helper.ts')];
    const strategy = readFileSync(join(folder, 'strategy.ts'), 'utf8');
    writeFileSync(join(folder, 'strategy.ts'), `import './helper.js';\n${strategy}`);
    writeFileSync(helper, 'export const length = 1;\n');
    expect(sweep(file, '--out', out).status).toBe(0);
    writeFileSync(helper, 'export const length = 2;\n');
    expect((await sweepHere(file, '--out', out)).stderr).toContain(
      'made before strategy changed: ',
    );
  });

  it('notices that the calendar has changed', async () => {
    const { folder, file } = studyFolder('axes: { every: [3] }\n');
    const [out, calendar] = [join(folder, 'out'), join(folder, 'news.csv')];
    writeFileSync(join(folder, 's.yaml'), `${SCENARIO}events: news.csv\n`);
    const head = 'time,currency,impact,name\n';
    writeFileSync(calendar, `${head}2024-03-05T12:00:00Z,USD,high,rates\n`);
    expect(sweep(file, '--out', out).status).toBe(0);
    writeFileSync(calendar, `${head}2024-03-06T12:00:00Z,USD,high,rates\n`);
    expect((await sweepHere(file, '--out', out)).stderr).toContain(
      'made before calendar changed: ',
    );
  });

  it('notices that a file of rates of financing has changed', async () => {
    const { folder, file } = studyFolder('axes: { every: [3] }\n');
    const [out, rates] = [join(folder, 'out'), join(folder, 'rates.csv')];
    writeFileSync(join(folder, 's.yaml'), `${SCENARIO}financing: { rates: ./rates.csv }\n`);
    const head = 'instrument,from,long,short\n';
    writeFileSync(rates, `${head}EUR_USD,2024-01-01,-0.01,-0.02\n`);
    expect(sweep(file, '--out', out).status).toBe(0);
    writeFileSync(rates, `${head}EUR_USD,2024-01-01,-0.03,-0.02\n`);
    expect((await sweepHere(file, '--out', out)).stderr).toContain(
      'made before financing changed: ',
    );
  });

  it('refuses a strategy whose runs depend on those before', () => {
    const { folder, file } = studyFolder('axes: { mode: [leaky], every: [2, 3, 4] }\n');
    const out = join(folder, 'out');
    const { status, stdout, stderr } = sweep(file, '--out', out);
    expect([status, stdout]).toEqual([2, '']);
    expect(existsSync(join(out, 'runs.ndjson'))).toBe(false);
    expect(stderr).toContain('scenario: run 1 gave another result when it was repeated');
  });

  it.each<[string, string, string]>([
    [
      'noise where nothing is drawn',
      `${AXES}monteCarlo: { samples: 10, noise: { runs: 5 } }\n`,
      'monteCarlo.noise: needs an execution with random values',
    ],
    [
      'a figure that there is not',
      `${AXES}figures: [sharpe,\n  drawdown]\n`,
      'study.yaml:6:3: figures[1]: must be one of the ',
    ],
    [
      'a rank that there is not',
      `${AXES}rank: trades\n`,
      'was trades (did you mean closedTrades?)',
    ],
    [
      'an exploding grid',
      'axes: { a: { from: 1, to: 1000, step: 1 }, b: { from: 1, to: 1000, step: 1 } }\n',
      'makes 1,000,000 runs (a 1000 x b 1000, windows 1), more than 100,000',
    ],
    [
      'a model that is to choose more than there is',
      'axes: { every: [1, 2, 3] }\nsearch: { model: { runs: 4 } }\n',
      'search.model.runs: must be at most the 3 combinations of the grid, was 4',
    ],
    ['two searches at once', `${AXES}search: { random: 3, model: { runs: 4 } }\n`, 'search: must'],
    [
      'a window without ticks',
      `${AXES}windows: [{ from: 2024-03-04T00:10:00Z, to: 2024-03-04T00:20:00Z }]\n`,
      'windows[0]: holds no tick',
    ],
    [
      'a window outside',
      `${AXES}windows: [{ from: 2024-03-03T00:00:00Z, to: 2024-03-05T00:00:00Z }]\n`,
      "windows[0]: must be inside the scenario's window",
    ],
    [
      'a walk that is too long',
      `${AXES}walkForward: { inSample: 4d, outOfSample: 2d }\n`,
      "walkForward: is longer than the scenario's window",
    ],
    [
      'a walk that is longer than time',
      `${AXES}walkForward: { inSample: 104000d, outOfSample: 2d }\n`,
      "walkForward: is longer than the scenario's window",
    ],
  ])('refuses %s before anything runs', async (_name, text, message) => {
    const { file } = studyFolder(text);
    const { status, stdout, stderr } = await sweepHere(file);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('refuses an axis that is no parameter of the strategy before anything runs', async () => {
    const { folder, file } = studyFolder('axes: { unit: [1000, 7000] }\n');
    const parameters = `export const parameters = {
  units: { type: 'integer', default: 1, describe: 'held' },
};
`;
    const strategy = join(folder, 'strategy.ts');
    writeFileSync(strategy, parameters + readFileSync(strategy, 'utf8'));
    const { status, stderr } = await sweepHere(file);
    expect(status).toBe(2);
    expect(stderr).toContain(
      'study.yaml:4:15: axes.unit: unknown parameter of the strategy (did you mean units?)',
    );
  });

  it('refuses a scenario without a strategy, a folder of something else, and odd flags', async () => {
    const { folder, file } = studyFolder(AXES);
    expect((await sweepHere(file, '--out', folder)).stderr).toContain(
      'is not the folder of a study',
    );
    expect((await sweepHere(file, '--workers', '0')).stderr).toContain(
      '--workers: must be a whole number',
    );
    expect((await sweepHere(file, '--time-limit', '0')).stderr).toContain(
      '--time-limit: must be seconds',
    );
    writeFileSync(join(folder, 's.yaml'), SCENARIO.replace(/strategy:.*\n/, ''));
    expect(await sweepHere(file)).toMatchObject({ status: 2 });
    expect((await sweepHere(file)).stderr).toContain('scenario: has no strategy; a study varies');
  });
});
