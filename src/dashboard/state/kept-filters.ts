/** What the viewer filters each table by, kept while the page is open: a tab that is left and shown again is as it was. */

import type { TableName } from '../wire/ledger.js';

const kept = new Map<TableName, string>();

/** The filter of a table. @param first - what it begins with, while the viewer has set none. */
export function filterOf(table: TableName, first: string): string {
  return kept.get(table) ?? first;
}

/** Keeps what the viewer set; an empty text is a choice, too. */
export function keepFilter(table: TableName, text: string): void {
  kept.set(table, text);
}
