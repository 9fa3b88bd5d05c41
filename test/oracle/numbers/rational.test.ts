import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, ONE, Rational } from './rational.js';

const fractions = fc
  .tuple(fc.bigInt(-(10n ** 40n), 10n ** 40n), fc.bigInt(1n, 10n ** 60n))
  .map(([n, d]) => new Rational(n, d));

describe('rounding', () => {
  it('rounds ties away from zero and prints no sign for zero', () => {
    expect(decimal('0.00005').fixed(4)).toBe('0.0001');
    expect(decimal('-0.00005').fixed(4)).toBe('-0.0001');
    expect(decimal('-0.00004').fixed(4)).toBe('0.0000');
    expect(decimal('-12.5').fixed(0)).toBe('-13');
  });

  it('rounds down and up towards the infinities', () => {
    expect(decimal('-1.25').down(1).fixed(1)).toBe('-1.3');
    expect(decimal('-1.25').up(1).fixed(1)).toBe('-1.2');
    expect(decimal('1.25').down(1).fixed(1)).toBe('1.2');
    expect(decimal('1.25').up(1).fixed(1)).toBe('1.3');
  });

  it('trims zeros of decimals only', () => {
    expect(decimal('100.500').trimmed(5)).toBe('100.5');
    expect(decimal('100').trimmed(5)).toBe('100');
  });
});

describe('laws', () => {
  it('adds and takes away, multiplies and divides exactly', () => {
    fc.assert(
      fc.property(fractions, fractions, (a, b) => {
        expect(a.plus(b).minus(b).equals(a)).toBe(true);
        if (b.sign !== 0) expect(a.times(b).over(b).equals(a)).toBe(true);
      }),
    );
  });

  it('rounds to at most half a unit away', () => {
    fc.assert(
      fc.property(fractions, fc.integer({ min: 0, max: 14 }), (a, places) => {
        const unit = new Rational(1n, 10n ** BigInt(places));
        const error = a.minus(a.nearest(places)).abs();
        expect(error.plus(error).moreThan(unit)).toBe(false);
        expect(a.down(places).moreThan(a)).toBe(false);
        expect(a.up(places).minus(a.down(places)).moreThan(unit)).toBe(false);
      }),
    );
  });

  it('reads what it prints', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 20n), 10n ** 20n), n => {
        const value = new Rational(n, 10n ** 5n);
        expect(decimal(value.fixed(5)).equals(value)).toBe(true);
        expect(decimal(value.trimmed(5)).over(ONE).equals(value)).toBe(true);
      }),
    );
  });
});
