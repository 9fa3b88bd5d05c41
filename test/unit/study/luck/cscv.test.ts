import { describe, expect, it } from 'vitest';
import { overfitting } from '../../../../src/study/luck/cscv.js';
import { noise } from './noise.js';

const DAYS = Array.from({ length: 1000 }, (_, day) => day);

describe('the probability of backtest overfitting', () => {
  it('is 1 for noise of which each row has a mean of 0: what one half gains, the other loses', () => {
    const rows = noise(100, 1000, 3).map(row => {
      const mean = row.reduce((sum, value) => sum + value, 0) / row.length;
      return row.map(value => value - mean);
    });
    expect(overfitting({ days: DAYS, rows }, 8)).toMatchObject({ pbo: 1, loss: 1, splits: 70 });
  });

  it('is about a half for plain noise', () => {
    const values = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(
      seed => overfitting({ days: DAYS, rows: noise(50, 1000, seed) }, 8)?.pbo ?? 0,
    );
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    // Each has a deviation of 0.15: five standard errors of ten.
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.24);
  });

  it('is near 0 where one row has an edge on all days', () => {
    const rows = noise(50, 1000, 4);
    const edged = rows.map((row, run) => (run === 7 ? row.map(value => value + 0.2) : row));
    expect(overfitting({ days: DAYS, rows: edged })?.pbo).toBeLessThan(0.01);
  });

  it('ranks equals in the middle, and a run that never trades', () => {
    const rows = Array.from({ length: 5 }, () => new Float64Array(100));
    const found = overfitting({ days: DAYS.slice(0, 100), rows }, 8);
    expect(found).toMatchObject({ pbo: 1, loss: 0 });
  });

  it('says nothing of one run or few days, and makes fewer blocks of few', () => {
    expect(overfitting({ days: DAYS, rows: noise(1, 1000, 1) })).toBeUndefined();
    expect(overfitting({ days: DAYS.slice(0, 15), rows: noise(5, 15, 1) })).toBeUndefined();
    expect(overfitting({ days: DAYS.slice(0, 35), rows: noise(5, 35, 1) })?.blocks).toBe(6);
  });
});
