/**
 * Which of two runs is the better one: the one with more of the figure that they are ranked by, or
 * with less where the table of figures says that less is better.
 */

import { DIGITS } from '../../figures/table/figure.js';
import { figureNamed } from '../../figures/table/run-figures.js';
import { isLuck } from '../../storage/schema/study-schema.js';
import type { StudyRow } from './rows.js';

/** What `row` is ranked by; null where it has none. */
export function rankedValue({ figures, luck }: StudyRow, rank: string): number | null {
  if (figures === undefined) return null;
  return isLuck(rank) ? luck[rank] : (figures[rank] ?? null);
}

/** What `row` is ranked by, turned so that more is better; null where it has none. */
export function meritOf(row: StudyRow, rank: string): number | null {
  const value = rankedValue(row, rank);
  return value === null || !isLessBetter(rank) ? value : -value;
}

/** Whether the run with the least of it is the best. */
export function isLessBetter(rank: string): boolean {
  return !isLuck(rank) && figureNamed(rank).isLessBetter === true;
}

/** Decimals of what runs are ranked by. */
export function rankDigits(rank: string): number {
  return DIGITS[isLuck(rank) ? 'fraction' : figureNamed(rank).unit];
}

/**
 * Rows with the best first; those without the figure are left out, and the lower index goes first
 * among equals.
 */
export function ranked(rows: readonly StudyRow[], rank: string): StudyRow[] {
  const judged = rows.flatMap(row => {
    const merit = meritOf(row, rank);
    return merit === null ? [] : [{ row, merit }];
  });
  judged.sort((a, b) => b.merit - a.merit || a.row.index - b.row.index);
  return judged.map(({ row }) => row);
}
