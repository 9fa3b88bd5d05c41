/**
 * A table of the page as CSV: the heads, then every row that is shown. A cell says its exact value
 * in `data-csv` or `data-sort`; a cell without either is its text.
 */

/** The text of the file, with CRLF line ends as RFC 4180 asks. */
export function csvOf(table: HTMLTableElement): string {
  const rows = [...table.rows].filter(row => !row.hidden);
  return rows
    .map(row => [...row.cells].map(cell => csvField(textOf(cell))).join(','))
    .map(line => `${line}\r\n`)
    .join('');
}

function textOf({ dataset, textContent }: HTMLTableCellElement): string {
  const text = dataset['csv'] ?? dataset['sort'] ?? textContent;
  return text.replaceAll('\u202f', '').replace(/^−/, '-').trim();
}

/** A text as a field: quoted where it must be, and never a formula for a spreadsheet. */
export function csvField(text: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^-?[\d.]+( %)?$/.test(text);
  const harmless = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
