import { describe, expect, it } from 'vitest';
import { roundedAs } from '../../../../../src/data/figures/table/figure.js';

describe('rounding', () => {
  it('goes by the unit, and leaves no minus zero', () => {
    expect(roundedAs(0.123_456_78, 'fraction')).toBe(0.123457);
    expect(roundedAs(-1.234_56, 'ratio')).toBe(-1.2346);
    expect(Object.is(roundedAs(-0.000_01, 'pips'), 0)).toBe(true);
  });

  it('keeps twelve digits of what is large: neighbouring floats are one figure', () => {
    const cagr = 123_456_789.123_456_7;
    expect(roundedAs(cagr, 'fraction')).toBe(123_456_789.123);
    expect(roundedAs(cagr * (1 + Number.EPSILON), 'fraction')).toBe(123_456_789.123);
    expect(roundedAs(999_999_999_999, 'count')).toBe(999_999_999_999);
  });

  it('gives nothing for what is beyond all sense, or no number', () => {
    for (const value of [1.1e12, Number.NaN, Number.NEGATIVE_INFINITY]) {
      expect(roundedAs(value, 'ratio')).toBeNull();
    }
  });
});
