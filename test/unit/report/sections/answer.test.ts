import { describe, expect, it } from 'vitest';
import type { AccountReport, FigureRow } from '../../../../src/data/figures/table/report-data.js';
import { answers } from '../../../../src/report/sections/answer.js';

const WON: Readonly<Record<string, [FigureRow['unit'], FigureRow['value']]>> = {
  startBalance: ['money', '10000.0000'],
  endNAV: ['money', '10648.6591'],
  netProfit: ['money', '648.6591'],
  totalReturn: ['fraction', 0.064866],
  tradingDays: ['count', 5],
  closedTrades: ['count', 14],
  openTrades: ['count', 0],
  winRate: ['fraction', 0.642857],
  expectancy: ['money', '46.3328'],
  bestTrade: ['money', '192.6525'],
  worstTrade: ['money', '-117.9963'],
  halfSpreadCost: ['money', '169.4920'],
  commission: ['money', '0.0000'],
  financing: ['money', '-17.0507'],
  maxDrawdown: ['fraction', 0.006168],
  maxDrawdownTick: ['fraction', 0.021098],
  maxDrawdownDuration: ['days', 2],
  maxMarginUse: ['fraction', 0.721595],
  marginCloseouts: ['count', 0],
};

/** The answers as text without markup, for the figures of a week that won with changes. */
function told(changes: typeof WON = {}): string {
  const figures = Object.entries({ ...WON, ...changes }).map(([name, [unit, value]]) => {
    return { name, label: name, unit, value };
  });
  const account = { accountID: '101-001-1-001', currency: 'USD', figures };
  return answers(account as unknown as AccountReport).markup.replace(/<[^>]*>/g, ' ');
}

describe('the first answers of a report', () => {
  it('show whether money was made, how, and at what risk', () => {
    const text = told();
    expect(text).toContain('+648.66 USD');
    expect(text).toContain('+6.49\u202f% in 5 trading days.');
    expect(text).toContain('14 closed trades, 64.29\u202f% of them won.');
    expect(text).toContain('−2.11\u202f%');
    expect(text).toContain('0.62\u202f% at ends of days.');
    expect(text).not.toContain('closeout');
  });

  it('show dividends where there are some', () => {
    expect(told()).not.toContain('Dividends');
    expect(told({ dividends: ['money', '-31.7460'] })).toContain(
      'Dividends of indices: −31.75 USD.',
    );
    expect(told({ dividends: ['money', '0.0000'] })).not.toContain('Dividends');
  });

  it('show a loss without a plus, and closeouts', () => {
    const text = told({
      netProfit: ['money', '-3.0000'],
      totalReturn: ['fraction', -0.0003],
      tradingDays: ['count', 1],
      marginCloseouts: ['count', 2],
    });
    expect(text).toContain('−3.00 USD');
    expect(text).toContain('−0.03\u202f% in 1 trading day.');
    expect(text).toContain('2 margin closeouts.');
    expect(text).not.toContain('+');
  });

  it('do not speak of trades that there are not, nor of ticks that were not seen', () => {
    const text = told({
      closedTrades: ['count', 0],
      openTrades: ['count', 1],
      maxDrawdownTick: ['fraction', null],
    });
    expect(text).toContain('No closed trade');
    expect(text).toContain('1 trade still open at the end.');
    expect(text).toContain('highest value, at ends of days.');
    expect(text).not.toContain('of them won');
  });
});
