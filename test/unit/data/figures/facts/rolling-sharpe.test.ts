import { describe, expect, it } from 'vitest';
import { instant, MICROS_PER_DAY } from '../../../../../src/core/time/instant.js';
import type { DayReturn } from '../../../../../src/data/figures/account/daily.js';
import { Facts } from '../../../../../src/data/figures/facts/facts.js';
import { rollingSharpe } from '../../../../../src/data/figures/facts/rolling-sharpe.js';
import { accountReport } from '../../../../../src/data/figures/report/report.js';
import { madeRun } from '../../../../support/figures/account-run.js';

/** Returns of consecutive days. */
const days = (fractions: readonly number[]): DayReturn[] =>
  fractions.map((fraction, index) => ({ at: instant(index * MICROS_PER_DAY), fraction }));

/** Something that goes up and down without repeating itself soon. */
const wave = (count: number) =>
  Array.from({ length: count }, (_, index) => Math.sin(index * 1.7) / 100 + 0.001);

describe('the rolling Sharpe ratio', () => {
  it('is mean / deviation (n - 1) · √252 of the last 126 returns, as QuantStats has it', () => {
    const fractions = wave(300);
    const { window, points } = rollingSharpe(days(fractions), 252);
    expect(window).toBe(126);
    expect(points).toHaveLength(300 - 125);
    expect(points[0]?.at).toBe(125 * MICROS_PER_DAY);
    for (const [index, { value }] of points.entries()) {
      let total = 0;
      let squares = 0;
      for (let day = index; day < index + 126; day++) total += fractions[day] as number;
      for (let day = index; day < index + 126; day++) {
        squares += ((fractions[day] as number) - total / 126) ** 2;
      }
      const expected = (total / 126 / Math.sqrt(squares / 125)) * Math.sqrt(252);
      expect(value).toBeCloseTo(expected, 9);
    }
  });

  it.each([
    [127, 126],
    [126, 63],
    [64, 63],
    [63, 21],
    [22, 21],
    [21, undefined],
    [0, undefined],
  ])('of %i returns looks through %s', (count, window) => {
    const found = rollingSharpe(days(wave(count)), 252);
    expect(found.window).toBe(window);
    expect(found.points).toHaveLength(window === undefined ? 0 : count - window + 1);
  });

  it('has no value where returns do not vary', () => {
    const { points } = rollingSharpe(days([...Array(22).fill(0.01), 0.02]), 252);
    expect(points.map(({ value }) => value === undefined)).toEqual([true, true, false]);
  });

  it('in a report is rounded, or says why there is none', () => {
    const report = (navs: readonly number[]) =>
      accountReport(new Facts(madeRun({ navs }))).rollingSharpe;
    expect(report([10_000, 10_100])).toEqual({
      window: null,
      reason: 'needs more than 21 daily returns, and the run has 2',
      points: [],
    });
    const navs = Array.from({ length: 24 }, (_, index) => 10_000 + index * (index % 3));
    const { window, points, reason } = report(navs);
    expect([window, reason, points.length]).toEqual([21, undefined, 4]);
    for (const { value } of points) expect(String(value)).toMatch(/^-?\d+(\.\d{1,4})?$/);
    expect(report(Array(24).fill(10_000)).points.map(({ value }) => value)).toEqual(
      Array(4).fill(null),
    );
  });
});
