import { describe, expect, it } from 'vitest';
import { ranked } from '../../../../src/study/judge/rank.js';
import type { RankingRow } from '../../../../src/study/judge/rows.js';

function row(index: number, figures: RankingRow['figures'], psr: number | null = null): RankingRow {
  const head = { index, values: [], from: '', to: '', luck: { psr, dsr: null, dsrOfRuns: null } };
  return figures === undefined ? { ...head, error: 'broke' } : { ...head, figures };
}

const order = (rows: readonly RankingRow[], rank: string) =>
  ranked(rows, [rank]).map(({ index }) => index);

describe('ranked rows', () => {
  it('have the most first, or the least where less is better', () => {
    const rows = [0.1, 0.3, 0.2].map((value, index) =>
      row(index, { sharpe: value, maxDrawdown: value }),
    );
    expect(order(rows, 'sharpe')).toEqual([1, 2, 0]);
    expect(order(rows, 'maxDrawdown')).toEqual([0, 2, 1]);
  });

  it('leave out runs without the figure, and keep the order of equals', () => {
    const rows = [row(0, { calmar: null }), row(1, { calmar: 2 }), row(2, undefined)];
    expect(order([...rows, row(3, { calmar: 2 })], 'calmar')).toEqual([1, 3]);
  });

  it('are ranked by the sum of their places in several goals, whatever their scales', () => {
    const values = [
      [3, 0.9],
      [2, 0.2],
      [1, 0.1],
      [2, 0.3],
    ] as const;
    const rows = values.map(([sharpe, maxDrawdown], index) => row(index, { sharpe, maxDrawdown }));
    const goals = ['sharpe', 'maxDrawdown'];
    // Places: 0 + 3, 1 + 1, 3 + 0, 1 + 2. Equals keep their order.
    expect(ranked(rows, goals).map(({ index }) => index)).toEqual([1, 0, 2, 3]);
    const scaled = values.map(([sharpe, maxDrawdown], index) =>
      row(index, { sharpe: sharpe * 1000 - 7, maxDrawdown }),
    );
    expect(ranked(scaled, goals).map(({ index }) => index)).toEqual([1, 0, 2, 3]);
  });

  it('need the figures of all goals', () => {
    const rows = [row(0, { sharpe: 1, calmar: null }), row(1, { sharpe: 0, calmar: 1 })];
    expect(ranked(rows, ['sharpe', 'calmar']).map(({ index }) => index)).toEqual([1]);
  });

  it('may be ranked by what is said of a window together', () => {
    expect(order([row(0, {}, 0.2), row(1, {}, 0.9), row(2, {})], 'psr')).toEqual([1, 0]);
  });
});
