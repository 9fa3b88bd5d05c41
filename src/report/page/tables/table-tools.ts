/** The row of tools above a table: what filters it, and the button that saves it as CSV. */

import { csvOf } from '../../look/csv-text.js';
import { makeFilterable } from './filter-table.js';

/** Puts the tools above every table that scrolls. */
export function addTableTools(): void {
  const title = document.querySelector('h1')?.textContent ?? 'table';
  for (const region of document.querySelectorAll<HTMLElement>('.scroll')) {
    const table = region.querySelector('table');
    if (table === null) continue;
    const tools = document.createElement('div');
    tools.className = 'tools';
    if (table.classList.contains('filterable')) makeFilterable(table, tools);
    const label = region.getAttribute('aria-label') ?? '';
    tools.append(saveButton(table, `${title} ${label}`));
    region.before(tools);
  }
}

function saveButton(table: HTMLTableElement, name: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'save';
  button.textContent = 'CSV';
  button.title = 'Save the rows that are shown as CSV';
  button.addEventListener('click', () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([csvOf(table)], { type: 'text/csv' }));
    link.download = `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.csv`;
    link.click();
    URL.revokeObjectURL(link.href);
  });
  return button;
}
