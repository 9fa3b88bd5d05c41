import { describe, expect, it } from 'vitest';
import type { Job, JobOutcome } from '../../../../src/study/engines/job.js';
import { joinedCurve, joinedText } from '../../../../src/study/judge/joined-curve.js';

const DAY = 86_400_000_000;

function job(index: number): { readonly job: Job } {
  return { job: { index, values: [], from: 0, to: 0, withReturns: true } };
}

/** The outcome of a job whose days had these returns. */
function outcome(index: number, first: number, fractions: readonly number[]): JobOutcome {
  const returns = fractions.map((fraction, day) => ({ at: (first + day) * DAY, fraction }));
  return { index, figures: {}, shape: null, returns };
}

describe('the joined out-of-sample curve', () => {
  it('compounds the returns of one window after another', () => {
    const outcomes = new Map([
      [7, outcome(7, 10, [0.1, -0.5])],
      [8, outcome(8, 12, [0.2])],
    ]);
    const { points, ...figures } = joinedCurve([job(7), job(8)], outcomes);
    expect(points.map(({ fold, growth }) => [fold, Number(growth.toFixed(6))])).toEqual([
      [1, 1.1],
      [1, 0.55],
      [2, 0.66],
    ]);
    expect(points.map(({ time }) => time)).toEqual(points.map(({ time }) => time).sort());
    expect(figures).toMatchObject({ totalReturn: -0.34, maxDrawdown: 0.5 });
    // m = -1/15 and s = 0.378594 of three returns.
    expect(figures.sharpe).toBeCloseTo((-0.2 / 3 / 0.378_594) * Math.sqrt(252), 2);
  });

  it('leaves out folds without a choice and folds that failed', () => {
    const outcomes = new Map<number, JobOutcome>([
      [3, { index: 3, error: 'broke' }],
      [4, outcome(4, 1, [0.01])],
    ]);
    const curve = joinedCurve([{ refusal: 'no run to choose' }, job(3), job(4)], outcomes);
    expect(curve.points.map(({ fold }) => fold)).toEqual([3]);
    expect(joinedText(curve)).toBe(
      'out of sample, joined: 1 trading days, total return 1.00 %, maximum drawdown 0.00 %, Sharpe ratio -',
    );
    expect(joinedCurve([], new Map())).toEqual({
      points: [],
      totalReturn: null,
      maxDrawdown: null,
      sharpe: null,
    });
  });
});
