import { describe, expect, it } from 'vitest';
import { changedLevels, levelsOf } from '../../../../src/dashboard/tables/levels.js';

const trade = {
  stopLossOrder: { price: '1.07653', distance: '0.00500' },
  trailingStopLossOrder: { distance: '0.01000', trailingStopValue: '1.07153' },
} as never;
const before = levelsOf(trade);

describe('the stop and profit of a trade', () => {
  it('are what its orders have', () => {
    expect(before).toEqual({
      takeProfit: '',
      stopLoss: '1.07653',
      trailingStopLoss: '0.01000',
      guaranteedStopLoss: '',
    });
  });

  it('are sent where they differ; an empty one removes the order', () => {
    const after = { ...before, takeProfit: ' 1.1 ', stopLoss: '', trailingStopLoss: '0.02' };
    expect(changedLevels(before, after)).toEqual({
      takeProfit: { price: '1.1' },
      stopLoss: null,
      trailingStopLoss: { distance: '0.02' },
    });
    expect(changedLevels(before, before)).toEqual({});
  });
});
