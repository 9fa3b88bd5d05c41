import { describe, expect, it } from 'vitest';
import { civilFromDays, mustParse } from '../../../../src/core/time/instant.js';
import {
  nearestWeekShift,
  shiftedBy,
  shiftedSpan,
  weekShift,
} from '../../../../src/core/time/weeks.js';
import { zone } from '../../../../src/core/time/zone.js';

const YEAR_2014 = {
  from: mustParse('2014-01-01T00:00:00Z'),
  to: mustParse('2015-01-01T00:00:00Z'),
};

describe('shifts by weeks', () => {
  it('finds 626 weeks for the year 2014, whether its first or its last day is wished in 2026', () => {
    for (const wished of [612, 626, 664, 673]) {
      expect(nearestWeekShift(YEAR_2014, wished)).toEqual({ weeks: 626, unlike: [] });
    }
  });

  it('counts the days on which 612 weeks are wrong for 2014: 28 weeks in each zone', () => {
    for (const name of ['America/New_York', 'Europe/London']) {
      expect(Math.floor(weekShift(YEAR_2014, 612, [name]).unlike.length / 7)).toBe(28);
    }
    expect(weekShift(YEAR_2014, 612, ['Asia/Tokyo']).unlike).toEqual([]);
  });

  it('keeps the wished number and names the days where no number within ten years is right', () => {
    const both = { from: mustParse('2006-01-01T00:00:00Z'), to: mustParse('2008-01-01T00:00:00Z') };
    const { weeks, unlike } = nearestWeekShift(both, 1_000);
    expect(weeks).toBe(1_000);
    expect(unlike.length).toBeGreaterThan(50);
    expect(civilFromDays(unlike[0] as number).year).toBe(2006);
  });

  it('keeps the wall clock of New York and London at every hour of a shifted year', () => {
    for (let at = YEAR_2014.from; at < YEAR_2014.to; at = shiftedHour(at)) {
      for (const name of ['America/New_York', 'Europe/London']) {
        const [plain, shown] = [at, shiftedBy(626, at)].map(each => zone(name).toLocal(each));
        expect(shown?.microsOfDay).toBe(plain?.microsOfDay);
        expect(shown?.dayOfWeek).toBe(plain?.dayOfWeek);
      }
    }
  });

  it('comes back to the same instant', () => {
    expect(shiftedSpan(-626, shiftedSpan(626, YEAR_2014))).toEqual(YEAR_2014);
  });
});

function shiftedHour(at: number) {
  return (at + 7 * 3_600_000_000) as typeof YEAR_2014.from;
}
