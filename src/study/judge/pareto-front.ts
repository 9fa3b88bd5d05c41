/**
 * The Pareto front of a study with several goals: the runs of which no other run is at least as good in
 * each goal and better in one. Which of them is right is a matter of taste, so they are shown together.
 */

import { meritOf } from './rank.js';
import type { RankingRow } from './rows.js';

/** Indexes of the rows on the front; a row without the value of a goal is not on it. */
export function paretoFront(
  rows: readonly RankingRow[],
  goals: readonly string[],
): ReadonlySet<number> {
  const judged = rows.flatMap(row => {
    const merits = goals.map(goal => meritOf(row, goal)).filter(merit => merit !== null);
    return merits.length < goals.length ? [] : [{ index: row.index, merits }];
  });
  // A row that is better than another comes before it in this order, so one pass over the front is enough.
  judged.sort((a, b) => compared(b.merits, a.merits));
  const front: typeof judged = [];
  for (const row of judged) {
    if (!front.some(({ merits }) => isBetter(merits, row.merits))) front.push(row);
  }
  return new Set(front.map(({ index }) => index));
}

/** Negative when the first goal that differs is smaller in `a`. */
function compared(a: readonly number[], b: readonly number[]): number {
  for (const [goal, value] of a.entries()) {
    const other = b[goal] ?? value;
    if (value !== other) return value - other;
  }
  return 0;
}

/** Whether `a` is at least as good in each goal as `b`, and better in one. */
function isBetter(a: readonly number[], b: readonly number[]): boolean {
  return (
    a.every((value, goal) => value >= (b[goal] ?? value)) &&
    a.some((value, goal) => value > (b[goal] ?? value))
  );
}
