import { describe, expect, it } from 'vitest';
import { decimal, formatMoney, ONE, roundMoney } from '../../../../../src/core/base/decimal.js';
import {
  dailyBaseFinancing,
  homeText,
} from '../../../../../src/core/ledger/rollover/kept-financing.js';
import { convert, pairFactors } from '../../../../../src/core/market/conversion.js';

describe('financing in home currency', () => {
  it('is computed from its own factor each time, kept or not', () => {
    for (const rate of ['0.0123', '-0.0255']) {
      const base = dailyBaseFinancing(decimal(100_000), decimal(rate), 1);
      const kept = { base, text: '', key: `100000 ${rate} 1` };
      for (const bid of ['1.08512', '1.09311', '1.08512', '0.9']) {
        const factors = pairFactors(
          { bid: decimal(bid), ask: decimal(bid).plus('0.0001') },
          false,
          0,
        );
        const factor = rate.startsWith('-') ? factors.loss : factors.gain;
        const expected = formatMoney(roundMoney(convert(base, factor)));
        expect(homeText(kept, base, factors)).toBe(expected);
        expect(homeText({ base, text: '' }, base, factors)).toBe(expected);
      }
    }
  });

  it('is that of the charged value, where it is not the financing itself', () => {
    const base = dailyBaseFinancing(decimal(1_000), decimal('0.02'), 3);
    const kept = { base, text: '', key: '1000 0.02 3' };
    const factor = { numerator: ONE, denominator: ONE };
    const factors = {
      gain: factor,
      loss: factor,
      mid: factor,
      spreadGain: factor,
      spreadLoss: factor,
    };
    const home = { ...factors, pair: undefined };
    expect(homeText(kept, base, home)).toBe('0.1644');
    expect(homeText(kept, base.times(2), home)).toBe('0.3288');
    expect(homeText(kept, base.times(3), home)).toBe('0.4932');
  });
});
