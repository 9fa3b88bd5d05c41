import { describe, expect, it } from 'vitest';
import { isSameValue } from '../../../../src/testing/matchers/same-value.js';

describe('a value that a test expects', () => {
  it.each([
    ['1000', 1000],
    ['1000.0', '1000'],
    ['-0.10', -0.1],
    ['2024-03-08T20:05:00.000000000Z', '2024-03-08T20:05:00Z'],
    ['2024-03-08T20:05:00.250000000Z', new Date('2024-03-08T20:05:00.250Z')],
    [true, true],
    [
      ['1', '2'],
      ['1', '2'],
    ],
    [{ tradeID: '6', units: '1000', price: '1.1' }, { units: 1000 }],
    ['MARKET_ORDER', expect.stringMatching(/^MARKET/)],
  ])('%j is %j', (actual, expected) => {
    expect(isSameValue(actual, expected)).toBe(true);
  });

  it.each([
    ['1000', 1001],
    ['1000', '1000x'],
    ['2024-03-08T20:05:00.000001000Z', '2024-03-08T20:05:00Z'],
    [undefined, 0],
    [undefined, ''],
    [['1', '2'], ['1']],
    ['1', ['1']],
    [{ units: '1000' }, { units: '1000', price: '1.1' }],
    [undefined, { units: '1000' }],
    ['LIMIT_ORDER', expect.stringMatching(/^MARKET/)],
  ])('%j is not %j', (actual, expected) => {
    expect(isSameValue(actual, expected)).toBe(false);
  });
});
