import { expect, it } from 'vitest';
import type { RankingRow } from '../../../../src/study/judge/rows.js';
import { verdictOf } from '../../../../src/study/judge/verdict.js';

/** A run of which only its Sharpe ratio is known. */
const row = { figures: { sharpe: 23.514 }, luck: { dsr: null } } as unknown as RankingRow;
const tries = (runs: number) => ({ runs, clusters: runs, luck: 0, luckOfRuns: 0 });

it.each([
  [
    0,
    'The best run by netProfit has a Sharpe ratio of 23.51. The runs have too few daily returns for a test.',
  ],
  [
    1,
    'The best run by netProfit has a Sharpe ratio of 23.51, of 1 try. The runs have too few daily returns for a test.',
  ],
])('a verdict on %i tries counts those that can be compared', (runs, answer) => {
  const assessment = { tries: tries(runs) } as never;
  expect(verdictOf({ best: [row], assessment }, ['netProfit'], String)).toMatchObject({
    outcome: 'unknown',
    answer,
  });
});
