import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tableFromIPC } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { MAIN, ROOT } from '../support/files/paths.js';
import { SCENARIO, studyFolder } from '../support/files/study-folder.js';
import { temporaryFolder } from '../support/files/temporary.js';

/** Studies in real processes and threads; `npm test` builds what they start. */

const AXES = 'axes: { every: { from: 2, to: 12, step: 1 }, units: [1000, 7000] }\n';

function sweep(file: string, ...flags: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, 'sweep', file, ...flags], {
    encoding: 'utf8',
    cwd: ROOT,
  });
  return { status, stdout, stderr };
}

interface Document {
  readonly runs: readonly Record<string, unknown>[];
  readonly walkForward?: readonly Record<string, unknown>[];
  readonly resumed: number;
  readonly best: number | null;
  readonly timing: { readonly runsPerSecond: number };
}

describe('orrery sweep', () => {
  it('gives the same bytes for one worker and for three', () => {
    const { folder, file } = studyFolder(AXES);
    const [one, three] = ['1', '3'].map(workers => {
      const out = join(folder, workers);
      expect(sweep(file, '--workers', workers, '--out', out)).toMatchObject({ status: 0 });
      return ['results.csv', 'results.arrow', 'study.json'].map(name =>
        readFileSync(join(out, name)).toString('latin1'),
      );
    });
    expect(three).toEqual(one);
    const csv = one?.[0] ?? '';
    expect(csv.split('\n')).toHaveLength(1 + 22 + 1);
    expect(csv.split('\n')[0]).toBe(
      'run,param.every,param.units,from,to,netProfit,totalReturn,cagr,tradingDays,volatility,sharpe,' +
        'sortino,calmar,maxDrawdown,skewness,kurtosis,closedTrades,winRate,profitFactor,expectancy,' +
        'sqn,exposure,psr,dsr,error',
    );
    expect(csv).not.toMatch(/NaN|Infinity|undefined/);
  });

  it('writes an Arrow table that says what the CSV says', () => {
    const { folder, file } = studyFolder(AXES);
    const out = join(folder, 'out');
    const { stdout } = sweep(file, '--out', out, '--json');
    const { runs } = JSON.parse(stdout) as Document;
    const table = tableFromIPC(readFileSync(join(out, 'results.arrow')));
    expect(table.numRows).toBe(22);
    expect(table.toArray().map(row => ({ ...row.toJSON() }))).toEqual(runs);
    // Texts even where no run has one: tables of several studies go together.
    const types = table.schema.fields.map(({ name, type }) => `${name} ${String(type)}`);
    expect(types.filter(each => each.endsWith(' Utf8'))).toEqual([
      'from Utf8',
      'to Utf8',
      'error Utf8',
    ]);
  });

  it('goes on where it was stopped, and does only what is missing', () => {
    const { folder, file } = studyFolder(AXES);
    const [whole, cut] = ['whole', 'cut'].map(name => join(folder, name)) as [string, string];
    sweep(file, '--out', whole);
    sweep(file, '--out', cut);
    const runs = readFileSync(join(cut, 'runs.ndjson'), 'utf8');
    const lines = runs.split('\n');
    writeFileSync(
      join(cut, 'runs.ndjson'),
      `${lines.slice(0, 9).join('\n')}\n${lines[9]?.slice(0, 40)}`,
    );
    rmSync(join(cut, 'results.csv'));
    const again = JSON.parse(sweep(file, '--out', cut, '--json').stdout) as Document;
    expect(again.resumed).toBe(9);
    const table = (out: string) => readFileSync(join(out, 'results.csv'), 'utf8');
    expect(table(cut)).toBe(table(whole));
    const third = JSON.parse(sweep(file, '--out', cut, '--json').stdout) as Document;
    expect(third.resumed).toBe(22);
    expect(third.runs).toEqual(again.runs);
  });

  it.each([
    ['study.yaml', (text: string) => text.replace('7000', '7001'), 'study'],
    ['s.yaml', (text: string) => text.replace('10000', '10001'), 'scenario'],
    ['strategy.ts', (text: string) => `${text}\n`, 'strategy'],
    ['t.csv', (text: string) => text.replace('1.08', '1.07'), 'ticks'],
  ])('notices that %s has changed', (name, change, part) => {
    const { folder, file } = studyFolder(AXES);
    const out = join(folder, 'out');
    sweep(file, '--out', out);
    const before = readFileSync(join(out, 'results.csv'), 'utf8');
    writeFileSync(join(folder, name), change(readFileSync(join(folder, name), 'utf8')));
    const { status, stderr } = sweep(file, '--out', out);
    expect([status, stderr]).toEqual([
      2,
      `${out}: holds runs from before a change of ${part}: name another folder, or remove it\n`,
    ]);
    expect(readFileSync(join(out, 'results.csv'), 'utf8')).toBe(before);
  });

  it('notices that a file has changed that the strategy imports', () => {
    const { folder, file } = studyFolder(AXES);
    const [out, helper] = [join(folder, 'out'), join(folder, 'helper.ts')];
    const strategy = readFileSync(join(folder, 'strategy.ts'), 'utf8');
    writeFileSync(join(folder, 'strategy.ts'), `import './helper.js';\n${strategy}`);
    writeFileSync(helper, 'export const length = 1;\n');
    expect(sweep(file, '--out', out).status).toBe(0);
    writeFileSync(helper, 'export const length = 2;\n');
    expect(sweep(file, '--out', out).stderr).toContain('from before a change of strategy: ');
  });

  it('names the runs that fail, whatever they do, and completes the others', () => {
    const { file } = studyFolder(
      'axes: { mode: [trade, refuse, lost, throw, exit, loop], units: [1000, 2000] }\n',
    );
    const { status, stdout } = sweep(file, '--json', '--workers', '2', '--time-limit', '3');
    expect(status).toBe(1);
    const { runs } = JSON.parse(stdout) as Document;
    const errors = runs.map(run => [run['param.mode'], run['error']]);
    const twice = (mode: string, error: unknown) => [
      [mode, error],
      [mode, error],
    ];
    expect(errors).toEqual([
      ...twice('trade', null),
      ...twice('refuse', 'refused by strategy.ts: cannot stand it'),
      ...twice('lost', "candles of USD_JPY: not in the scenario's market"),
      ...twice('throw', expect.stringMatching(/^onCandle at 2024-.*Z: broke at a candle$/)),
      ...twice('exit', expect.stringContaining('was lost: ')),
      ...twice('loop', 'did not end within 3 s'),
    ]);
    expect(runs.slice(0, 2).every(run => Number(run['closedTrades']) > 0)).toBe(true);
  });

  it('finds the one run that takes its thread with it among many that are handed over together', () => {
    const { file } = studyFolder('axes: { exitAt: [150], units: { from: 1, to: 200, step: 1 } }\n');
    const { status, stdout } = sweep(file, '--json', '--workers', '2');
    expect(status).toBe(1);
    const { runs } = JSON.parse(stdout) as Document;
    expect(runs).toHaveLength(200);
    const failed = runs.filter(run => run['error'] !== null);
    expect(failed).toEqual([
      expect.objectContaining({ 'param.units': 150, error: expect.stringContaining('was lost: ') }),
    ]);
  });

  it('walks forward: what is tried is what ranked first in the window before', () => {
    const { folder, file } = studyFolder(
      `${AXES}walkForward: { inSample: 2d, outOfSample: 1d }\nrank: netProfit\n`,
    );
    const out = join(folder, 'out');
    const { status, stdout } = sweep(file, '--json', '--out', out);
    expect(status).toBe(0);
    const { runs, walkForward = [] } = JSON.parse(stdout) as Document;
    expect(runs).toHaveLength(2 * 22);
    expect(walkForward.map(({ from, split, to }) => [from, split, to])).toEqual([
      ['2024-03-04', '2024-03-06', '2024-03-07'].map(day => `${day}T00:00:00.000000000Z`),
      ['2024-03-05', '2024-03-07', '2024-03-08'].map(day => `${day}T00:00:00.000000000Z`),
    ]);
    for (const fold of walkForward) {
      const inSample = runs.filter(run => run['from'] === fold['from']);
      const most = Math.max(...inSample.map(run => Number(run['netProfit'])));
      expect(fold['inSample.netProfit']).toBe(most);
      expect(fold['outOfSample.netProfit']).toEqual(expect.any(Number));
      const chosen = inSample.find(run => run['netProfit'] === most);
      expect(fold['param.every']).toBe(chosen?.['param.every']);
    }
    const csv = readFileSync(join(out, 'walk-forward.csv'), 'utf8');
    expect(csv).toContain('outOfSample.sharpe');
    const page = readFileSync(join(out, 'results.html'), 'utf8');
    expect(page).toMatch(
      /<h2>Walk forward<\/h2>.*<th title="Net profit: [^"]*">outOfSample.netProfit<\/th>/s,
    );
    expect(page).not.toContain('<h2>Monte Carlo</h2>');
    // The choices are known from the start before, too.
    const again = JSON.parse(sweep(file, '--json', '--out', out).stdout) as Document;
    expect([again.resumed, again.timing.runsPerSecond]).toEqual([46, 0]);
    expect(sweep(file, '--out', out).stdout).toContain('44 runs, 46 results from before, ranked');
  });

  it('tells of a choice that fails out of sample, by its exit code too', () => {
    const { folder, file } = studyFolder(
      'axes: { every: [2, 3] }\nwalkForward: { inSample: 4d, outOfSample: 12h }\nrank: netProfit\n',
    );
    writeFileSync(
      join(folder, 'strategy.ts'),
      `export const strategy = () => ({
        candles: [{ instrument: 'EUR_USD', granularity: 'H1' }],
        onCandle(context) {
          if (context.time > '2024-03-08T03') throw new Error('never saw the like');
        },
      });`,
    );
    const { status, stdout } = sweep(file, '--json');
    const { walkForward = [] } = JSON.parse(stdout) as Document;
    expect(walkForward.map(({ error }) => error)).toEqual([
      expect.stringContaining('never saw the like'),
    ]);
    expect(status).toBe(1);
  });

  it('lets a model choose, the same way for any number of workers and after an interruption', () => {
    const { folder, file } = studyFolder(
      'axes: { every: { from: 1, to: 40, step: 1 }, units: { from: 100, to: 4000, step: 100 } }\n' +
        'search: { model: { runs: 36, initial: 12, batch: 8 } }\nrank: netProfit\n',
    );
    const [one, three, cut] = ['1', '3', 'cut'].map(name => join(folder, name)) as string[];
    const table = (out = '') => readFileSync(join(out, 'results.csv'), 'utf8');
    sweep(file, '--workers', '1', '--out', one ?? '');
    sweep(file, '--workers', '3', '--out', three ?? '');
    expect(table(three)).toBe(table(one));
    sweep(file, '--out', cut ?? '');
    const lines = readFileSync(join(cut ?? '', 'runs.ndjson'), 'utf8').split('\n');
    writeFileSync(join(cut ?? '', 'runs.ndjson'), `${lines.slice(0, 17).join('\n')}\n`);
    const again = JSON.parse(sweep(file, '--out', cut ?? '', '--json').stdout) as Document;
    expect(again.resumed).toBe(17);
    expect(table(cut)).toBe(table(one));
    const tried = again.runs.map(run => `${run['param.every']} ${run['param.units']}`);
    expect(new Set(tried).size).toBe(36);
  });

  it('lets a model choose within each fold of a walk forward', () => {
    const { file } = studyFolder(
      'axes: { every: { from: 1, to: 40, step: 1 } }\nsearch: { model: { runs: 15 } }\n' +
        'walkForward: { inSample: 2d, outOfSample: 1d }\nrank: netProfit\n',
    );
    const { runs, walkForward = [] } = JSON.parse(sweep(file, '--json').stdout) as Document;
    expect(runs).toHaveLength(30);
    expect(walkForward).toHaveLength(2);
    const [first, second] = [runs.slice(0, 15), runs.slice(15)].map(half =>
      half.map(run => run['param.every']),
    );
    expect(second).not.toEqual(first);
  });

  it('tries each set in each window, and ranks deflated ratios within one', () => {
    const { file } = studyFolder(
      'axes: { every: [2, 3] }\nwindows:\n' +
        '  - { from: 2024-03-04T00:00:00Z, to: 2024-03-06T00:00:00Z }\n' +
        '  - { from: 2024-03-06T00:00:00Z, to: 2024-03-08T00:00:00Z }\n',
    );
    const { runs } = JSON.parse(sweep(file, '--json').stdout) as Document;
    expect(runs.map(run => [run['param.every'], String(run['from']).slice(0, 10)])).toEqual([
      [2, '2024-03-04'],
      [3, '2024-03-04'],
      [2, '2024-03-06'],
      [3, '2024-03-06'],
    ]);
  });

  it('takes windows on whole days of the ticks, whenever in the day they begin and end', () => {
    const whole = 'windows: [{ from: 2024-03-04T00:00:00Z, to: 2024-03-09T00:00:00Z }]\n';
    const { folder, file } = studyFolder(`axes: { every: [2, 3] }\n${whole}`);
    const [first, ...rows] = readFileSync(join(folder, 't.csv'), 'utf8').split('\n');
    writeFileSync(join(folder, 't.csv'), [first, ...rows.slice(3)].join('\n'));
    const { status, stdout } = sweep(file, '--json');
    expect(status).toBe(0);
    const { runs } = JSON.parse(stdout) as Document;
    expect(runs.map(run => [run['from'], run['to']])).toEqual(
      Array(2).fill(['2024-03-04T00:00:00.000000000Z', '2024-03-09T00:00:00.000000000Z']),
    );
    expect(runs.every(run => Number(run['closedTrades']) > 30)).toBe(true);
    writeFileSync(
      join(folder, 's.yaml'),
      `${SCENARIO}window: { from: 2024-03-04T12:00:00Z, to: 2024-03-08T00:00:00Z }\n`,
    );
    expect(sweep(file).stderr).toContain("must lie inside the scenario's window, 2024-03-04T12:00");
  });

  it('samples the trades of the best run', () => {
    const { folder, file } = studyFolder('axes: { every: [2, 5] }\nmonteCarlo: { samples: 100 }\n');
    const out = join(folder, 'out');
    const { status, stdout } = sweep(file, '--out', out);
    expect(status).toBe(0);
    expect(stdout).toContain('Monte Carlo of the best run: 100 samples of ');
    const csv = readFileSync(join(out, 'monte-carlo.csv'), 'utf8');
    expect(csv.split('\n')[0]).toBe('quantile,shuffledDrawdown,redrawnProfit,redrawnDrawdown');
    expect(csv.split('\n')).toHaveLength(9);
    const page = readFileSync(join(out, 'results.html'), 'utf8');
    expect(page).toMatch(/<h2>Monte Carlo<\/h2>.*<td>0.99<\/td>/s);
  });

  it('varies the instrument, and ranks by a figure of every tick of which less is better', () => {
    const file = join(ROOT, 'scenarios', 'studies', 'sma-instruments.yaml');
    const out = join(temporaryFolder(), 'out');
    const { status, stdout } = sweep(file, '--json', '--out', out);
    expect(status).toBe(0);
    const { runs, best } = JSON.parse(stdout) as Document;
    const pairs = runs.map(run => run['param.instrument']);
    expect(new Set(pairs)).toEqual(new Set(['EUR_USD', 'GBP_USD', 'USD_JPY']));
    // The same averages come to something else in each pair.
    const profits = runs.filter(run => run['param.fast'] === 5 && run['param.slow'] === 20);
    expect(new Set(profits.map(run => run['netProfit'])).size).toBe(3);
    const depths = runs.map(run => Number(run['maxDrawdownTick']));
    expect(depths.indexOf(Math.min(...depths)) + 1).toBe(best);
    for (const [index, run] of runs.entries()) {
      expect(depths[index]).toBeGreaterThanOrEqual(Number(run['maxDrawdown']));
    }
    const page = readFileSync(join(out, 'results.html'), 'utf8');
    expect(page).toContain('ranked by maxDrawdownTick, the least first');
    expect(page).toContain('<caption>maxDrawdownTick: instrument down, slow across</caption>');
    expect(page).toContain('<tr><th>GBP_USD</th><td class="down');
  });

  it('adds the figures that a study names, and what it ranks by, to its tables', () => {
    const { file } = studyFolder('axes: { every: [2, 5] }\nfigures: [fills]\nrank: payoffRatio\n');
    const { status, stdout } = sweep(file);
    expect(status).toBe(0);
    expect(stdout).toMatch(/winRate .* profitFactor .* payoffRatio .* fills .* psr/);
    expect(stdout).toContain('2 runs, ranked by payoffRatio');
  });

  it('refuses a strategy whose runs depend on those before', () => {
    const { folder, file } = studyFolder('axes: { mode: [leaky], every: [2, 3, 4] }\n');
    const out = join(folder, 'out');
    const { status, stdout, stderr } = sweep(file, '--out', out);
    expect([status, stdout]).toEqual([2, '']);
    expect(existsSync(join(out, 'runs.ndjson'))).toBe(false);
    expect(stderr).toContain('scenario: run 1 came to something else when it was repeated');
  });

  it('repeats the best run with other seeds, and on ticks drawn in blocks', () => {
    const { folder, file } = studyFolder(
      'axes: { every: [2, 5] }\n' +
        'monteCarlo: { samples: 10, noise: { runs: 12 }, bootstrap: { runs: 9, block: 8 } }\n',
    );
    writeFileSync(
      join(folder, 's.yaml'),
      `${SCENARIO}execution: { slippage: { min: 0, max: 40 } }\n`,
    );
    const tables = ['1', '2'].map(workers => {
      const out = join(folder, workers);
      expect(sweep(file, '--out', out, '--workers', workers).status).toBe(0);
      return readFileSync(join(out, 'monte-carlo.csv'), 'utf8');
    });
    expect(tables[1]).toBe(tables[0]);
    const [header = '', ...rows] = (tables[0] ?? '').split('\n').slice(0, -1);
    expect(header).toMatch(/,noiseProfit,noiseDrawdown,bootstrapProfit,bootstrapDrawdown$/);
    const profits = (column: number) => rows.map(row => Number(row.split(',').at(column)));
    for (const column of [-4, -2]) {
      const values = profits(column);
      expect(values).toEqual([...values].sort((a, b) => a - b));
      expect(new Set(values).size).toBeGreaterThan(1);
    }
  });

  it.each<[string, string, string]>([
    [
      'noise where nothing is drawn',
      `${AXES}monteCarlo: { samples: 10, noise: { runs: 5 } }\n`,
      'monteCarlo.noise: needs an execution that draws',
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
      'search.model.runs: must be at most the 3 of the grid, was 4',
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
      "windows[0]: must lie inside the scenario's window",
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
  ])('refuses %s before anything runs', (_name, text, message) => {
    const { file } = studyFolder(text);
    const { status, stdout, stderr } = sweep(file);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('refuses an axis that is no parameter of the strategy before anything runs', () => {
    const { folder, file } = studyFolder('axes: { unit: [1000, 7000] }\n');
    const parameters = `export const parameters = {
  units: { type: 'integer', default: 1, describe: 'held' },
};
`;
    const strategy = join(folder, 'strategy.ts');
    writeFileSync(strategy, parameters + readFileSync(strategy, 'utf8'));
    const { status, stderr } = sweep(file);
    expect(status).toBe(2);
    expect(stderr).toContain(
      'study.yaml:4:15: axes.unit: unknown parameter of the strategy (did you mean units?)',
    );
  });

  it('refuses a scenario without a strategy, a folder of something else, and odd flags', () => {
    const { folder, file } = studyFolder(AXES);
    expect(sweep(file, '--out', folder).stderr).toContain('is not the folder of a study');
    expect(sweep(file, '--workers', '0').stderr).toContain('--workers: must be a whole number');
    expect(sweep(file, '--time-limit', '0').stderr).toContain('--time-limit: must be seconds');
    writeFileSync(join(folder, 's.yaml'), SCENARIO.replace(/strategy:.*\n/, ''));
    expect(sweep(file)).toMatchObject({ status: 2 });
    expect(sweep(file).stderr).toContain('scenario: has no strategy whose parameters');
  });
});
