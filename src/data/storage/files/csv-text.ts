/** Writes tables as CSV text; shared by every table that Orrery writes. */

import { writeToString } from 'fast-csv';

/** A table as CSV, with a header line. */
export async function csv(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): Promise<string> {
  return `${await writeToString([[...header], ...rows.map(row => [...row])], { headers: false })}\n`;
}

/** Makes a text cell that no spreadsheet reads as a formula. */
export function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
