import {
  appendFileSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ReportData } from '../../../src/data/figures/table/report-data.js';
import { ROOT } from '../../support/files/paths.js';
import { strategyScenario } from '../../support/files/strategy-scenario.js';
import { temporaryFolder } from '../../support/files/temporary.js';
import { commandHere } from '../../support/process/in-process.js';
import { scenario } from '../../support/process/orrery.js';

describe('explain', () => {
  it('prints the examples of the documents, and says what is not there', async () => {
    const folder = temporaryFolder();
    for (const [name, id, document] of [
      ['take-profit', '7', 'docs/guides/explain.md'],
      ['insufficient-margin', '4', 'docs/concepts/margin.md'],
    ] as const) {
      const out = join(folder, name);
      expect((await commandHere(['run', scenario(name), '--out', out])).status).toBe(0);
      const { status, stdout } = await commandHere(['explain', out, id]);
      expect(status).toBe(0);
      expect(readFileSync(join(ROOT, document), 'utf8')).toContain(stdout);
      const json = JSON.parse((await commandHere(['explain', out, id, '--json'])).stdout);
      expect(stdout.split('\n')[0]).toBe(json.sentence);
    }
    const out = join(folder, 'take-profit');
    const unknown = await commandHere(['explain', out, '99']);
    expect([unknown.status, unknown.stderr]).toEqual([
      2,
      `${out}: there is no transaction or order 99; account 101-001-1000001-001 has 1 to 9\n`,
    ]);
    expect((await commandHere(['explain', out, '7', '--account', 'mine'])).stderr).toContain(
      'no account mine',
    );
  });
});

