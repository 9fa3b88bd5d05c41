/** Writes tables as CSV text; shared by every table that Orrery writes. */

/** A table as CSV, with a header line. */
export async function csv(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): Promise<string> {
  // Loaded when a table is written: most commands write none.
  const { writeToString } = await import('fast-csv');
  return `${await writeToString([[...header], ...rows.map(row => [...row])], { headers: false })}\n`;
}

/** Makes a text cell that no spreadsheet reads as a formula. */
export function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
