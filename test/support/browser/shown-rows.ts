/** What the tables and tiles of the page show, as plain texts, and how the page writes what v20 answers. */

import type { Page } from 'playwright-core';

/** The titles of the shown columns and the texts of every row, from top to bottom. */
export interface ShownTable {
  readonly titles: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The table of the drawer. */
export async function shownTable(page: Page): Promise<ShownTable> {
  const { titles, rows } = await page.evaluate<ShownTable>(`(() => {
    const textsOf = (row, cells) => [...row.querySelectorAll(cells)].map(cell => cell.textContent);
    const grid = document.querySelector('.drawer [role=grid]');
    const rows = [...grid.querySelectorAll('tbody tr:not(.spacer)')];
    return { titles: textsOf(grid, 'thead th'), rows: rows.map(row => textsOf(row, 'td')) };
  })()`);
  return { titles: titles.map(plain), rows: rows.map(row => row.map(plain)) };
}

/** The tiles of a list of terms: its title and text. */
export async function shownTiles(page: Page, list: string): Promise<Record<string, string>> {
  const tiles = await page.evaluate<[string, string][]>(`
    [...document.querySelectorAll('${list} > div')].map(tile => [
      tile.querySelector('dt').textContent, tile.querySelector('dd').textContent,
    ])`);
  return Object.fromEntries(tiles.map(([name, text]) => [name, plain(text)]));
}

/** Without arrows, groups of digits and the typographer's minus. */
function plain(text: string): string {
  return text
    .replace(/[▲▼\u202f]/g, '')
    .replace('−', '-')
    .trim();
}

/** An amount as the page cuts it: two decimals, towards zero. */
export function cut(amount: string): string {
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.');
  const text = `${whole}.${fraction.slice(0, 2).padEnd(2, '0')}`;
  return amount.startsWith('-') && /[1-9]/.test(text) ? `-${text}` : text;
}

/** A result with its sign. */
export function signed(amount: string): string {
  const text = cut(amount);
  return /[1-9]/.test(text) && !text.startsWith('-') ? `+${text}` : text;
}

/** Units with their side. */
export function sided(units: string): string {
  return units.startsWith('-') ? `Sell ${units.slice(1)}` : `Buy ${units}`;
}

/** A time without its year. */
export function dayTime(time: string): string {
  return time.slice(5, 19).replace('T', ' ');
}

/** A name of v20 in words. */
export function words(name: string): string {
  const text = name.replaceAll('_', ' ').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
