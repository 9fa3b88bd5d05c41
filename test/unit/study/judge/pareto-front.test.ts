import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paretoFront } from '../../../../src/study/judge/pareto-front.js';
import { ranked } from '../../../../src/study/judge/rank.js';
import type { RankingRow } from '../../../../src/study/judge/rows.js';

const GOALS = ['sharpe', 'maxDrawdown', 'netProfit'];
const luck = { psr: null, dsr: null, dsrOfRuns: null };

function rowsOf(values: readonly (readonly number[])[]): RankingRow[] {
  return values.map(([sharpe = 0, maxDrawdown = 0, netProfit = 0], index) => {
    const figures = { sharpe, maxDrawdown, netProfit };
    return { index, values: [], from: '', to: '', luck, figures };
  });
}

/** Whether `a` is at least as good as `b` in each goal and better in one; a smaller drawdown is better. */
function beats(a: readonly number[], b: readonly number[]): boolean {
  const gains = a.map((value, goal) => (goal === 1 ? -1 : 1) * (value - (b[goal] ?? 0)));
  return gains.every(gain => gain >= 0) && gains.some(gain => gain > 0);
}

const values = fc.array(fc.tuple(...GOALS.map(() => fc.integer({ min: 0, max: 6 }))), {
  maxLength: 30,
});

describe('the Pareto front', () => {
  it('has the runs that no other run beats', () => {
    fc.assert(
      fc.property(values, all => {
        const front = paretoFront(rowsOf(all), GOALS);
        for (const [index, own] of all.entries()) {
          expect(front.has(index)).toBe(!all.some(other => beats(other, own)));
        }
      }),
    );
  });

  it('has the first run of the ranking, and a run is ranked behind those that beat it', () => {
    fc.assert(
      fc.property(values, all => {
        const rows = rowsOf(all);
        const order = ranked(rows, GOALS).map(({ index }) => index);
        if (order[0] !== undefined) expect(paretoFront(rows, GOALS)).toContain(order[0]);
        for (const [place, index] of order.entries()) {
          const later = order.slice(place + 1);
          expect(later.some(other => beats(all[other] ?? [], all[index] ?? []))).toBe(false);
        }
      }),
    );
  });

  it('leaves out a run without one of the figures', () => {
    const [whole] = rowsOf([[1, 1, 1]]);
    const figures = { sharpe: 9, maxDrawdown: 0, netProfit: null };
    const part = { index: 1, values: [], from: '', to: '', luck, figures };
    expect([...paretoFront([whole as RankingRow, part], GOALS)]).toEqual([0]);
  });
});
