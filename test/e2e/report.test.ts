import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Transaction } from '../../src/core/ledger/transaction.js';
import type { PageData } from '../../src/report/page/page-data.js';
import { MAIN, ROOT } from '../support/files/paths.js';
import { temporaryFolder } from '../support/files/temporary.js';
import { patience } from '../support/patience.js';

/** The report of a real run, by the built command line. */

function orrery(...args: string[]) {
  const timeout = patience(120_000);
  return spawnSync(process.execPath, [MAIN, ...args], { encoding: 'utf8', cwd: ROOT, timeout });
}

const folder = join(temporaryFolder(), 'out');
const file = join(folder, 'report.html');
let page = '';
let ledger: Transaction[] = [];

beforeAll(() => {
  expect(orrery('run', 'scenarios/sma-cross.yaml', '--out', folder).status).toBe(0);
  page = readFileSync(file, 'utf8');
  ledger = readFileSync(join(folder, 'ledger.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Transaction);
});

describe('orrery run --out', () => {
  it('writes a report with every fill in the list and on the chart', () => {
    const [, json = ''] = /<script type="application\/json" id="data">([^<]*)</.exec(page) ?? [];
    const data = JSON.parse(json) as PageData;
    const trades = data.instruments.flatMap(instrument => instrument.trades);
    const fills = ledger.filter(each => each.type === 'ORDER_FILL');
    expect(fills.length).toBeGreaterThan(100);
    for (const { accountID, id } of fills) {
      expect(page).toContain(`<tr id="transaction-${accountID}-${id}">`);
    }
    const opened = fills.flatMap(fill => fill.tradeOpened?.tradeID ?? []);
    expect(trades.map(({ id }) => id)).toEqual(opened);
    const closed = fills.flatMap(fill => fill.tradesClosed ?? []).length;
    expect(trades.flatMap(({ closes }) => closes)).toHaveLength(closed);
  });

  it('shows the figures, the months and the manifest', () => {
    const balance = ledger.flatMap(each => (each.type === 'ORDER_FILL' ? each.accountBalance : []));
    const [whole, fraction] = Number(balance.at(-1)).toFixed(2).split('.');
    expect(page).toContain(`${whole?.replace(/(\d)(\d{3})$/, '$1\u202f$2')}.${fraction}`);
    expect(page).toMatch(/<th scope="row">2024<\/th>/);
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
    expect(page).toContain(manifest.ledger.ledger);
  });

  it('draws at most 3,000 candles of an instrument', () => {
    const candles = readFileSync(join(folder, 'candles.csv'), 'utf8').trim().split('\n').length - 1;
    expect(candles).toBeGreaterThan(1000);
    expect(candles).toBeLessThanOrEqual(3000);
  });
});

describe('orrery report', () => {
  it('makes the same file again', () => {
    rmSync(file);
    const result = orrery('report', folder);
    expect([result.status, result.stdout]).toEqual([0, `${file}\n`]);
    expect(readFileSync(file, 'utf8')).toBe(page);
    expect(readdirSync(folder).filter(name => name.endsWith('.tmp'))).toEqual([]);
  });

  it('refuses what is no run', () => {
    const result = orrery('report', 'nowhere');
    expect([result.status, result.stdout]).toEqual([3, '']);
    expect(result.stderr).toBe('nowhere: no such run\n');
  });
});
