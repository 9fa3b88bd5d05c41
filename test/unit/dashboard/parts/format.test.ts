import { describe, expect, it } from 'vitest';
import {
  grouped,
  instrumentText,
  money,
  plainSentence,
  shortDecimal,
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

  it('write the sign of a profit', () => {
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

  it('write times of a sentence to the second, and finer where two are in one second', () => {
    const at = (fraction: string) => `2024-03-04T09:00:00.${fraction}Z`;
    expect(plainSentence(`It was closed at ${at('123456000')}.`)).toBe(
      'It was closed at 2024-03-04 09:00:00.',
    );
    expect(plainSentence(`${at('100000000')} and again ${at('100000000')}`)).toBe(
      '2024-03-04 09:00:00 and again 2024-03-04 09:00:00',
    );
    expect(plainSentence(`${at('100000000')} to ${at('250000000')}`)).toBe(
      '2024-03-04 09:00:00.100 to 2024-03-04 09:00:00.250',
    );
  });

  it('cut endless decimals and leave prices and money', () => {
    expect(plainSentence('1.08412000000 of 12.3400 at 1.08400')).toBe(
      '1.08412 of 12.3400 at 1.08400',
    );
    expect(['461892.3076923', '0.00000123456789', '5.0000000', '1000'].map(shortDecimal)).toEqual([
      '461892.30769',
      '0.0000012345',
      '5',
      '1000',
    ]);
  });
});
