import { describe, expect, it } from 'vitest';
import { plainNumber, readNumber } from '../../../../../src/dashboard/ticket/terms/read-number.js';

const WHOLE = true;

describe('a number that is typed', () => {
  it.each([
    ['10000', '10000'],
    [' 10 000 ', '10000'],
    ['10\u202f000', '10000'],
    ["1'000'000", '1000000'],
    ['10,000', '10000'],
    ['1,000,000', '1000000'],
    ['1.000.000', '1000000'],
    ['10k', '10000'],
    ['10 K', '10000'],
    ['1.5m', '1500000'],
    ['1,5m', '1500000'],
    ['0.25k', '250'],
    ['500.', '500'],
    ['1.5', '1.5'],
  ])('is read as a size: %s is %s', (typed, text) => {
    expect(readNumber(typed, WHOLE)).toEqual({ text });
  });

  it.each([
    ['1.08412', '1.08412'],
    ['1,08412', '1.08412'],
    ['0,085', '0.085'],
    ['150.041', '150.041'],
    ['34,500.5', '34500.5'],
    ['34.500,5', '34500.5'],
    ['34 500.25', '34500.25'],
    ['.5', '0.5'],
    ['100,50', '100.50'],
    ['1.08500', '1.08500'],
  ])('is read as a price: %s is %s', (typed, text) => {
    expect(readNumber(typed, !WHOLE)).toEqual({ text });
  });

  it('is refused where it could be two numbers that differ by a thousand', () => {
    expect(readNumber('150,041', !WHOLE)).toEqual({
      error: 'May be 150.041 or 150041: write 150.041 or 150041',
    });
    expect(readNumber('10.000', WHOLE)).toEqual({ error: 'May be 10.000 or 10000: write 10000' });
    expect(readNumber('1,500k', WHOLE)).toHaveProperty('error');
  });

  it.each(['', 'ten', '1e5', '-5', '+5', '1..5', '10,00,000', '1.000,000.5', '10 00', '5kk', 'k'])(
    'is refused where it is none: %s',
    typed => {
      expect(readNumber(typed, !WHOLE)).toHaveProperty('error');
      expect(plainNumber(typed, !WHOLE)).toBe(typed);
    },
  );
});
