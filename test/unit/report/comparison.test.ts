import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../../src/data/record/read-record.js';
import { readAssets } from '../../../src/report/assets.js';
import { figurePairs } from '../../../src/report/comparison/compared.js';
import { comparisonHtml } from '../../../src/report/comparison/comparison-html.js';
import { recordRun } from '../../support/figures/run-record.js';

/** A run that buys `units`, and sells them ten minutes later. */
async function recorded(units: number): Promise<RunRecord> {
  const { record } = await recordRun(`version: 1
name: bought
market: { EUR_USD: { ticks: ROOT/scenarios/ticks/eur-usd.csv } }
accounts: [{ currency: USD, balance: "10000" }]
timeline:
  - at: 2024-03-05T10:00:01Z
    as: entry
    create: { type: MARKET, instrument: EUR_USD, units: "${units}" }
  - { at: 2024-03-05T10:11:00Z, closeTrade: entry }
`);
  return record;
}

const [a, b] = [await recorded(1000), await recorded(3000)];
const assets = await readAssets('tables-page');
const page = comparisonHtml({ name: 'small', record: a }, { name: '<large>', record: b }, assets);
const [one, other] = [a.report.accounts[0], b.report.accounts[0]];

describe('two runs side by side', () => {
  it('have each figure of both, and what the second has more', () => {
    if (one === undefined || other === undefined) throw new Error('no account');
    const pairs = figurePairs({ a: one, b: other });
    expect(pairs.map(pair => pair.a.name)).toEqual(one.figures.map(({ name }) => name));
    const profit = pairs.find(pair => pair.a.name === 'netProfit');
    const [small, large] = [Number(profit?.a.value), Number(profit?.b.value)];
    expect(large).toBeCloseTo(3 * small, 4);
    expect(profit?.difference).toBeCloseTo(large - small, 4);
    const rank = pairs.find(pair => pair.a.value === null);
    expect(rank?.difference).toBeUndefined();
  });

  it('say the first difference of their ledgers by meaning', () => {
    expect(page).toMatch(
      /Transaction 4 of account [\d-]+, MARKET_ORDER at .*<strong>units<\/strong>/,
    );
    expect(page).toContain('is <strong>1000</strong> in A and <strong>3000</strong> in B');
    const same = comparisonHtml({ name: 'x', record: a }, { name: 'y', record: a }, assets);
    expect(same).toContain(`The ledgers are identical: ${a.ledger.length} transactions.`);
  });

  it('have both curves in one picture', () => {
    const [, drawing = ''] = /<svg class="drawing"([\s\S]*?)<\/svg>/.exec(page) ?? [];
    const paths = [...drawing.matchAll(/<path class="line line-(\d)" d="(M[^"]+)"/g)];
    expect(paths.map(([, number]) => number)).toEqual(['1', '2']);
    expect(paths[0]?.[2]).not.toBe(paths[1]?.[2]);
    expect(drawing).not.toMatch(/NaN|Infinity/);
  });

  it('name the inputs that differ, and show names as text', () => {
    expect(page).toContain('<th scope="row" class="plain">scenario file</th>');
    expect(page).toMatch(/The same in both: [^<]*ticks EUR_USD/);
    expect(page).toContain('&lt;large&gt;');
    expect(page).not.toContain('<large>');
  });
});
