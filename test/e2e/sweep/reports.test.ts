import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ReportData, RunManifest } from '../../../src/data/figures/table/report-data.js';
import { SCENARIO, studyFolder } from '../../support/files/study-folder.js';
import { type Document, sweep } from '../../support/process/sweep.js';

const OTHER = '101-001-1000001-002';
const ACCOUNTS = `accounts:
  - { currency: USD, balance: "10000" }
  - { currency: USD, balance: "10000", strategy: { use: ./strategy.ts } }`;

const closedTrades = (account: ReportData['accounts'][number] | undefined) =>
  account?.trades.filter(trade => trade['state'] === 'CLOSED').length;

it('the folder of a run has what the sweep ran: every strategy, with the values of the axes', () => {
  const { folder, file } = studyFolder(`axes: { every: [5], ${OTHER}.units: [300] }\n`);
  writeFileSync(join(folder, 's.yaml'), SCENARIO.replace(/accounts: .*/, ACCOUNTS));
  const out = join(folder, 'out');
  const { status, stdout, stderr } = sweep(file, '--json', '--reports', '1', '--out', out);
  expect([status, stderr]).toEqual([0, 'running: 0 of 1 runs\n']);
  const [run] = (JSON.parse(stdout) as Document).runs;
  const read = (name: string) => JSON.parse(readFileSync(join(out, 'runs', '1', name), 'utf8'));
  const { strategies = [] } = read('manifest.json') as RunManifest;
  expect(strategies.map(({ params }) => params)).toEqual([
    { units: 5000, every: 5 },
    { units: 300 },
  ]);
  const { accounts } = read('report.json') as ReportData;
  expect(closedTrades(accounts[0])).toBe(run?.['closedTrades']);
  const units = accounts[1]?.trades.map(trade => trade['initialUnits']);
  expect(new Set(units)).toEqual(new Set(['300', '-300']));
});
