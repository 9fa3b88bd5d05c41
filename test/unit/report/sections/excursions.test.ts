import { describe, expect, it } from 'vitest';
import type { AccountReport, ReportTrade } from '../../../../src/data/figures/table/report-data.js';
import { excursionsSection } from '../../../../src/report/sections/excursions.js';

/** An account whose closed trades have these results, worst and best moves, in pips. */
function shown(moves: readonly (readonly [number, number, number])[], instrument = 'EUR_USD') {
  const trades = moves.map(
    ([pips, adversePips, favourablePips], index) =>
      ({ id: String(index + 1), instrument, pips, adversePips, favourablePips }) as ReportTrade,
  );
  const open = { id: '99', instrument } as ReportTrade;
  const account = { accountID: '101-001-1-001', trades: [...trades, open] };
  return excursionsSection(account as unknown as AccountReport).markup;
}

describe('the excursions of trades', () => {
  it('are two dots a closed trade, each a link to its row', () => {
    const markup = shown([
      [10, 2, 12],
      [-5, 6, 1],
    ]);
    expect(markup.match(/<circle class="gain"/g)).toHaveLength(2);
    expect(markup.match(/<circle class="loss"/g)).toHaveLength(2);
    expect(markup.match(/href="#trade-101-001-1-001-2"/g)).toHaveLength(2);
    expect(markup).toContain('Trade 2: −5.0 pips; at worst −6.0, at best 1.0');
  });

  it('say what half of the winners bore, and what half of the losers had', () => {
    const markup = shown([
      [10, 2, 12],
      [10, 4, 12],
      [10, 30, 12],
      [-5, 6, 1],
      [-5, 6, 9],
    ]);
    expect(markup).toContain('Half of the trades that won were never more than 4.0 pips down.');
    expect(markup).toContain('Half of those that lost had been at least 1.0 pips up.');
  });

  it('put a trade that was closed at its worst on the dashed line', () => {
    const [, bound = ''] = /<line class="mark" ([^>]*)>/.exec(shown([[-20, 20, 0]])) ?? [];
    const [, x2 = '', y2 = ''] = /x2="([\d.]+)" y2="([\d.]+)"/.exec(bound) ?? [];
    expect(shown([[-20, 20, 0]])).toContain(`cx="${x2}" cy="${y2}"`);
  });

  it('are absent when no price is known while a trade was open', () => {
    expect(shown([])).toBe('');
  });
});
