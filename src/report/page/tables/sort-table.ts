/**
 * Tables that sort by a column when its heading is pressed: first one way, then the other. Cells
 * have their sort value in `data-sort`: as numbers where both are, otherwise as text.
 */

/** Makes the headings of `table` buttons. */
export function makeSortable(table: HTMLTableElement): void {
  const headings = [...table.querySelectorAll('thead th')];
  headings.forEach((heading, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = heading.textContent;
    heading.replaceChildren(button);
    button.addEventListener('click', () => {
      const isRising = heading.getAttribute('aria-sort') !== 'ascending';
      for (const each of headings) each.removeAttribute('aria-sort');
      heading.setAttribute('aria-sort', isRising ? 'ascending' : 'descending');
      sortBy(table, column, isRising ? 1 : -1);
    });
  });
}

function sortBy(table: HTMLTableElement, column: number, direction: 1 | -1): void {
  const [body] = table.tBodies;
  if (body === undefined) return;
  const rows = [...body.rows].map(row => ({ row, key: row.cells[column]?.dataset['sort'] ?? '' }));
  rows.sort((one, other) => direction * compare(one.key, other.key));
  body.append(...rows.map(({ row }) => row));
}

function compare(one: string, other: string): number {
  const difference = Number(one) - Number(other);
  if (one !== '' && other !== '' && Number.isFinite(difference)) return difference;
  return one < other ? -1 : one > other ? 1 : 0;
}
