/** What every page does with its tables. */

import { makeSortable } from './sort-table.js';
import { addTableTools } from './table-tools.js';

/** Makes tables sortable and gives them their tools; unfolds everything for printing. */
export function startTables(): void {
  addTableTools();
  for (const table of document.querySelectorAll<HTMLTableElement>('.sortable')) makeSortable(table);
  addEventListener('beforeprint', () => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
}
