import { describe, expect, it } from 'vitest';
import { clustersOf } from '../../../../src/study/luck/clusters.js';
import { triesOf } from '../../../../src/study/luck/deflated.js';
import { returnMatrix } from '../../../../src/study/luck/return-matrix.js';
import { noise } from './noise.js';

const DAYS = Array.from({ length: 400 }, (_, day) => day);

/** `each` rows around each of `groups` independent rows, with a correlation of 0.96. */
function groups(count: number, each: number, seed: number): Float64Array[] {
  const centres = noise(count, 400, seed);
  const own = noise(count * each, 400, seed + 1);
  return own.map((row, run) =>
    row.map((value, day) => 0.2 * value + (centres[run % count]?.[day] ?? 0)),
  );
}

describe('clusters of runs', () => {
  it('finds the groups that were made, however large they are', () => {
    expect(clustersOf({ days: DAYS, rows: groups(6, 10, 1) }).count).toBe(6);
    expect(clustersOf({ days: DAYS, rows: groups(3, 2, 2) }).count).toBe(3);
    expect(clustersOf({ days: DAYS, rows: groups(1, 30, 3) }).count).toBeLessThan(4);
  });

  it('puts independent runs into no cluster', () => {
    expect(clustersOf({ days: DAYS, rows: noise(60, 400, 5) }).count).toBe(60);
  });

  it('finds the same groups among more runs than are linked', () => {
    expect(clustersOf({ days: DAYS, rows: groups(6, 50, 7) }).count).toBe(6);
  });

  it('counts the same run once, and a run that never trades', () => {
    const [row = new Float64Array(400)] = noise(1, 400, 8);
    expect(clustersOf({ days: DAYS, rows: [row, row, row] }).count).toBe(1);
    const idle = new Float64Array(400);
    expect(clustersOf({ days: DAYS, rows: [row, idle] }).count).toBe(2);
  });

  it('compares runs of other windows over their common days', () => {
    const [row = new Float64Array(400)] = noise(1, 400, 9);
    const series = (from: number, to: number) => ({
      days: DAYS.slice(from, to),
      returns: Float32Array.from(row.slice(from, to)),
    });
    const whole = returnMatrix([series(0, 400), series(0, 200), series(200, 400)], DAYS);
    expect(clustersOf(whole).count).toBeLessThan(3);
    const few = returnMatrix([series(0, 210), series(200, 400)], DAYS);
    expect(clustersOf(few).count).toBe(2);
  });
});

describe('the tries of a window', () => {
  it('are fewer by clusters, and never expect less than the error of the ratio allows', () => {
    const rows = groups(5, 20, 12);
    const shapes = rows.map(row => ({
      sharpe: row.reduce((sum, value) => sum + value, 0) / 400,
      skewness: 0,
      excessKurtosis: 0,
      count: 400,
    }));
    const tries = triesOf(shapes, { days: DAYS, rows });
    expect(tries).toMatchObject({ runs: 100, clusters: 5 });
    // Five independent tries of 400 days: 1/sqrt(399) times the expected maximum of five.
    expect(tries.luck).toBeGreaterThanOrEqual(1.1 / Math.sqrt(399));
    const more = triesOf(shapes, { days: DAYS, rows }, 200);
    expect(more).toMatchObject({ runs: 200, clusters: 10 });
  });
});
