/**
 * Decides which of two runs is better: the one with the greater ranking figure, or with the smaller
 * one where the table of figures says that less is better.
 */

import type { FigureUnit } from '../../data/figures/table/report-data.js';
import { figureNamed, type RunFigures } from '../../data/figures/table/run-figures.js';
import { isLuck } from '../../data/storage/schema/study-schema.js';
import type { StudyRow } from './rows.js';

/** The ranking value of `row`; null when it has none. */
export function rankedValue({ figures, luck }: StudyRow, rank: string): number | null {
  return isLuck(rank) && figures !== undefined ? luck[rank] : rankedFigure(figures, rank);
}

/** The ranking value as the figures of one run have it; null when they do not. */
export function rankedFigure(figures: RunFigures | undefined, rank: string): number | null {
  return isLuck(rank) ? null : (figures?.[rank] ?? null);
}

/** The ranking value of `row`, with its sign changed if less is better; null when it has none. */
export function meritOf(row: StudyRow, rank: string): number | null {
  const value = rankedValue(row, rank);
  return value === null || !isLessBetter(rank) ? value : -value;
}

/** Whether a smaller value of the rank is better. */
export function isLessBetter(rank: string): boolean {
  return !isLuck(rank) && figureNamed(rank).isLessBetter === true;
}

/** Unit of the ranking value. */
export function rankUnit(rank: string): FigureUnit {
  return isLuck(rank) ? 'fraction' : figureNamed(rank).unit;
}

/**
 * Rows from best to worst. Rows without the value are left out; among equals the lower index comes
 * first.
 */
export function ranked(rows: readonly StudyRow[], rank: string): StudyRow[] {
  const judged = rows.flatMap(row => {
    const merit = meritOf(row, rank);
    return merit === null ? [] : [{ row, merit }];
  });
  judged.sort((a, b) => b.merit - a.merit || a.row.index - b.row.index);
  return judged.map(({ row }) => row);
}
