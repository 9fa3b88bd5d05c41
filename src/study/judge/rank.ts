/**
 * Decides which of two runs is better: the one with the greater ranking figure, or with the smaller
 * one where the table of figures says that less is better. Of several goals the places count.
 */

import type { FigureUnit } from '../../data/figures/table/report-data.js';
import { figureNamed, type RunFigures } from '../../data/figures/table/run-figures.js';
import { isLuck } from '../../data/storage/schema/study-schema.js';
import type { RankingRow } from './rows.js';

/** The ranking value of `row`; null when it has none. */
export function rankedValue({ figures, luck }: RankingRow, rank: string): number | null {
  return isLuck(rank) && figures !== undefined ? luck[rank] : rankedFigure(figures, rank);
}

/** The ranking value as the figures of one run have it; null when they do not. */
export function rankedFigure(figures: RunFigures | undefined, rank: string): number | null {
  return isLuck(rank) ? null : (figures?.[rank] ?? null);
}

/**
 * The rating of each row, the greater the better; null for a row that lacks a value. For one goal
 * it is the value. For several it is the sum of the row's places in each, with its sign changed: a
 * place is the number of rows that are better. No unit or scale matters to it, and a row that is at
 * least as good in each goal as another row, and better in one, has the greater merit.
 */
export function meritsOf(
  rows: readonly RankingRow[],
  goals: readonly string[],
): readonly (number | null)[] {
  const values = goals.map(goal => rows.map(row => meritOf(row, goal)));
  const [only] = values;
  if (values.length === 1 && only !== undefined) return only;
  const isWhole = rows.map((_, at) => values.every(ofGoal => ofGoal[at] !== null));
  const places = values.map(ofGoal => placesIn(ofGoal.filter((_, at) => isWhole[at])));
  return rows.map((_, at) =>
    isWhole[at]
      ? -places.reduce((sum, place, goal) => sum + (place.get(values[goal]?.[at] ?? 0) ?? 0), 0)
      : null,
  );
}

/** For each value, the number of `values` that are greater. */
function placesIn(values: readonly (number | null)[]): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  const sorted = values.filter(value => value !== null).sort((a, b) => b - a);
  for (const [place, value] of sorted.entries()) {
    if (!places.has(value)) places.set(value, place);
  }
  return places;
}

/** The ranking value of `row`, with its sign changed if less is better; null when it has none. */
export function meritOf(row: RankingRow, rank: string): number | null {
  const value = rankedValue(row, rank);
  return value === null || !isLessBetter(rank) ? value : -value;
}

/** Whether a smaller value of the rank is better. */
export function isLessBetter(rank: string): boolean {
  return !isLuck(rank) && figureNamed(rank).isLessBetter === true;
}

/** The ranking of runs, in words. */
export function rankingText(goals: readonly string[]): string {
  const [first = '', ...others] = goals;
  if (others.length === 0) return first;
  return `the sum of places in ${[first, ...others.slice(0, -1)].join(', ')} and ${others.at(-1)}`;
}

/** Unit of the ranking value. */
export function rankUnit(rank: string): FigureUnit {
  return isLuck(rank) ? 'fraction' : figureNamed(rank).unit;
}

/**
 * Rows from best to worst. Rows without one of the values are left out; among equals the lower index
 * comes first.
 */
export function ranked(rows: readonly RankingRow[], goals: readonly string[]): RankingRow[] {
  const merits = meritsOf(rows, goals);
  const judged = rows.flatMap((row, at) => {
    const merit = merits[at] ?? null;
    return merit === null ? [] : [{ row, merit }];
  });
  judged.sort((a, b) => b.merit - a.merit || a.row.index - b.row.index);
  return judged.map(({ row }) => row);
}
