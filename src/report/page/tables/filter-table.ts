/**
 * Tables of which only some rows are shown: a text that a row must hold, one choice for each column
 * whose heading says `data-filter`, and gains or losses of the column whose heading says `data-sum`.
 * How many rows are left is said, and the sum of that column.
 */

import { numberTexts } from './number-text.js';

const MONEY_DIGITS = 2;
const money = numberTexts(MONEY_DIGITS);
const whole = numberTexts(0);

/** Choices of a column of money. */
const SIGNS: Readonly<Record<string, 1 | -1>> = { gains: 1, losses: -1 };

/** A condition on a row. */
type Test = (row: HTMLTableRowElement) => boolean;

/** Puts the filters of `table` into `tools`. */
export function makeFilterable(table: HTMLTableElement, tools: HTMLElement): void {
  const rows = [...(table.tBodies[0]?.rows ?? [])];
  const headings = [...table.querySelectorAll<HTMLElement>('thead th')];
  const told = document.createElement('output');
  const tests: (() => Test | undefined)[] = [];
  const summed = headings.findIndex(({ dataset }) => 'sum' in dataset);
  const apply = () => {
    const wanted = tests.flatMap(test => test() ?? []);
    for (const row of rows) row.hidden = !wanted.every(test => test(row));
    told.textContent = wanted.length === 0 ? '' : tellRows(rows, summed);
  };
  const search = document.createElement('input');
  search.type = 'search';
  search.placeholder = 'Filter';
  search.setAttribute('aria-label', 'Show rows with this text');
  search.addEventListener('input', apply);
  tests.push(() => {
    const words = search.value.trim().toLowerCase();
    if (words === '') return undefined;
    return row => (row.textContent ?? '').toLowerCase().includes(words);
  });
  tools.append(search);
  headings.forEach((heading, column) => {
    if (!('filter' in heading.dataset)) return;
    const choice = choiceOf(heading.textContent ?? '', valuesOf(rows, column));
    if (choice === undefined) return;
    choice.addEventListener('change', apply);
    tests.push(() =>
      choice.value === '' ? undefined : row => textAt(row, column) === choice.value,
    );
    tools.append(choice);
  });
  if (summed >= 0) {
    const sign = choiceOf('Result', Object.keys(SIGNS));
    sign?.addEventListener('change', apply);
    tests.push(() => {
      const wanted = SIGNS[sign?.value ?? ''];
      return wanted && (row => Math.sign(numberAt(row, summed)) === wanted);
    });
    if (sign !== undefined) tools.append(sign);
  }
  tools.append(told);
}

/** A list of `values`; undefined where there is nothing to choose. */
function choiceOf(heading: string, values: readonly string[]): HTMLSelectElement | undefined {
  if (values.length < 2) return undefined;
  const select = document.createElement('select');
  select.setAttribute('aria-label', `Show rows by ${heading}`);
  select.append(
    new Option(`${heading}: all`, ''),
    ...values.map(value => new Option(value, value)),
  );
  return select;
}

function valuesOf(rows: readonly HTMLTableRowElement[], column: number): string[] {
  return [...new Set(rows.map(row => textAt(row, column)))].sort();
}

function textAt(row: HTMLTableRowElement, column: number): string {
  return row.cells[column]?.textContent ?? '';
}

function numberAt(row: HTMLTableRowElement, column: number): number {
  return Number(row.cells[column]?.dataset['sort'] ?? 0);
}

function tellRows(rows: readonly HTMLTableRowElement[], summed: number): string {
  const shown = rows.filter(({ hidden }) => !hidden);
  const count = `${whole(shown.length)} of ${whole(rows.length)}`;
  if (summed < 0) return count;
  const values = shown.map(row => numberAt(row, summed));
  return `${count}, together ${money(values.reduce((total, value) => total + value, 0))}`;
}
