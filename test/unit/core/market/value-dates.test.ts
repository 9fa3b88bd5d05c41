import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysChargedOn, financingAt } from '../../../../src/core/market/financing-terms.js';
import { instrumentTable } from '../../../../src/core/market/instrument-table.js';
import { movedDays, weekOf } from '../../../../src/core/market/value-dates.js';
import { daysFromCivil } from '../../../../src/core/time/instant.js';
import { at, pair } from '../../../support/market/fixtures.js';

const MAY = daysFromCivil(2024, 5, 1) - 1;
/** Monday 2024-05-27: Memorial Day; a weekday without payments in USD. */
const MEMORIAL = MAY + 27;

const counts = (week: ReturnType<typeof weekOf>) => week.map(({ daysCharged }) => daysCharged);
const table = (name: string) => instrumentTable().get(name)?.financing.financingDaysOfWeek ?? [];

describe('the days that a rollover charges', () => {
  it('are three on the day whose value date passes the weekend', () => {
    expect(counts(weekOf(2))).toEqual([1, 1, 3, 1, 1, 0, 0]);
    expect(counts(weekOf(1))).toEqual([1, 1, 1, 3, 1, 0, 0]);
    expect(counts(table('EUR_USD'))).toEqual([1, 1, 3, 1, 1, 0, 0]);
    expect(counts(table('USD_CAD'))).toEqual([1, 1, 1, 3, 1, 0, 0]);
    expect(weekOf(2)[0]?.dayOfWeek).toBe('MONDAY');
  });

  it('move with a holiday: those of a Monday are charged the Wednesday before', () => {
    // Value date of Wednesday the 22nd: Friday; of Thursday: Tuesday the 28th, past the holiday.
    expect(movedDays(2, new Set([MEMORIAL]))).toEqual([
      { day: MEMORIAL - 5, daysCharged: 4 },
      { day: MEMORIAL - 3, daysCharged: 0 },
    ]);
    expect(movedDays(1, new Set([MEMORIAL]))).toEqual([
      { day: MEMORIAL - 4, daysCharged: 4 },
      { day: MEMORIAL - 3, daysCharged: 0 },
    ]);
    expect(movedDays(2, new Set([MEMORIAL - 1]))).toEqual([]);
  });

  it('are those of the week of simulated now, as v20 shows them', () => {
    const instrument = pair('EUR_USD', { movedDays: movedDays(2, new Set([MEMORIAL])) });
    const shown = (time: string) => counts(financingAt(instrument, at(time)).financingDaysOfWeek);
    expect(shown('2024-05-17T20:59:59Z')).toEqual([1, 1, 3, 1, 1]);
    expect(shown('2024-05-20T10:00:00Z')).toEqual([1, 1, 4, 1, 0]);
    expect(shown('2024-05-27T10:00:00Z')).toEqual([1, 1, 3, 1, 1]);
  });

  it('are as many as the days that pass, whatever the holidays', () => {
    const holidays = fc.uniqueArray(fc.integer({ min: 30, max: 70 }), { maxLength: 9 });
    fc.assert(
      fc.property(holidays, fc.constantFrom(1 as const, 2 as const), (days, lag) => {
        const dates = new Set(days.map(day => MAY + day));
        const instrument = {
          ...pair('EUR_USD'),
          movedDays: movedDays(lag, dates),
          financing: { longRate: '0', shortRate: '0', financingDaysOfWeek: weekOf(lag) },
        };
        let sum = 0;
        for (let day = 0; day < 140; day++) sum += daysChargedOn(instrument, MAY + day);
        expect(sum).toBe(140);
      }),
    );
  });
});
