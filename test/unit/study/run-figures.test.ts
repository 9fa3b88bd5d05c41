import { describe, expect, it } from 'vitest';
import type { BacktestResult } from '../../../src/core/engine/backtest.js';
import { maxDrawdown, runFigures } from '../../../src/study/run-figures.js';

const accountID = '101-001-1000001-001';
const OTHER = '101-001-1000001-002';

function result(
  navs: readonly (readonly [time: string, NAV: string])[],
  trades: readonly string[],
  funds: readonly string[] = ['100.0000'],
): BacktestResult {
  return {
    ledger: [
      { type: 'TRANSFER_FUNDS', accountID: OTHER, amount: '5.0000' },
      ...funds.map(amount => ({ type: 'TRANSFER_FUNDS', accountID, amount })),
    ],
    equity: navs.flatMap(([time, NAV]) => [
      { time, accountID: OTHER, NAV: '7.0000' },
      { time, accountID, NAV },
    ]),
    trades: [
      { accountID: OTHER, state: 'CLOSED', realizedPL: '99.0000' },
      { accountID, state: 'OPEN', realizedPL: '1.0000' },
      ...trades.map(realizedPL => ({ accountID, state: 'CLOSED', realizedPL })),
    ],
  } as unknown as BacktestResult;
}

// Monday, Tuesday, and a run that ends on Wednesday, 2024-03-04 to 06.
const NAVS = [
  ['2024-03-04T22:00:00.000000000Z', '101.0000'],
  ['2024-03-05T22:00:00.000000000Z', '100.0000'],
  ['2024-03-06T10:00:00.000000000Z', '102.0000'],
] as const;

describe('the figures of a run', () => {
  it('are those worked out by hand from 1 %, -1/101 and 2 %', () => {
    expect(runFigures(result(NAVS, ['3.0000', '-1.5000', '0.0000', '1.0000']), accountID)).toEqual({
      netProfit: 2,
      return: 0.02,
      maxDrawdown: 0.009901,
      trades: 4,
      winRate: 0.5,
      profitFactor: 2.666667,
      sharpe: 6.987203,
      days: 3,
      skewness: -0.379604,
      kurtosis: 1.5,
    });
  });

  it('are null where they do not exist, never NaN or Infinity', () => {
    const flat = NAVS.map(([time]) => [time, '100.0000'] as const);
    expect(runFigures(result(flat, ['2.0000']), accountID)).toMatchObject({
      netProfit: 0,
      maxDrawdown: 0,
      winRate: 1,
      profitFactor: null,
      sharpe: null,
      skewness: null,
    });
    expect(runFigures(result(flat, [], []), accountID)).toMatchObject({ return: null });
    expect(runFigures(result(flat, []), accountID)).toMatchObject({ winRate: null, trades: 0 });
  });

  it('do not count funds that came later as profit', () => {
    const figures = runFigures(result(NAVS, [], ['100.0000', '-10.0000', '20.0000']), accountID);
    expect(figures.netProfit).toBe(-8);
  });

  it('leave out Saturday and Sunday', () => {
    const weekend = [
      ['2024-03-01T22:00:00.000000000Z', '101.0000'],
      ['2024-03-02T22:00:00.000000000Z', '101.0000'],
      ['2024-03-03T22:00:00.000000000Z', '101.0000'],
      ['2024-03-04T22:00:00.000000000Z', '102.0000'],
    ] as const;
    expect(runFigures(result(weekend, []), accountID).days).toBe(2);
  });
});

it('the drawdown is the deepest fall from a peak before it', () => {
  expect(maxDrawdown([100, 120, 90, 130, 110])).toBe(0.25);
  expect(maxDrawdown([1, 2, 3])).toBe(0);
});
