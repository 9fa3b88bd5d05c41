import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { auditLiquidity } from '../../../../../src/broker/runtime/audit/liquidity.js';
import { liquidityText } from '../../../../../src/cli/output/liquidity-text.js';
import { loadScenario } from '../../../../../src/data/storage/scenario/scenario-file.js';
import { ROOT } from '../../../../support/files/paths.js';

async function audited(name: string) {
  const runs: number[] = [];
  const loaded = await loadScenario(join(ROOT, 'scenarios', `${name}.yaml`));
  const report = await auditLiquidity(loaded, (done, total) => runs.push(done / total));
  expect(runs.at(-1)).toBe(1);
  expect(runs).toHaveLength(report.times.length);
  return report;
}

describe('an audit of when taken liquidity comes back', () => {
  it('holds five times against each other where the scenario declares none', async () => {
    const report = await audited('depth');
    expect(report.times.map(({ back, differing }) => [back, differing])).toEqual([
      ['at once', 0],
      ['10s', 0],
      ['1m', 0],
      ['10m', 0],
      ['1h', 0],
    ]);
    expect(report.largestFill).toMatchObject({ units: '6000', liquidity: '8000' });
  });

  it('holds other times against the time that the scenario declares', async () => {
    const report = await audited('liquidity-comes-back');
    expect(report.times.map(({ back }) => back)).toEqual([
      'as declared',
      'at once',
      '10s',
      '1m',
      '10m',
      '1h',
    ]);
    const [declared, once] = report.times;
    expect(declared).toMatchObject({ differing: 0, accounts: [{ difference: '0.0000' }, {}] });
    expect(once?.differing).toBeGreaterThan(0);
    expect(once?.first?.was).toMatchObject({ accountID: '101-001-1000001-001', units: '1500' });
    expect(once?.first?.was?.closePrice).not.toBe(once?.first?.now?.closePrice);
    const text = await liquidityText('s.yaml', report);
    expect(text).toMatch(/^s.yaml: when taken liquidity comes back\n/);
    expect(text).toMatch(/\n *│ at once +│ +\d/);
    expect(text).toMatch(/\nthe first trade that differs between as declared and at once:\n/);
    expect(text).toMatch(/\nthe result depends on when taken liquidity comes back,/);
  });

  it('says so when no trade depends on it, and how much of a book the largest fill took', async () => {
    const report = await audited('market-order');
    expect(report.times.every(({ differing }) => differing === 0)).toBe(true);
    const text = await liquidityText('s.yaml', report);
    expect(text).toMatch(/largest share of a book: \d+ of 10000000 units of EUR_USD, 2024-/);
    expect(text).toMatch(/\nno trade depends on when taken liquidity comes back\n$/);
  });
});
