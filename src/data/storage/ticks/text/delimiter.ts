/** Finds the delimiter of a line, and reads decimal commas. */

import type { Layout } from './layout.js';

/**
 * Marks that may delimit cells, in words for messages. Of two that split a line into as many cells
 * the first counts: a comma may be a decimal one, and a blank may stand within a time.
 */
const MARKS = [
  { mark: ';', words: 'semicolons' },
  { mark: '\t', words: 'tabs' },
  { mark: '|', words: 'bars' },
  { mark: ',', words: 'commas' },
  { mark: ' ', words: 'spaces' },
] as const;
const DECIMAL_COMMA = /^(\d+),(\d+)$/;

/** The mark that splits a line into most cells, with the cells. */
export function splitLine(line: string): {
  readonly mark: Layout['delimiter'];
  readonly words: string;
  readonly cells: readonly string[];
} {
  const all = MARKS.map(({ mark, words }) => ({ mark, words, cells: line.split(mark) }));
  return all.reduce((most, each) => (each.cells.length > most.cells.length ? each : most));
}

/** A cell with a decimal point where it has a decimal comma: `1,08400`. */
export function withPoint(cell: string): string {
  return cell.includes(',') ? cell.replace(DECIMAL_COMMA, '$1.$2') : cell;
}
