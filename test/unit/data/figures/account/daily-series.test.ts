import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mustParse } from '../../../../../src/core/time/instant.js';
import {
  dailySeries,
  readSeries,
  seriesText,
} from '../../../../../src/data/figures/account/daily-series.js';
import { runsOf } from '../../../../support/random/nightly.js';

describe('a series of daily returns', () => {
  it('names days by the end of the trading day in New York', () => {
    const at = (time: string, fraction: number) => ({ at: mustParse(time), fraction });
    const { days, returns } = dailySeries([
      at('2024-03-08T22:00:00Z', 0.5),
      // Summer time began on Sunday; this is Monday's end, at 17:00.
      at('2024-03-11T21:00:00Z', 0.25),
      // The run ended on Tuesday morning.
      at('2024-03-12T10:00:00Z', -0.5),
    ]);
    expect(days.map(day => new Date(day * 86_400_000).toISOString().slice(0, 10))).toEqual([
      '2024-03-08',
      '2024-03-11',
      '2024-03-12',
    ]);
    expect([...returns]).toEqual([0.5, 0.25, -0.5]);
  });

  it('writes no days where they are those of every week', () => {
    const friday = 19790;
    const text = seriesText({
      days: [friday, friday + 3, friday + 4],
      returns: Float32Array.of(1, 2, 3),
    });
    expect(text).not.toHaveProperty('days');
    const gap = seriesText({ days: [friday, friday + 4], returns: Float32Array.of(1, 2) });
    expect(gap).toHaveProperty('days');
  });

  it('reads what it has written', () => {
    const series = fc
      .uniqueArray(fc.integer({ min: 0, max: 40_000 }), { maxLength: 30 })
      .chain(days =>
        fc
          .array(fc.float({ noNaN: true }), { minLength: days.length, maxLength: days.length })
          .map(returns => ({
            days: days.sort((a, b) => a - b),
            returns: Float32Array.from(returns),
          })),
      );
    fc.assert(
      fc.property(series, each => {
        expect(readSeries(JSON.parse(JSON.stringify(seriesText(each))))).toEqual(each);
      }),
      { numRuns: runsOf(100) },
    );
  });
});
