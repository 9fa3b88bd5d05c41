import { expect, it } from 'vitest';
import { bucketEnd, bucketStart, WEEKDAYS } from '../../../../src/core/candle/alignment.js';
import { GRANULARITIES, type Granularity } from '../../../../src/core/candle/granularity.js';
import { at } from '../../../support/market/fixtures.js';

const UTC = { dailyAlignment: 0, alignmentTimezone: 'UTC', weeklyAlignment: 'Friday' } as const;
const SECONDS = { S: 1, M: 60, H: 3_600 } as const;
const NOON = at('2024-03-06T12:00:00Z');

it('a bucket is as long as the name of its granularity says', () => {
  for (const name of Object.keys(GRANULARITIES) as Granularity[]) {
    const [, unit = '', count] = /^([SMH])(\d+)$/.exec(name) ?? [];
    const seconds =
      count === undefined
        ? { D: 86_400, W: 7 * 86_400, M: 31 * 86_400 }[name as 'D' | 'W' | 'M']
        : SECONDS[unit as 'S'] * Number(count);
    const start = bucketStart(NOON, name, UTC);
    expect((bucketEnd(start, name, UTC) - start) / 1_000_000, name).toBe(seconds);
  }
});

it('a week begins on the day that is asked for', () => {
  expect(new Set(WEEKDAYS).size).toBe(7);
  for (const weeklyAlignment of WEEKDAYS) {
    const start = bucketStart(NOON, 'W', { ...UTC, weeklyAlignment });
    const name = new Date(start / 1_000).toLocaleDateString('en-GB', {
      weekday: 'long',
      timeZone: 'UTC',
    });
    expect(name).toBe(weeklyAlignment);
  }
});
