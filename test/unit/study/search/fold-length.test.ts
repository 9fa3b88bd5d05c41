import { describe, expect, it } from 'vitest';
import { formatRfc3339, instant } from '../../../../src/core/time/instant.js';
import { endAfter, endOfDay, startBefore } from '../../../../src/study/search/fold-length.js';
import { at } from '../../../support/market/fixtures.js';

const text = (micros: number) => formatRfc3339(instant(micros)).slice(0, 16);
const days = (tradingDays: number) => ({ tradingDays });
const LATE = at('2024-04-01T00:00:00Z');

describe('the length of a window', () => {
  it('counts ends of trading days: none on Saturday and Sunday, an hour earlier in summer', () => {
    // Friday 8 March 2024 is the last day of winter time in New York.
    const friday = at('2024-03-08T12:00:00Z');
    expect([1, 2, 6].map(count => text(endAfter(friday, days(count), LATE)))).toEqual([
      '2024-03-08T22:00',
      '2024-03-11T21:00',
      '2024-03-15T21:00',
    ]);
  });

  it('leads back to where it came from, from one end of a day to another', () => {
    const start = at('2024-03-06T22:00:00Z');
    for (const count of [1, 2, 3, 7]) {
      const end = instant(endAfter(start, days(count), LATE));
      expect(text(startBefore(end, days(count)))).toBe('2024-03-06T22:00');
    }
  });

  it('of hours is elapsed time', () => {
    const start = at('2024-03-08T12:00:00Z');
    const length = { micros: 36 * 3_600_000_000 };
    expect(text(endAfter(start, length, LATE))).toBe('2024-03-10T00:00');
    expect(text(startBefore(start, length))).toBe('2024-03-07T00:00');
  });

  it('has no end after the limit', () => {
    const start = at('2024-03-08T12:00:00Z');
    const monday = at('2024-03-11T20:59:59Z');
    expect(endAfter(start, days(2), monday)).toBe(Number.POSITIVE_INFINITY);
    expect(endAfter(start, days(100_000), monday)).toBe(Number.POSITIVE_INFINITY);
    expect(text(endOfDay(monday))).toBe('2024-03-11T21:00');
    expect(text(endOfDay(at('2024-03-09T10:00:00Z')))).toBe('2024-03-11T21:00');
  });
});
