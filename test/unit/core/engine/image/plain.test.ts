import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../../src/core/base/decimal.js';
import { readPlain, writePlain } from '../../../../../src/core/engine/image/plain.js';

describe('plain data', () => {
  it.each([
    ['a number without an end', Number.POSITIVE_INFINITY],
    ['a number below all', { low: Number.NEGATIVE_INFINITY }],
    ['no number', [Number.NaN]],
    ['a decimal', decimal('-12345678901234567890.123')],
    ['a map of maps', new Map([[7, new Map([['a', decimal('1.5')]])]])],
    ['an object with the key of the marks', { $: 'decimal', of: '1', more: [{ $: null }] }],
    ['texts, nothing and flags', ['', null, true, { of: 'number' }]],
  ])('comes back as it was: %s', (_name, value) => {
    expect(readPlain(writePlain(value))).toEqual(value);
  });

  it('leaves out what is undefined', () => {
    expect(writePlain({ a: undefined, b: 1 })).toBe('{"b":1}');
  });
});
