import { describe, expect, it } from 'vitest';
import { Prng } from '../../../../src/core/base/prng.js';
import { isInWeekly, type Weekly, weeklySpans } from '../../../../src/core/fault/weekly.js';
import { formatRfc3339, instant } from '../../../../src/core/time/instant.js';
import { at } from '../../../support/market/fixtures.js';

const SATURDAY: Weekly = {
  from: { day: 6, hour: 12, minute: 0 },
  to: { day: 6, hour: 18, minute: 30 },
};
/** From Saturday evening over the end of the week to Monday. */
const NIGHT: Weekly = { from: { day: 6, hour: 22, minute: 0 }, to: { day: 1, hour: 3, minute: 0 } };

function spansOf(weekly: Weekly, from: string, to: string): string[] {
  return weeklySpans(weekly, { from: at(from), to: at(to) }).map(span =>
    [span.from, span.to].map(time => formatRfc3339(time).slice(5, 16)).join(' to '),
  );
}

describe('a span of each week', () => {
  it('keeps its time of New York over a change of the clocks', () => {
    expect(spansOf(SATURDAY, '2024-03-03T00:00:00Z', '2024-03-17T00:00:00Z')).toEqual([
      '03-09T17:00 to 03-09T23:30',
      '03-16T16:00 to 03-16T22:30',
    ]);
  });

  it('is cut at the ends of the whole', () => {
    expect(spansOf(SATURDAY, '2024-03-09T18:00:00Z', '2024-03-09T19:00:00Z')).toEqual([
      '03-09T18:00 to 03-09T19:00',
    ]);
    expect(spansOf(SATURDAY, '2024-03-10T00:00:00Z', '2024-03-16T16:00:00Z')).toEqual([]);
  });

  it('may go over the end of a week', () => {
    expect(spansOf(NIGHT, '2024-01-07T00:00:00Z', '2024-01-15T00:00:00Z')).toEqual([
      '01-07T03:00 to 01-08T08:00',
      '01-14T03:00 to 01-15T00:00',
    ]);
  });

  it('holds at an instant exactly when one of its spans has it', () => {
    const random = new Prng(1);
    const whole = { from: at('2024-10-20T00:00:00Z'), to: at('2024-11-17T00:00:00Z') };
    for (const weekly of [SATURDAY, NIGHT]) {
      const spans = weeklySpans(weekly, whole);
      const edges = spans.flatMap(({ from, to }) => [from - 1, from, to - 1, to]);
      const some = Array.from({ length: 200 }, () => random.nextInt(0, 28 * 24 * 60) * 60e6);
      for (const time of [...edges, ...some.map(after => whole.from + after)]) {
        const isInSpan = spans.some(({ from, to }) => from <= time && time < to);
        if (time >= whole.from && time < whole.to) {
          expect(isInWeekly(weekly, instant(time)), String(time)).toBe(isInSpan);
        }
      }
    }
  });
});
