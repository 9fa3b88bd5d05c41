import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tableFromIPC } from 'apache-arrow';
import { beforeAll, describe, expect, it } from 'vitest';
import { localEngine } from '../../../src/study/engines/local-engine.js';
import { prepareStudy } from '../../../src/study/prepare-study.js';
import { runStudy } from '../../../src/study/run-study.js';
import { ROOT } from '../../support/files/paths.js';
import { SCENARIO, studyFolder } from '../../support/files/study-folder.js';
import { temporaryFolder } from '../../support/files/temporary.js';
import { patience } from '../../support/patience.js';
import { AXES, type Document, sweep, wideRows } from '../../support/process/sweep.js';

/** A study that has ended, of one worker; several tests look at it, none changes it. */
let whole: { readonly file: string; readonly out: string; readonly document: Document };

beforeAll(() => {
  const { folder, file } = studyFolder(AXES);
  const out = join(folder, 'whole');
  const { status, stdout } = sweep(file, '--workers', '1', '--out', out, '--json');
  expect(status).toBe(0);
  whole = { file, out, document: JSON.parse(stdout) };
});

describe('orrery sweep', () => {
  it('gives the same bytes for one worker and for three', () => {
    const { file, out } = whole;
    const other = join(temporaryFolder(), 'three');
    expect(sweep(file, '--workers', '3', '--out', other)).toMatchObject({ status: 0 });
    const [one, three] = [out, other].map(folder =>
      ['results.csv', 'results.arrow', 'study.json'].map(name =>
        readFileSync(join(folder, name)).toString('latin1'),
      ),
    );
    expect(three).toEqual(one);
    const csv = one?.[0] ?? '';
    expect(csv.split('\n')).toHaveLength(1 + 22 + 1);
    expect(csv.split('\n')[0]).toBe(
      'run,param.every,param.units,from,to,netProfit,totalReturn,cagr,tradingDays,volatility,sharpe,' +
        'sortino,calmar,maxDrawdown,skewness,kurtosis,closedTrades,winRate,profitFactor,expectancy,' +
        'sqn,exposure,psr,dsr,dsrOfRuns,refusals,error',
    );
    expect(csv).not.toMatch(/NaN|Infinity|undefined/);
  });

  it('gives the same rows when three threads start at once', async () => {
    const prepared = await prepareStudy(whole.file, { allowPath: [] });
    const [one, three] = await Promise.all(
      [1, 3].map(async workers => {
        const options = { workers, atOnce: workers, secondsMax: 600 };
        const { rows } = await runStudy(prepared, localEngine(prepared.setup, options));
        return JSON.stringify(rows);
      }),
    );
    expect(three).toBe(one);
  });

  it('writes an Arrow table that says what the CSV says', () => {
    const { out, document } = whole;
    const table = tableFromIPC(readFileSync(join(out, 'results.arrow')));
    expect(table.numRows).toBe(22);
    expect(table.toArray().map(row => ({ ...row.toJSON() }))).toEqual(document.runs);
    // Texts even where no run has one: tables of several studies go together.
    const types = table.schema.fields.map(({ name, type }) => `${name} ${String(type)}`);
    expect(types.filter(each => each.endsWith(' Utf8'))).toEqual([
      'from Utf8',
      'to Utf8',
      'refusals Utf8',
      'error Utf8',
    ]);
  });

  it('goes on where it was stopped, and does only what is missing', () => {
    const { file, out } = whole;
    const cut = join(temporaryFolder(), 'cut');
    cpSync(out, cut, { recursive: true });
    const runs = readFileSync(join(cut, 'runs.ndjson'), 'utf8');
    const lines = runs.split('\n');
    writeFileSync(
      join(cut, 'runs.ndjson'),
      `${lines.slice(0, 9).join('\n')}\n${lines[9]?.slice(0, 40)}`,
    );
    rmSync(join(cut, 'results.csv'));
    const again = JSON.parse(sweep(file, '--out', cut, '--json').stdout) as Document;
    expect(again.resumed).toBe(9);
    const table = (folder: string) => readFileSync(join(folder, 'results.csv'), 'utf8');
    expect(table(cut)).toBe(table(out));
    const third = JSON.parse(sweep(file, '--out', cut, '--json').stdout) as Document;
    expect(third.resumed).toBe(22);
    expect(third.runs).toEqual(again.runs);
  });

  it('names the runs that fail, whatever they do, and completes the others', () => {
    const { file } = studyFolder(
      'axes: { mode: [trade, refuse, lost, throw, exit, loop], units: [1000, 2000] }\n',
    );
    const seconds = String(Math.ceil(patience(3_000) / 1_000));
    const { status, stdout } = sweep(file, '--json', '--workers', '2', '--time-limit', seconds);
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
      ...twice('lost', "candles of USD_JPY: the scenario's market does not have it"),
      ...twice('throw', expect.stringMatching(/^onCandle at 2024-.*Z: broke at a candle$/)),
      ...twice('exit', expect.stringContaining('was lost: ')),
      ...twice('loop', `did not end within ${seconds} s`),
    ]);
    expect(runs.slice(0, 2).every(run => Number(run['closedTrades']) > 0)).toBe(true);
  });

  it('finds the one run that takes its thread with it among many that are handed over together', () => {
    const { file } = studyFolder(
      'axes: { exitAt: [150], units: { from: 101, to: 160, step: 1 } }\n',
    );
    const { status, stdout } = sweep(file, '--json', '--workers', '2');
    expect(status).toBe(1);
    const { runs } = JSON.parse(stdout) as Document;
    expect(runs).toHaveLength(60);
    const failed = runs.filter(run => run['error'] !== null);
    expect(failed).toEqual([
      expect.objectContaining({ 'param.units': 150, error: expect.stringContaining('was lost: ') }),
    ]);
  });

  it('samples the trades of the best run', () => {
    const { folder, file } = studyFolder('axes: { every: [2, 5] }\nmonteCarlo: { samples: 100 }\n');
    const out = join(folder, 'out');
    const { status, stdout } = sweep(file, '--out', out, '--reports', '2');
    expect(status).toBe(0);
    expect(stdout).toContain('Monte Carlo of the best run: 100 samples of ');
    expect(wideRows(stdout)).toEqual([]);
    const csv = readFileSync(join(out, 'monte-carlo.csv'), 'utf8');
    expect(csv.split('\n')[0]).toBe('quantile,shuffledDrawdown,redrawnProfit,redrawnDrawdown');
    expect(csv.split('\n')).toHaveLength(9);
    const page = readFileSync(join(out, 'results.html'), 'utf8');
    expect(page).toMatch(/<h2>Monte Carlo<\/h2>.*class="drawing".*data-sort="0.99"/s);
    expect(page).toContain('<a href="runs/1/report.html">1</a>');
    expect(readFileSync(join(out, 'runs', '1', 'report.html'), 'utf8')).toContain('<h1>small</h1>');
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
    expect(page).toContain(
      '<h3>Best maxDrawdownTick by instrument and slow, over all values of fast</h3>',
    );
    expect(page).toMatch(/class="number">GBP_USD<\/th><td class="number down/);
  });

  it('adds the figures that a study names, and what it ranks by, to its tables', () => {
    const { file } = studyFolder('axes: { every: [2, 5] }\nfigures: [fills]\nrank: payoffRatio\n');
    const { status, stdout } = sweep(file);
    expect(status).toBe(0);
    expect(stdout).toMatch(/netProfit .* payoffRatio .* fills/);
    expect(wideRows(stdout)).toEqual([]);
    expect(stdout).toContain('2 runs, ranked by payoffRatio');
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
});
