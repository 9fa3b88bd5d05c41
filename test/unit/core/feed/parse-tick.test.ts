import { describe, expect, it } from 'vitest';
import {
  checkSpread,
  parsePrice,
  parseVolume,
  RowFault,
  shown,
} from '../../../../src/core/feed/parse-tick.js';

const price = (text: string, snap = false) => parsePrice(text, 5, 'bid', snap);

describe('a price', () => {
  it.each([
    ['1.08520', 108_520],
    ['1.0852', 108_520],
    ['1', 100_000],
    ['0.00001', 1],
    ['1.085200000', 108_520],
    ['0001.5', 150_000],
    ['21474.83647', 2_147_483_647],
  ])('reads %s as %i points', (text, points) => {
    expect(price(text)).toBe(points);
  });

  it.each([
    'NaN',
    'Infinity',
    '-Infinity',
    'inf',
    '1e400',
    '1e5',
    '0x10',
    '0b1',
    '1_000',
    '1,5',
    '+1.1',
    '-1.1',
    ' 1.1',
    '1.1 ',
    '.5',
    '1.',
    '.',
    '1.1.1',
    '١.١',
    '1.1\u0000',
    'null',
    '--',
    '1'.repeat(25),
  ])('refuses %j', text => {
    expect(() => price(text)).toThrow(/bid: must be a plain decimal number, was "/);
  });

  it('refuses what is empty, zero or too large, each by its rule', () => {
    expect(() => price('')).toThrow('bid: must be a number, was empty');
    expect(() => price('0.00000')).toThrow('bid: must be above zero, was 0.00000');
    expect(() => price('21474.83648')).toThrow('bid: is too large, was 21474.83648');
    expect(() => price('9'.repeat(24))).toThrow('is too large');
  });

  it('refuses digits beyond the precision, unless they are zeros', () => {
    expect(() => price('1.085201')).toThrow('has more than 5 decimals, was 1.085201');
    expect(() => price('1.0841000080108643')).toThrow('; round: true (--round) rounds such');
    expect(() => price('1.0840999999999999')).toThrow('; round: true (--round) rounds such');
    // No float that stands for a price with 5 decimals: damage, which rounding would hide.
    expect(() => price('1.0841037120108643')).toThrow(/was 1\.0841037120108643$/);
    expect(price('1.0852000')).toBe(108_520);
  });

  it('snaps float noise to the nearest point where the source prints such', () => {
    expect(price('1.1370200000000001', true)).toBe(113_702);
    expect(price('1.1370199999999999', true)).toBe(113_702);
    expect(price('1.137014999', true)).toBe(113_701);
    expect(price('0.999996', true)).toBe(100_000);
    expect(() => price('0.000004', true)).toThrow('above zero');
  });

  it('reads a precision of 0 and of 3', () => {
    expect(parsePrice('151', 0, 'ask')).toBe(151);
    expect(parsePrice('151.234', 3, 'ask')).toBe(151_234);
    expect(() => parsePrice('151.5', 0, 'ask')).toThrow('more than 0 decimals');
  });
});

describe('a volume', () => {
  it('is whole units, or millions of units', () => {
    expect(parseVolume('0', 1, 'bid_volume')).toBe(0);
    expect(parseVolume('1500000', 1, 'bid_volume')).toBe(1_500_000);
    expect(parseVolume('2.25', 1_000_000, 'bid_volume')).toBe(2_250_000);
    expect(parseVolume('1.1299999952316284', 1_000_000, 'bid_volume')).toBe(1_130_000);
  });

  it('is refused when it is part of a unit, with the way out', () => {
    for (const text of ['1.5', '0.49', '250000.0000001']) {
      expect(() => parseVolume(text, 1, 'bid_volume')).toThrow(
        `must be whole units, was ${text}; write volumes: millions (--volumes millions)`,
      );
    }
    expect(parseVolume('1500.000', 1, 'bid_volume')).toBe(1500);
  });

  it('is never negative, empty or beyond exact integers', () => {
    expect(() => parseVolume('-1', 1, 'bid_volume')).toThrow(RowFault);
    expect(() => parseVolume('', 1, 'bid_volume')).toThrow(RowFault);
    expect(() => parseVolume('9007199254740993', 1, 'bid_volume')).toThrow('is too large');
  });
});

it('accepts equal prices and refuses a crossed quote with both prices', () => {
  expect(() => checkSpread(1, 1, '1', '1')).not.toThrow();
  expect(() => checkSpread(2, 1, '1.1002', '1.1000')).toThrow(
    'bid: must not be above ask, was 1.1002 over 1.1000',
  );
});

it('shows control characters and cuts long texts in messages', () => {
  expect(shown('a\tb\u0000')).toBe('"a\\tb\\u0000"');
  expect(shown('x'.repeat(1000))).toHaveLength(45);
});
