import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SCENARIO, studyFolder } from '../../support/files/study-folder.js';
import { AXES, type Document, sweep, wideRows } from '../../support/process/sweep.js';

describe('orrery sweep over windows', () => {
  it('walks forward: what is tried is what ranked first in the window before', () => {
    const { folder, file } = studyFolder(
      `${AXES}walkForward: { inSample: 2d, outOfSample: 1d }\nrank: netProfit\n`,
    );
    const out = join(folder, 'out');
    const { status, stdout } = sweep(file, '--json', '--out', out);
    expect(status).toBe(0);
    const { runs, walkForward = [], joined } = JSON.parse(stdout) as Document;
    const whole = (time: string) => `${time}:00.000000000Z`;
    expect(runs).toHaveLength(3 * 22);
    expect(walkForward.map(({ from, split, to }) => [from, split, to])).toEqual([
      ['2024-03-04T00:00', '2024-03-05T22:00', '2024-03-06T22:00'].map(whole),
      ['2024-03-04T22:00', '2024-03-06T22:00', '2024-03-07T22:00'].map(whole),
      ['2024-03-05T22:00', '2024-03-07T22:00', '2024-03-08T22:00'].map(whole),
    ]);
    for (const fold of walkForward) {
      const inSample = runs.filter(run => run['from'] === fold['from']);
      const most = Math.max(...inSample.map(run => Number(run['netProfit'])));
      expect(fold['inSample.netProfit']).toBe(most);
      expect(fold['outOfSample.netProfit']).toEqual(expect.any(Number));
      const chosen = inSample.find(run => run['netProfit'] === most);
      expect(fold['param.every']).toBe(chosen?.['param.every']);
    }
    const grown = walkForward.map(fold => 1 + Number(fold['outOfSample.totalReturn']));
    const total = grown.reduce((product, factor) => product * factor) - 1;
    expect(joined).toMatchObject({ tradingDays: 3, totalReturn: expect.closeTo(total, 5) });
    const curve = readFileSync(join(out, 'walk-forward-curve.csv'), 'utf8').trim().split('\n');
    expect(curve).toHaveLength(1 + 3);
    expect(Number(curve.at(-1)?.split(',')[3])).toBeCloseTo(1 + total, 5);
    const csv = readFileSync(join(out, 'walk-forward.csv'), 'utf8');
    expect(csv).toContain('sharpe: needs 2 trading days, has 1');
    expect(csv).toContain('outOfSample.sharpe');
    const page = readFileSync(join(out, 'results.html'), 'utf8');
    expect(page).toMatch(
      /<h2>Out of sample<\/h2>.*title="outOfSample.netProfit: [^"]*">Out: Net profit</s,
    );
    expect(page).toMatch(/<h2>Out of sample<\/h2>.*<path class="line line-1"/s);
    expect(page).not.toContain('<h2>Monte Carlo</h2>');
    // The choices are known from the start before, too.
    const again = JSON.parse(sweep(file, '--json', '--out', out).stdout) as Document;
    expect([again.resumed, again.timing.runsPerSecond]).toEqual([69, 0]);
    const tables = sweep(file, '--out', out).stdout;
    expect(tables).toContain('66 runs, 69 results from an earlier start, ranked');
    expect(tables).toContain('│ outOfSample. │');
    expect(wideRows(tables)).toEqual([]);
  });

  it('samples the trades out of sample, and runs no combination that breaks a constraint', () => {
    const { folder, file } = studyFolder(
      `axes: { every: { from: 2, to: 12, step: 1 } }\nconstraints: [every > 9, every != 11]\n` +
        'walkForward: { inSample: 2d, outOfSample: 1d }\nmonteCarlo: { samples: 50 }\nrank: netProfit\n',
    );
    const out = join(folder, 'out');
    const { status, stdout } = sweep(file, '--json', '--out', out);
    expect(status).toBe(0);
    const {
      runs,
      walkForward = [],
      monteCarlo,
    } = JSON.parse(stdout) as Document & {
      readonly monteCarlo: { readonly trades: number };
    };
    expect(new Set(runs.map(run => run['param.every']))).toEqual(new Set([10, 12]));
    const closed = walkForward.map(fold => Number(fold['outOfSample.closedTrades']));
    expect(monteCarlo.trades).toBe(closed.reduce((sum, count) => sum + count, 0));
    const page = readFileSync(join(out, 'results.html'), 'utf8');
    expect(page).toContain(`50 samples of the ${monteCarlo.trades} trades out of sample`);
    expect(page).toContain('the run ');
  });

  it('reports a choice that fails out of sample, by its exit code too', () => {
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
    expect(sweep(file).stderr).toContain("must be inside the scenario's window, 2024-03-04T12:00");
  });
});
