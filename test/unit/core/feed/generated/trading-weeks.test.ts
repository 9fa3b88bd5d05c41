import { expect, it } from 'vitest';
import {
  FIRST_WEEK,
  WEEKS,
  weekAt,
  weekOpen,
} from '../../../../../src/core/feed/generated/trading-weeks.js';

it('a week begins at its opening, in winter at 22:00 UTC and in summer an hour before', () => {
  const hours = new Set<number>();
  for (let week = FIRST_WEEK; week < WEEKS; week += 7) {
    const open = weekOpen(week);
    hours.add(new Date(open / 1_000).getUTCHours());
    expect([weekAt(open - 1), weekAt(open), weekAt(open + 3_600_000_000)]).toEqual([
      week - 1,
      week,
      week,
    ]);
  }
  expect([...hours].sort()).toEqual([21, 22]);
});
