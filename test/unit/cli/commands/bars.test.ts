/** Bars on the command line: imported, run, marked in what a run leaves, and audited. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runCommandLine } from '../../../../src/cli/command-line.js';
import { ExitCode } from '../../../../src/cli/exit/exit-codes.js';
import { lines, scratchPath, tickFile } from '../../../support/files/tick-files.js';

const WORDS = 'made from M1 mid bars on the path low-first, spread 0.00012';
const BARS = lines(
  'time,open,high,low,close,spread',
  '2024-03-05 10:00:00,1.10000,1.10010,1.09990,1.10000,4',
  '2024-03-05 10:01:00,1.10000,1.10300,1.09750,1.10000,4',
);
const ORDER =
  'type: MARKET, instrument: EUR_USD, units: 1000, stopLossOnFill: { price: 1.098 }, takeProfitOnFill: { price: 1.102 }';

let stdout = '';
let stderr = '';

beforeEach(() => {
  stdout = '';
  stderr = '';
  vi.spyOn(process.stdout, 'write').mockImplementation(text => {
    stdout += String(text);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation(text => {
    stderr += String(text);
    return true;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

/** A scenario with a trade whose end depends on the path. */
function scenario(): string {
  const file = scratchPath('scenario.yaml');
  writeFileSync(join(dirname(file), 'EUR_USD.csv'), BARS);
  const keys =
    'bars: EUR_USD.csv, granularity: M1, price: mid, spread: 0.00012, timeZone: UTC, path: low-first';
  writeFileSync(
    file,
    `version: 1
name: bars
market:
  EUR_USD: { ${keys} }
accounts: [{ balance: 1000 }]
timeline:
  - { at: 2024-03-05T10:00:50Z, create: { ${ORDER} } }
`,
  );
  return file;
}

