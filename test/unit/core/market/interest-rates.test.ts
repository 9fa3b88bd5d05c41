import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../src/core/base/decimal.js';
import { rateDifference, ratesFromInterest } from '../../../../src/core/market/interest-rates.js';

const rate = (from: number, text: string) => ({ from, rate: decimal(text) });

describe('rates from interest rates', () => {
  it('are the difference less the markup for a long trade, and its opposite for a short one', () => {
    const made = ratesFromInterest([rate(0, '0.03')], [rate(0, '0.05')], decimal('0.01'));
    expect(made).toEqual([{ from: 0, longRate: '-0.03', shortRate: '0.01' }]);
  });

  it('change whenever one of the two does, from the day on which both are known', () => {
    const base = [rate(10, '0.01'), rate(30, '0.02')];
    const quote = [rate(5, '0.03'), rate(7, '0.04'), rate(20, '0.05')];
    expect(ratesFromInterest(base, quote, decimal('0'))).toEqual([
      { from: 10, longRate: '-0.03', shortRate: '0.03' },
      { from: 20, longRate: '-0.04', shortRate: '0.04' },
      { from: 30, longRate: '-0.03', shortRate: '0.03' },
    ]);
  });

  it('charge the interest of the quote currency for a base that pays none', () => {
    expect(ratesFromInterest([], [rate(3, '0.05')], decimal('0.02'))).toEqual([
      { from: 3, longRate: '-0.07', shortRate: '0.03' },
    ]);
  });

  it('give back the difference, whatever the markup is', () => {
    const fraction = fc.integer({ min: -5_000, max: 5_000 }).map(n => decimal(n).div(100_000));
    fc.assert(
      fc.property(fraction, fraction, fraction, (base, quote, markup) => {
        const [made] = ratesFromInterest(
          [{ from: 0, rate: base }],
          [{ from: 0, rate: quote }],
          markup,
        );
        expect(made && rateDifference(made).eq(base.minus(quote))).toBe(true);
      }),
    );
  });
});
