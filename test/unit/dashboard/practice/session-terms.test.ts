import { describe, expect, it } from 'vitest';
import { sessionTerms } from '../../../../src/dashboard/practice/session-terms.js';

describe('the terms of a session', () => {
  it('take a length with the unit as a letter or as a word', () => {
    const typed = ['8h', '1 day', '2w', '1 week', '1mo', '2 months', ' 12 HOURS '];
    expect(typed.map(length => sessionTerms({ from: '', length }).length)).toEqual([
      '8h',
      '1d',
      '14d',
      '7d',
      '30d',
      '60d',
      '12h',
    ]);
  });

  it('refuse a length without a number or a unit, and one of nothing', () => {
    for (const length of ['', 'a month', '5', '0d', '3y', '1m']) {
      expect(sessionTerms({ from: '', length }).errors, length).toEqual({
        length: 'Write a number with h, d, w or mo: 8h, 2w, 1mo',
      });
    }
  });

  it('take a day, a minute and an instant as a beginning, and leave it to chance', () => {
    const typed = ['2024-03-05', '2024-03-05 08:00', '2024-03-05T08:00:10Z', ' '];
    expect(typed.map(from => sessionTerms({ from, length: '1d' }))).toMatchObject([
      { from: '2024-03-05T00:00:00Z', errors: {} },
      { from: '2024-03-05T08:00:00Z', errors: {} },
      { from: '2024-03-05T08:00:10Z', errors: {} },
      { from: undefined, errors: {} },
    ]);
  });

  it('refuse another text as a beginning', () => {
    expect(sessionTerms({ from: 'Monday', length: '1d' }).errors).toEqual({
      from: 'Write a day, 2024-03-05, or 2024-03-05 08:00',
    });
  });
});
