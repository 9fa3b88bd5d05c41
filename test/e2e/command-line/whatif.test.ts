import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ReportData } from '../../../src/data/figures/table/report-data.js';
import { ROOT } from '../../support/files/paths.js';
import { temporaryFolder } from '../../support/files/temporary.js';
import { commandHere } from '../../support/process/in-process.js';
import { scenario } from '../../support/process/orrery.js';

describe('a recorded run', () => {
  it('says what it would be without an order, and becomes a scenario with its golden hash', async () => {
    const folder = temporaryFolder();
    const out = join(folder, 'out');
    const ran = await commandHere(['run', scenario('take-profit'), '--out', out, '--decisions']);
    expect(ran.status, ran.stderr).toBe(0);
    const without = await commandHere(['whatif', out, '--without', '4', '--json']);
    const { difference, dropped } = JSON.parse(without.stdout);
    expect([difference.trades.length, dropped]).toEqual([1, []]);
    expect(Number(difference.NAV)).toBeLessThan(0);
    const { accounts } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as ReportData;
    expect(accounts[0]?.decisions).toMatchObject([
      { transactionID: '4', type: 'MARKET_ORDER', worth: difference.NAV.slice(1) },
    ]);
    const page = readFileSync(join(out, 'report.html'), 'utf8');
    expect(page).toContain('<section id="decisions">');

    const file = join(folder, 'again.yaml');
    const recorded = await commandHere(['record', out, '--scenario', file, '--allow-path', ROOT]);
    expect(recorded.status, recorded.stderr + recorded.stdout).toBe(0);
    expect(ran.stdout).toContain(recorded.stdout.slice(`${file}: `.length).trim());
    expect((await commandHere(['record', out, '--scenario', file])).status).toBe(2);
  });

  it('follows ids into a scenario, as names', async () => {
    const folder = temporaryFolder();
    const out = join(folder, 'out');
    await commandHere(['run', scenario('dependent-orders-later'), '--out', out]);
    const file = join(folder, 'again.yaml');
    const recorded = await commandHere(['record', out, '--scenario', file, '--allow-path', ROOT]);
    expect(recorded.status, recorded.stderr + recorded.stdout).toBe(0);
    expect(readFileSync(file, 'utf8')).toMatch(/tradeID: order\d+/);
  });

  it('becomes a scenario with its calendar, and the balance that it had', async () => {
    const folder = temporaryFolder();
    const out = join(folder, 'out');
    expect(
      (await commandHere(['run', scenario('news-blackout'), '--balance', '123', '--out', out]))
        .stderr,
    ).toContain('balance 123');
    const recorded = await commandHere(['record', out, '--scenario', join(folder, 'again.yaml')]);
    expect([recorded.status, recorded.stderr]).toEqual([0, '']);
  });

  it('runs its strategy again, which decides anew without an order', async () => {
    const out = join(temporaryFolder(), 'out');
    const window = ['--from', '2024-03-04T00:00:00Z', '--to', '2024-03-06T00:00:00Z'];
    await commandHere(['run', scenario('grid'), ...window, '--out', out]);
    const tradesOf = async (...flags: string[]): Promise<{ readonly session: object }[]> => {
      const { stdout } = await commandHere(['whatif', out, '--without', '4', '--json', ...flags]);
      return JSON.parse(stdout).difference.trades;
    };
    // The limit is laid again when its trade has closed; without the first there is no second.
    const [first, second, ...others] = await tradesOf('--rerun');
    expect([first?.session, second?.session, others]).toMatchObject([
      { tradeID: '12', units: '2000', state: 'CLOSED' },
      { units: '2000', state: 'OPEN' },
      [],
    ]);
    expect(await tradesOf()).toEqual([first]);
  });

  it('refuses a change that it does not understand', async () => {
    const folder = temporaryFolder();
    const out = join(folder, 'out');
    await commandHere(['run', scenario('take-profit'), '--out', out]);
    expect((await commandHere(['whatif', out])).status).toBe(2);
    const undecided = await commandHere(['whatif', out, '--rerun']);
    expect([undecided.status, undecided.stderr]).toEqual([
      2,
      expect.stringContaining('take-profit.yaml:2:1: has no strategy to run again'),
    ]);
    const unknown = await commandHere(['whatif', out, '--without', '99']);
    expect([unknown.status, unknown.stderr]).toEqual([
      2,
      'command line: --without: the account has no transaction 99\n',
    ]);
    const file = join(folder, 'with.yaml');
    writeFileSync(file, '- { time: soon }');
    expect((await commandHere(['whatif', out, '--with', file])).stderr).toContain(
      `${file}: [0].time: must be an RFC 3339 time with a zone, such as 2024-03-05T10:00:00Z, was soon`,
    );
  });
});
