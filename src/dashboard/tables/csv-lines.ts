/**
 * Rows of a table as CSV: the heads, then the exact texts of the cells.
 */

import { csvField } from '../../report/look/csv-text.js';

/** The text of the file, with CRLF line ends as RFC 4180 asks. */
export function csvLines(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, ...rows].map(cells => `${cells.map(csvField).join(',')}\r\n`).join('');
}