describe('bars on the command line', () => {
  it('are imported as the flags say', async () => {
    const out = scratchPath('out.csv');
    const flags = '--granularity M1 --time-zone Europe/London --price bid --path high-first';
    const spread = ['--spread', '0.00010', '--out', out, '--json'];
    await runCommandLine(['ticks', 'import', tickFile(BARS), ...flags.split(' '), ...spread]);
    expect(stderr).toContain('warning: ticks made from M1 bid bars on the path high-first');
    expect(readFileSync(out, 'utf8').split('\n').slice(0, 3)).toEqual([
      'time,bid,ask,leg,bars',
      '2024-03-05T10:00:00.000Z,1.10000,1.10010,0,granularity=M1 price=bid path=high-first spread=0.00010 inexactMids=0',
      '2024-03-05T10:00:15.000Z,1.10010,1.10020,1,',
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ sources: [{ bars: { bars: 2 } }] });
  });

  it('lose their marks in an import only where a flag drops them', async () => {
    const out = scratchPath('out.csv');
    const flags = '--granularity M1 --time-zone UTC --price bid --spread 0.00010 --drop-bar-marks';
    await runCommandLine(['ticks', 'import', tickFile(BARS), ...flags.split(' '), '--out', out]);
    expect(readFileSync(out, 'utf8').split('\n')[0]).toBe('time,bid,ask');
  });

  it('of two kinds are not imported into one file', async () => {
    const both = lines(
      'time,open,high,low,close,granularity',
      '2024-03-05 10:00:00,1.1,1.1,1.1,1.1,x',
    );
    const files = [tickFile(BARS, 'EURUSD_M1.csv'), tickFile(both, 'EURUSD_M5.csv')];
    const flags = '--time-zone UTC --price bid --spread 0.00010 --on-disorder sort --out';
    const out = scratchPath('out.csv');
    await expect(
      runCommandLine(['ticks', 'import', ...files, ...flags.split(' '), out]),
    ).rejects.toThrow(
      /files: must be of one kind in one file of ticks, was .*: import them one by one/,
    );
    expect(existsSync(out)).toBe(false);
  });

  it('give the same run, notes and audit when they were imported before', async () => {
    const direct = scenario();
    const folder = dirname(direct);
    const flags = '--granularity M1 --time-zone UTC --price mid --spread 0.00012 --path low-first';
    const out = join(folder, 'imported.csv');
    const file = join(folder, 'EUR_USD.csv');
    await runCommandLine(['ticks', 'import', file, ...flags.split(' '), '--out', out]);
    const imported = join(folder, 'imported.yaml');
    writeFileSync(
      imported,
      readFileSync(direct, 'utf8').replace(/bars: EUR_USD.*path: low-first/, 'ticks: imported.csv'),
    );
    const runs = [direct, imported].map((_, index) => join(folder, `run-${index}`));
    for (const [index, scenarioFile] of [direct, imported].entries()) {
      await runCommandLine(['run', scenarioFile, '--out', runs[index] as string]);
    }
    const [one, other] = runs.map(run => readFileSync(join(run, 'ledger.ndjson'), 'utf8'));
    expect(other).toBe(one);
    const manifest = JSON.parse(readFileSync(join(runs[1] as string, 'manifest.json'), 'utf8'));
    expect(manifest.ticks[0]).toMatchObject({ synthetic: true, bars: { bars: 2, words: WORDS } });
    const audits: string[] = [];
    for (const scenarioFile of [direct, imported]) {
      stdout = '';
      await runCommandLine(['audit', scenarioFile, '--bar-path', '--json']);
      audits.push(JSON.stringify({ ...JSON.parse(stdout), scenario: '' }));
    }
    expect(audits[1]).toBe(audits[0]);
  });

  it('take a spread from the column, or by the hour of a clock', async () => {
    const base = ['ticks', 'info', tickFile(BARS), '--granularity', 'M1', '--time-zone', 'UTC'];
    await runCommandLine([...base, '--price', 'bid', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ spreadMedian: '0.00004' });
    stdout = '';
    const hours = Array.from({ length: 24 }, (_, hour) => `0.000${hour + 10}`).join();
    const flags = ['--price', 'bid', '--spread', hours, '--spread-clock', 'UTC', '--json'];
    await runCommandLine([...base, ...flags]);
    expect(JSON.parse(stdout)).toMatchObject({ spreadMedian: '0.00020' });
    const odd = [...base, '--price', 'bid', '--spread', '0.0001', '--spread-clock', 'UTC'];
    await expect(runCommandLine(odd)).rejects.toThrow(/spread-clock: is for a spread by the hour/);
  });

  it('are named in the output, the manifest and the report of a run', async () => {
    const out = join(dirname(scratchPath('x')), 'out');
    await runCommandLine(['run', scenario(), '--out', out, '--json']);
    const assumed =
      'fills inside a bar are assumed on the path low-first; 1 bar held both the stop loss and the take profit of a trade; audit --bar-path runs the other paths';
    expect(stderr).toContain(`EUR_USD.csv: ticks ${WORDS}; ${assumed}`);
    expect(JSON.parse(stdout)).toMatchObject({
      madeTicks: { EUR_USD: WORDS },
      barsWithBoth: { EUR_USD: 1 },
    });
    const manifest = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'));
    expect(manifest.ticks[0]).toMatchObject({
      synthetic: true,
      bars: { bars: 2, words: WORDS, withBoth: 1 },
    });
    expect(existsSync(join(out, 'report.html'))).toBe(true);
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain(`${WORDS}; ${assumed}`);
  });

  it('are audited for their path, with the exit code of a difference', async () => {
    const file = scenario();
    await runCommandLine(['audit', file, '--bar-path']);
    expect(stdout).toMatch(/high-first +│ +1 │/);
    expect(process.exitCode).toBe(ExitCode.DIFFERENT);
    stdout = '';
    await runCommandLine(['audit', file, '--bar-path', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ paths: [{ differing: 0 }, {}, { differing: 1 }] });
    const odd = runCommandLine(['audit', file, '--bar-path', '--strict']);
    await expect(odd).rejects.toThrow(/strict: is for a program/);
  });
});
