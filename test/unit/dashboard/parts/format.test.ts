import { describe, expect, it } from 'vitest';
import {
  grouped,
  instrumentText,
  money,
  signClass,
  signedMoney,
  timeText,
} from '../../../../src/dashboard/parts/format.js';

describe('texts of the page', () => {
  it('set groups of digits apart and leave the fraction', () => {
    expect(grouped('1234567.89012')).toBe('1\u202f234\u202f567.89012');
    expect(grouped('-123')).toBe('-123');
  });

  it('show money with two decimals, cut and never rounded', () => {
    expect(money('10000')).toBe('10\u202f000.00');
    expect(money('-0.9999')).toBe('−0.99');
    expect(money('-0.001')).toBe('0.00');
    expect(signedMoney('12.5')).toBe('+12.50');
    expect(signedMoney('-12.5')).toBe('−12.50');
    expect(signedMoney('0.0000')).toBe('0.00');
  });

  it('know the sign of a profit', () => {
    expect(['1', '-0.01', '0.000', '-0.0'].map(signClass)).toEqual([
      'gain',
      'loss',
      undefined,
      undefined,
    ]);
  });

  it('show times and instruments for people', () => {
    expect(timeText('2024-01-02T03:04:05.000000000Z')).toBe('2024-01-02 03:04:05');
    expect(instrumentText('EUR_USD')).toBe('EUR/USD');
  });
});
