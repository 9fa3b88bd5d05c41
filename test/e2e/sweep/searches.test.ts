import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { studyFolder } from '../../support/files/study-folder.js';
import { type Document, sweep } from '../../support/process/sweep.js';

describe('orrery sweep by a model', () => {
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
    cpSync(one ?? '', cut ?? '', { recursive: true });
    const lines = readFileSync(join(cut ?? '', 'runs.ndjson'), 'utf8').split('\n');
    writeFileSync(join(cut ?? '', 'runs.ndjson'), `${lines.slice(0, 17).join('\n')}\n`);
    const again = JSON.parse(sweep(file, '--out', cut ?? '', '--json').stdout) as Document;
    expect(again.resumed).toBe(17);
    expect(table(cut)).toBe(table(one));
    const tried = again.runs.map(run => `${run['param.every']} ${run['param.units']}`);
    expect(new Set(tried).size).toBe(36);
  });

  it('lets a model choose by several goals, and marks the Pareto front', () => {
    const { folder, file } = studyFolder(
      'axes: { every: { from: 1, to: 40, step: 1 }, units: { from: 100, to: 4000, step: 100 } }\n' +
        'search: { model: { runs: 24, initial: 12, batch: 6 } }\ngoals: [netProfit, maxDrawdown]\n',
    );
    const out = join(folder, 'out');
    const { status, stdout } = sweep(file, '--out', out);
    expect(status).toBe(0);
    const { runs, best, goals } = JSON.parse(sweep(file, '--json').stdout) as Document;
    expect(goals).toEqual(['netProfit', 'maxDrawdown']);
    const front = runs.filter(({ paretoFront }) => paretoFront === true);
    expect(stdout).toContain(
      `ranked by the sum of places in netProfit and maxDrawdown, ${front.length} on the Pareto front`,
    );
    expect(front.map(({ run }) => run)).toContain(best);
    const [profits, drawdowns] = ['netProfit', 'maxDrawdown'].map(name =>
      runs.map(run => Number(run[name])),
    );
    expect(front.map(({ netProfit }) => netProfit)).toContain(Math.max(...(profits ?? [])));
    expect(front.map(({ maxDrawdown }) => maxDrawdown)).toContain(Math.min(...(drawdowns ?? [])));
    expect(front.length).toBeLessThan(runs.length);
    expect(readFileSync(join(out, 'results.csv'), 'utf8')).toMatch(
      /,paretoFront,.*\n.*,(true|false),/,
    );
  });

  it('lets a model choose within each fold of a walk forward', () => {
    const { file } = studyFolder(
      'axes: { every: { from: 1, to: 40, step: 1 } }\nsearch: { model: { runs: 15 } }\n' +
        'walkForward: { inSample: 2d, outOfSample: 1d }\nrank: netProfit\n',
    );
    const { runs, walkForward = [] } = JSON.parse(sweep(file, '--json').stdout) as Document;
    expect(runs).toHaveLength(45);
    expect(walkForward).toHaveLength(3);
    const [first, second] = [runs.slice(0, 15), runs.slice(15, 30)].map(half =>
      half.map(run => run['param.every']),
    );
    expect(second).not.toEqual(first);
  });
});
