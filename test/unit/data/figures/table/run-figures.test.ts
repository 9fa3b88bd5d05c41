import { describe, expect, it } from 'vitest';
import { Facts } from '../../../../../src/data/figures/facts/facts.js';
import { comparedNames, runFigures } from '../../../../../src/data/figures/table/run-figures.js';
import { FIGURES, figuresOf } from '../../../../../src/data/figures/table/table.js';
import { madeRun } from '../../../../support/figures/account-run.js';

const COMPARED = comparedNames([]);

describe('the figures by which runs are compared', () => {
  it('are those of the table, as numbers', () => {
    const trades = [{ pl: '3.0000' }, { pl: '-1.5000', financing: '-0.2500' }, { pl: '1.0000' }];
    const run = madeRun({ navs: [10_100, 10_000, 10_300, 10_200], trades });
    const all = FIGURES.map(({ name }) => name);
    const { figures } = runFigures(new Facts(run), all);
    expect(Object.keys(figures)).toEqual(all);
    for (const { name, value } of figuresOf(run, () => true)) {
      expect(figures[name], name).toBe(value === null ? null : Number(value));
    }
    expect(figures).toMatchObject({ netProfit: 200, closedTrades: 3, winRate: 0.666667 });
  });

  it('have those of every study, and the ones asked for, in the order of the table', () => {
    expect(COMPARED).toEqual(
      FIGURES.filter(({ isCompared }) => isCompared).map(({ name }) => name),
    );
    expect(COMPARED).toEqual(expect.arrayContaining(['netProfit', 'sharpe', 'maxDrawdown']));
    const more = comparedNames(['maxDrawdownTick', 'endNAV', 'sharpe', 'endNAV']);
    expect(more).toHaveLength(COMPARED.length + 2);
    expect(more.indexOf('endNAV')).toBeLessThan(more.indexOf('netProfit'));
    expect(more.indexOf('maxDrawdownTick')).toBe(more.indexOf('maxDrawdown') + 1);
  });

  it('project no part of a day onto a year', () => {
    // From Friday 07:00 to 17:00 New York, and to Monday 17:00.
    const names = FIGURES.filter(({ isAnnualised }) => isAnnualised).map(({ name }) => name);
    const { figures, reasons } = runFigures(new Facts(madeRun({ navs: [9_990] })), names);
    expect(figures).toMatchObject({ cagr: null, calmar: null, sharpe: null });
    expect(Object.values(figures).filter(value => value !== null)).toEqual([]);
    expect(reasons).toMatchObject({ cagr: 'the run is shorter than a day' });
    const longer = runFigures(new Facts(madeRun({ navs: [9_990, 9_980] })), names);
    expect(longer.figures).toMatchObject({ cagr: expect.any(Number), calmar: expect.any(Number) });
  });

  it('are null where there are none, never NaN', () => {
    const { figures, reasons } = runFigures(new Facts(madeRun({ opening: '0' })), COMPARED);
    expect(figures).toMatchObject({ netProfit: 0, sharpe: null, winRate: null, totalReturn: null });
    expect(reasons).toMatchObject({ totalReturn: 'no trading day', winRate: 'no closed trade' });
    expect(reasons).not.toHaveProperty('netProfit');
    expect(JSON.stringify(figures)).not.toMatch(/NaN|Infinity/);
  });

  it('work out nothing that is not asked for', () => {
    const facts = new Facts(madeRun({ navs: [10_100] }));
    const unasked = () => {
      throw new Error('was asked for');
    };
    const bare = Object.assign(facts, { trades: unasked, exposure: unasked, costs: unasked });
    expect(runFigures(bare, ['netProfit', 'totalReturn']).figures).toEqual({
      netProfit: 100,
      totalReturn: 0.01,
    });
  });
});
