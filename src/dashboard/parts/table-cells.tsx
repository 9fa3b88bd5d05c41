/** The head and the rows of a table. Roles are given, because as cards the elements are no table. */

import type { JSX } from 'preact';
import type { Column, SortOrder } from './table-column.js';

interface HeadProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly sort?: SortOrder | undefined;
  readonly onSort?: ((sort: SortOrder) => void) | undefined;
}

/** The line of titles. */
export function TableHead<Row>({ columns, sort, onSort }: HeadProps<Row>): JSX.Element {
  return (
    <tr role="row" aria-rowindex={1}>
      {columns.map(column => (
        <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
      ))}
    </tr>
  );
}

interface HeadCellProps<Row> {
  readonly column: Column<Row>;
  readonly sort: SortOrder | undefined;
  readonly onSort: ((sort: SortOrder) => void) | undefined;
}

function HeadCell<Row>({ column, sort, onSort }: HeadCellProps<Row>) {
  const { id, title, isNumber, isSortable } = column;
  const order = sort?.column === id ? sort.order : undefined;
  const next = order === 'asc' ? 'desc' : 'asc';
  const aria = order === undefined ? undefined : order === 'asc' ? 'ascending' : 'descending';
  return (
    <th scope="col" role="columnheader" class={isNumber ? 'number' : undefined} aria-sort={aria}>
      {isSortable && onSort !== undefined ? (
        <button type="button" onClick={() => onSort({ column: id, order: next })}>
          {title}
          {order !== undefined && <span aria-hidden="true">{order === 'asc' ? ' ▲' : ' ▼'}</span>}
        </button>
      ) : (
        title
      )}
    </th>
  );
}

interface RowProps<Row> {
  readonly id: string;
  readonly index: number;
  /** Undefined while it is on the way. */
  readonly row: Row | undefined;
  readonly columns: readonly Column<Row>[];
  readonly isSelected: boolean;
  onSelect(): void;
  onOpen(): void;
}

/** One row. */
export function TableRow<Row>(props: RowProps<Row>): JSX.Element {
  const { id, index, row, columns, isSelected, onSelect, onOpen } = props;
  return (
    <tr
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      onClick={onSelect}
      onDblClick={onOpen}
    >
      {columns.map(({ id: column, title, isNumber, isWhole, cell }) => (
        <td
          key={column}
          role="gridcell"
          class={isNumber ? 'number' : isWhole ? 'whole' : undefined}
          data-title={title}
        >
          {row === undefined ? '…' : cell(row)}
        </td>
      ))}
    </tr>
  );
}

/** Room for rows that are not in the document. */
export function Spacer({ height }: { readonly height: number }): JSX.Element | null {
  if (height <= 0) return null;
  return (
    <tr class="spacer" style={{ height: `${height}px` }}>
      <td />
    </tr>
  );
}

/** Gives the cell under the pointer its whole text as a title when there is no room for it. */
export function tellCutText({ target }: Event): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('td, th') : null;
  if (cell === null) return;
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent ?? '';
  else cell.removeAttribute('title');
}
