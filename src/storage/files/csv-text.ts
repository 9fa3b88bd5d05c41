/**
 * Tables to CSV text: what every table that we write has in common.
 */

import { writeToString } from 'fast-csv';

/** A table as CSV, with a header line. */
export async function csv(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): Promise<string> {
  return `${await writeToString([[...header], ...rows.map(row => [...row])], { headers: false })}\n`;
}

/** A text cell that no spreadsheet takes for a formula. */
export function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
