import { describe, expect, it } from 'vitest';
import { longRunVariance } from '../../../../src/study/luck/block-bootstrap.js';
import { superiority } from '../../../../src/study/luck/spa.js';
import { noise } from './noise.js';

const DAYS = Array.from({ length: 250 }, (_, day) => day);
/** Six made series, of which the last ones gain. */
const ROWS = [0, 1, 2, 3, 4, 5].map(run =>
  Float64Array.from(
    DAYS,
    day =>
      Math.sin(day * (0.7 + 0.13 * run) + run) * 0.01 +
      Math.cos(day * day * (0.011 + 0.002 * run)) * 0.008 +
      0.0004 * (run - 2),
  ),
);
/**
 * What `arch.bootstrap.SPA` 8.0.0 gives for them: block_size 5, reps 20000, seed 7. It does not divide
 * by deviations, so the studentised test is its test of series that are divided by them before.
 */
const ARCH = {
  deviations: [0.007973432, 0.008193856, 0.008308559, 0.006923883, 0.007047931, 0.00605628],
  plain: { lower: 0.01795, consistent: 0.0379, upper: 0.0379 },
  spa: { lower: 0.0039, consistent: 0.00625, upper: 0.00625 },
};

describe('the tests of superior predictive ability', () => {
  it('has the deviations of arch to its digits', () => {
    ROWS.forEach((row, run) => {
      expect(Math.sqrt(longRunVariance(row, 5))).toBeCloseTo(ARCH.deviations[run] ?? 0, 9);
    });
  });

  it('has the probabilities of arch within the error of resampling', () => {
    const own = superiority({ days: DAYS, rows: ROWS }, { seed: 3, block: 5, resamples: 10_000 });
    for (const test of ['plain', 'spa'] as const) {
      for (const kind of ['lower', 'consistent', 'upper'] as const) {
        const wanted = ARCH[test][kind];
        // Five standard errors of both together.
        const error = 5 * Math.sqrt(wanted * (1 - wanted) * (1 / 10_000 + 1 / 20_000));
        expect(Math.abs((own?.[test][kind] ?? 1) - wanted)).toBeLessThan(error);
      }
    }
  });

  it('finds an edge in one of many rows, and none in rows that lose', () => {
    const rows = noise(20, 250, 9);
    const edged = rows.map((row, run) => (run === 4 ? row.map(value => value + 0.35) : row));
    expect(superiority({ days: DAYS, rows: edged }, { seed: 1 })?.spa.consistent).toBeLessThan(
      0.01,
    );
    const losing = rows.map(row => row.map(value => value - 0.5));
    expect(superiority({ days: DAYS, rows: losing }, { seed: 1 })?.spa).toEqual({
      lower: 1,
      consistent: 1,
      upper: 1,
    });
  });

  it('lets runs that lose much count for nothing, where the reality check counts them', () => {
    const rows = noise(40, 250, 11).map((row, run) =>
      row.map(value => (run === 0 ? value + 0.13 : value * 3 - 2)),
    );
    const { spa, plain } = superiority({ days: DAYS, rows }, { seed: 1 }) ?? {};
    expect(spa?.consistent ?? 1).toBeLessThan((plain?.upper ?? 0) / 3);
  });

  it('repeats from its seed, and says nothing of few days or of runs that never trade', () => {
    const matrix = { days: DAYS, rows: noise(3, 250, 2) };
    expect(superiority(matrix, { seed: 5 })).toEqual(superiority(matrix, { seed: 5 }));
    const few = { days: DAYS.slice(0, 20), rows: noise(3, 20, 2) };
    expect(superiority(few, { seed: 5 })).toBeUndefined();
    const none = { days: DAYS, rows: [new Float64Array(250)] };
    expect(superiority(none, { seed: 5 })).toBeUndefined();
  });
});