describe('the folder of a run', () => {
  it('verify finds a run identical, and names the first difference when one digit of one tick changes', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 's.yaml');
    const out = join(folder, 'out');
    writeFileSync(join(folder, 'package.json'), '{}');
    copyFileSync(join(ROOT, 'scenarios/ticks/eur-usd.csv'), join(folder, 't.csv'));
    writeFileSync(
      file,
      readFileSync(join(ROOT, scenario('take-profit')), 'utf8').replace(
        'ticks/eur-usd.csv',
        't.csv',
      ),
    );
    expect((await commandHere(['run', file, '--out', out])).status).toBe(0);
    for (const name of [
      'manifest.json',
      'report.json',
      'ledger.ndjson',
      'journal.ndjson',
      'equity.csv',
      'trades.csv',
      'curve.csv',
      'trailing-stops.csv',
    ]) {
      expect(existsSync(join(out, name)), name).toBe(true);
    }
    const identical = await commandHere(['verify', out]);
    expect([identical.status, identical.stdout.slice(0, 17)]).toEqual([0, 'identical sha256:']);
    const ticks = readFileSync(join(folder, 't.csv'), 'utf8').replace('1.08610', '1.08611');
    writeFileSync(join(folder, 't.csv'), ticks);
    appendFileSync(file, '# a comment\n');
    const changed = await commandHere(['verify', out]);
    expect(changed.status).toBe(1);
    expect(changed.stdout).toContain('the scenario has changed: sha256 was ');
    expect(changed.stdout).toContain('ticks of EUR_USD have changed');
    expect(changed.stdout).toContain(
      'first difference: account 101-001-1000001-001, transaction 8, price: 1.08610 / 1.08611',
    );
    const journal = readFileSync(join(out, 'journal.ndjson'), 'utf8');
    writeFileSync(join(out, 'journal.ndjson'), journal.replace('1.08350', '1.08351'));
    const damaged = await commandHere(['verify', out]);
    expect([damaged.status, damaged.stderr]).toEqual([
      3,
      `${join(out, 'journal.ndjson')}:2: is damaged: its checksum does not match\n`,
    ]);
  });

  it('verify names every file of a run that is not what was recorded, with 3', async () => {
    const folder = join(temporaryFolder(), 'out');
    const names = () => readdirSync(folder).filter(name => !/journal|html/.test(name));
    expect((await commandHere(['run', scenario('take-profit'), '--out', folder])).status).toBe(0);
    const recorded = names().map(name => [name, readFileSync(join(folder, name))] as const);
    expect(recorded.map(([name]) => name).sort()).toEqual([
      'candles.csv',
      'curve.csv',
      'equity.csv',
      'ledger.ndjson',
      'manifest.json',
      'report.json',
      'trade-groups.csv',
      'trades.csv',
      'trailing-stops.csv',
    ]);
    for (const name of names()) writeFileSync(join(folder, name), '');
    rmSync(join(folder, 'trades.csv'));
    const { status, stdout, stderr } = await commandHere(['verify', folder]);
    expect([status, stdout]).toEqual([3, '']);
    const lines = recorded.map(([name]) => {
      const rule = name === 'trades.csv' ? 'is missing' : 'is not what was recorded';
      return `${join(folder, name)}: ${rule}`;
    });
    expect(stderr.trim().split('\n').sort()).toEqual(lines.sort());
    for (const [name, content] of recorded) writeFileSync(join(folder, name), content);
    expect((await commandHere(['report', folder])).status).toBe(0);
    expect(await commandHere(['verify', folder])).toMatchObject({ status: 0, stderr: '' });
  });

  it('verify names the manifest of another run', async () => {
    const [a, b] = ['a', 'b'].map(name => join(temporaryFolder(), name)) as [string, string];
    await commandHere(['run', scenario('limit-order'), '--out', a]);
    await commandHere(['run', scenario('stop-order'), '--out', b]);
    copyFileSync(join(b, 'manifest.json'), join(a, 'manifest.json'));
    expect(await commandHere(['verify', a])).toEqual({
      status: 3,
      stdout: '',
      stderr: `${join(a, 'manifest.json')}: is not what was recorded\n`,
    });
  });

  it.skipIf(!existsSync('/proc/self'))(
    'a folder that no system has a place for is refused [needs /proc]',
    async () => {
      for (const out of ['/proc/orrery', '/proc/orrery/out']) {
        const { status, stderr } = await commandHere(['run', scenario('cancel'), '--out', out]);
        expect([status, stderr.split('\n').length], stderr).toEqual([2, 2]);
      }
    },
  );

  it('writes the same report for the same run, with figures of every account', async () => {
    const folder = temporaryFolder();
    const reports: string[] = [];
    for (const name of ['a', 'b']) {
      await commandHere(['run', scenario('two-accounts'), '--out', join(folder, name)]);
      reports.push(readFileSync(join(folder, name, 'report.json'), 'utf8'));
    }
    expect(reports[0]).toBe(reports[1]);
    const report = JSON.parse(reports[0] ?? '') as ReportData;
    const manifest = readFileSync(join(folder, 'a', 'manifest.json'), 'utf8');
    expect(report.manifest).toEqual(JSON.parse(manifest));
    expect(report.accounts).toHaveLength(2);
    for (const { figures, equity, drawdown, trades } of report.accounts) {
      expect(figures.map(({ name }) => name)).toContain('maxDrawdownTick');
      expect(equity.length).toBeGreaterThan(1);
      expect(drawdown).toHaveLength(equity.length);
      expect(trades.length).toBeGreaterThan(0);
    }
  });

  it('diff names the first difference of two ledgers', async () => {
    const folder = temporaryFolder();
    const [a, b] = ['a', 'b'].map(name => join(folder, name)) as [string, string];
    await commandHere(['run', scenario('limit-order'), '--out', a]);
    await commandHere(['run', scenario('stop-order'), '--out', b]);
    const result = await commandHere(['diff', a, b]);
    expect(result.status).toBe(1);
    expect(result.stdout).toContain('transaction 4, type: LIMIT_ORDER / STOP_ORDER');
    expect(await commandHere(['diff', a, a])).toMatchObject({ status: 0, stdout: 'identical\n' });
  });

  it('refuses to write over a folder that is not a run', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'mine.txt'), 'keep');
    const result = await commandHere(['run', scenario('cancel'), '--out', folder]);
    expect([result.status, existsSync(join(folder, 'mine.txt'))]).toEqual([2, true]);
    expect(result.stdout).toBe('');
  });

  it('writes into a folder with nothing in it', async () => {
    const folder = temporaryFolder();
    expect((await commandHere(['run', scenario('cancel'), '--out', folder])).status).toBe(0);
    expect(existsSync(join(folder, 'manifest.json'))).toBe(true);
  });

  it('refuses such a folder before a strategy has run, not after', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'mine.txt'), 'keep');
    const file = await strategyScenario(
      `export const strategy = () => ({ onStart() { throw new Error('has run'); } });`,
    );
    expect((await commandHere(['run', file, '--out', folder])).stderr).toBe(
      `${folder}: exists, and is not the folder of a run\n`,
    );
  });
});
