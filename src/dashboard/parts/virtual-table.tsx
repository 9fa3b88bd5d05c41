/**
 * A table of any number of rows, of which only those in view are in the document. Rows are of one
 * height. The arrow keys move the selection, Enter opens the row.
 */

import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** One column. */
export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  /** CSS width. */
  readonly width: string;
  readonly isNumber?: boolean;
  readonly isSortable?: boolean;
  cell(row: Row): ComponentChildren;
}

export interface SortOrder {
  readonly column: string;
  readonly order: 'asc' | 'desc';
}

export interface VirtualTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** How many rows there are, loaded or not. */
  readonly total: number;
  /** The row at a place; undefined while it is not loaded. */
  rowAt(index: number): Row | undefined;
  /** The rows in view have changed: those of `from` up to and without `to` are wanted. */
  onRange?(from: number, to: number): void;
  readonly sort?: SortOrder | undefined;
  onSort?(sort: SortOrder): void;
  /** The place of the selected row. */
  readonly selected?: number | undefined;
  onSelect?(index: number): void;
  /** Enter or a double click. */
  onOpen?(row: Row, index: number): void;
  /** What stands there when there is no row. */
  readonly empty: string;
}

/** The height of a row in CSS pixels; `looks/table.css` says the same. */
const ROW_HEIGHT = 26;
/** Rows beyond both edges of the view. */
const MARGIN = 8;

export function VirtualTable<Row>(props: VirtualTableProps<Row>): JSX.Element {
  const { columns, total, rowAt, onRange, selected, empty, label } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const { from, to } = useView(box, total);
  useEffect(() => onRange?.(from, to), [from, to, onRange]);
  const indexes = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
  return (
    <div class="table-box" ref={box}>
      <table
        role="grid"
        tabIndex={0}
        onKeyDown={event => pressed(event, props)}
        aria-label={label}
        aria-rowcount={total + 1}
        aria-activedescendant={selected === undefined ? undefined : `${id}-${selected}`}
      >
        <colgroup>
          {columns.map(column => (
            <col key={column.id} style={{ width: column.width }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(column => (
              <HeaderCell key={column.id} column={column} {...props} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer rows={from} />
          {indexes.map(index => (
            <TableRow
              key={index}
              id={`${id}-${index}`}
              index={index}
              row={rowAt(index)}
              {...props}
            />
          ))}
          <Spacer rows={total - to} />
        </tbody>
      </table>
      {total === 0 && <p class="empty">{empty}</p>}
    </div>
  );
}

interface View {
  readonly from: number;
  readonly to: number;
}

/** The places of the rows in view, with a margin. */
function useView(box: { readonly current: HTMLDivElement | null }, total: number): View {
  const [place, setPlace] = useState({ top: 0, height: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const read = () => setPlace({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(read);
    observer.observe(element);
    element.addEventListener('scroll', read, { passive: true });
    read();
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', read);
    };
  }, [box]);
  const first = Math.floor(place.top / ROW_HEIGHT);
  const last = Math.ceil((place.top + place.height) / ROW_HEIGHT);
  const to = Math.min(total, last + MARGIN);
  return { from: Math.min(Math.max(0, first - MARGIN), to), to };
}

function Spacer({ rows }: { readonly rows: number }) {
  if (rows <= 0) return null;
  return (
    <tr class="spacer" style={{ height: `${rows * ROW_HEIGHT}px` }}>
      <td />
    </tr>
  );
}

function HeaderCell<Row>({
  column,
  sort,
  onSort,
}: VirtualTableProps<Row> & { readonly column: Column<Row> }) {
  const order = sort?.column === column.id ? sort.order : undefined;
  const next = order === 'asc' ? 'desc' : 'asc';
  const aria = order === undefined ? undefined : order === 'asc' ? 'ascending' : 'descending';
  return (
    <th scope="col" class={column.isNumber ? 'number' : undefined} aria-sort={aria}>
      {column.isSortable && onSort !== undefined ? (
        <button type="button" onClick={() => onSort({ column: column.id, order: next })}>
          {column.title}
          {order !== undefined && <span aria-hidden="true">{order === 'asc' ? ' ▲' : ' ▼'}</span>}
        </button>
      ) : (
        column.title
      )}
    </th>
  );
}

interface RowProps<Row> extends VirtualTableProps<Row> {
  readonly id: string;
  readonly index: number;
  readonly row: Row | undefined;
}

function TableRow<Row>({ id, index, row, columns, selected, onSelect, onOpen }: RowProps<Row>) {
  return (
    <tr
      id={id}
      aria-rowindex={index + 2}
      aria-selected={selected === index}
      onClick={() => onSelect?.(index)}
      onDblClick={() => row !== undefined && onOpen?.(row, index)}
    >
      {columns.map(column => (
        <td key={column.id} class={column.isNumber ? 'number' : undefined}>
          {row === undefined ? '…' : column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

/** Where a key moves the selection, from the place and the number of rows of a page. */
const MOVES: Readonly<Record<string, (at: number, page: number) => number>> = {
  ArrowDown: at => at + 1,
  ArrowUp: at => at - 1,
  PageDown: (at, page) => at + page,
  PageUp: (at, page) => at - page,
  Home: () => 0,
  End: () => Number.POSITIVE_INFINITY,
};

function pressed<Row>(event: KeyboardEvent, props: VirtualTableProps<Row>): void {
  const { total, selected = -1, onSelect, onOpen, rowAt } = props;
  // Keys of a button or a field within the table are its own.
  if (!(event.target instanceof HTMLTableElement)) return;
  const move = MOVES[event.key];
  if (move !== undefined && onSelect !== undefined && total > 0) {
    const page = Math.floor((event.target.parentElement?.clientHeight ?? 0) / ROW_HEIGHT) - 1;
    const next = Math.min(total - 1, Math.max(0, move(selected, page)));
    onSelect(next);
    // Only what is chosen is followed: a row that others push down must not scroll the table.
    keepInView(event.target.parentElement, next);
    event.preventDefault();
  }
  const row = selected >= 0 ? rowAt(selected) : undefined;
  if (event.key === 'Enter' && row !== undefined) onOpen?.(row, selected);
}

/** Scrolls as little as shows the row. */
function keepInView(box: HTMLElement | null, index: number): void {
  if (box === null) return;
  const top = index * ROW_HEIGHT;
  const bottom = top + 2 * ROW_HEIGHT;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
}
