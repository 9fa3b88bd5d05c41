/** What the runs of a study were refused, over all runs: lines for people. */

import type { ReasonCount, Refusals } from '../../core/view/refusals.js';
import type { RankingRow } from './rows.js';

/** First whether every order was refused in some runs, then a line for each reason. */
export function studyRefusals(rows: readonly RankingRow[]): string[] {
  const all = rows.flatMap(({ refusals }) => refusals ?? []);
  const barred = all.filter(({ isEveryOrder }) => isEveryOrder).length;
  return [
    ...(barred === 0 ? [] : [`every order was refused in ${barred} of ${runs(rows.length)}`]),
    ...lines(all, ({ refused }) => refused, 'orders refused'),
    ...lines(all, ({ cancelled }) => cancelled, 'orders cancelled by the market'),
    ...lines(all, ({ requests }) => requests, 'other requests refused'),
  ];
}

function lines(
  all: readonly Refusals[],
  read: (refusals: Refusals) => readonly ReasonCount[],
  what: string,
): string[] {
  const totals = new Map<string, { count: number; runs: number }>();
  for (const { reason, count } of all.flatMap(read)) {
    const total = totals.get(reason) ?? { count: 0, runs: 0 };
    totals.set(reason, { count: total.count + count, runs: total.runs + 1 });
  }
  return [...totals]
    .sort(([, a], [, b]) => b.count - a.count)
    .map(([reason, total]) => `${total.count} ${what} in ${runs(total.runs)}: ${reason}`);
}

function runs(count: number): string {
  return `${count} run${count === 1 ? '' : 's'}`;
}
