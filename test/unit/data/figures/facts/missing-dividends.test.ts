import { expect, it } from 'vitest';
import type { Instrument } from '../../../../../src/core/market/instrument.js';
import { instrumentTable } from '../../../../../src/core/market/instrument-table.js';
import type { TradeSummary } from '../../../../../src/core/view/trades.js';
import { Facts } from '../../../../../src/data/figures/facts/facts.js';
import { madeRun } from '../../../../support/figures/account-run.js';

/** Notes of a run with one trade. */
function notes(
  instrument: string,
  openTime: string,
  closeTime: string,
  overrides: Partial<Instrument> = {},
) {
  const run = madeRun({ navs: [9_900, 9_880] });
  const known = instrumentTable().get(instrument);
  const [first] = run.market;
  if (first === undefined || known === undefined) throw new Error('no market');
  const trades = [{ instrument, openTime, closeTime } as TradeSummary];
  return new Facts({
    ...run,
    trades,
    market: [{ ...first, instrument: { ...known, ...overrides } }],
  }).profitNotes();
}

it('a run that held an index over 17:00 New York says that it has no dividends', () => {
  expect(notes('SPX500_USD', '2023-03-07T20:00:00Z', '2023-03-07T22:30:00Z')).toEqual([
    'has no dividends of SPX500_USD, held overnight: the scenario names no file of them',
  ]);
});

it('an index with dividends or of total return, a pair, a metal and an index that was sold the same day need no such note', () => {
  const dividends = [{ exDate: 20_000, amount: '1' }];
  const times = ['2023-03-07T20:00:00Z', '2023-03-07T22:30:00Z'] as const;
  expect(notes('SPX500_USD', ...times, { dividends })).toEqual([]);
  expect(notes('DE30_EUR', ...times)).toEqual([]);
  expect(notes('SPX500_USD', '2023-03-07T20:00:00Z', '2023-03-07T21:30:00Z')).toEqual([]);
  expect(notes('EUR_USD', '2023-03-07T20:00:00Z', '2023-03-09T21:30:00Z')).toEqual([]);
  expect(notes('XAU_USD', '2023-03-07T20:00:00Z', '2023-03-09T21:30:00Z')).toEqual([]);
});
