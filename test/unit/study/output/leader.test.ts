import { describe, expect, it } from 'vitest';
import { instant } from '../../../../src/core/time/instant.js';
import type { RunFigures } from '../../../../src/data/figures/table/run-figures.js';
import { Leader } from '../../../../src/study/output/leader.js';

const WINDOW = { from: instant(0), to: instant(1) };

/** What a study has so far after these values of its rank, in order of their ends. */
function bestOf(
  rank: string,
  ...ends: readonly (readonly [index: number, value: number | null])[]
) {
  const leader = new Leader(rank, 4);
  for (const [index, value] of ends) {
    const figures = { [rank]: value } as unknown as RunFigures;
    leader.add({ index, values: [index * 10], ...WINDOW }, { index, figures, shape: null });
  }
  return leader.best;
}

describe('the best run of a study so far', () => {
  it('has the greatest figure, and the lowest number among equals', () => {
    expect(bestOf('netProfit', [2, 5], [1, 7], [3, 6])).toEqual({
      index: 1,
      values: [10],
      value: 7,
    });
    expect(bestOf('netProfit', [2, 7], [3, 7], [1, 7])).toMatchObject({ index: 1 });
  });

  it('has the smallest where less is better', () => {
    expect(bestOf('maxDrawdown', [0, 5], [1, 3], [2, 4])).toMatchObject({ index: 1, value: 3 });
  });

  it('is none without the figure, and no repetition of another run', () => {
    expect(bestOf('netProfit', [0, null])).toBeUndefined();
    expect(bestOf('netProfit', [0, 1], [4, 9])).toMatchObject({ index: 0 });
  });

  it('is none for a rank that only all runs give', () => {
    expect(bestOf('psr', [0, 1])).toBeUndefined();
  });

  it('stands beside the number of failed runs', () => {
    const leader = new Leader('netProfit', 4);
    leader.add({ index: 0, values: [], ...WINDOW }, { index: 0, error: 'threw' });
    expect([leader.failed, leader.best]).toEqual([1, undefined]);
  });
});
