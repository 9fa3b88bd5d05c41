/**
 * A table of any number of rows, of which only those in view are in the document. Rows are of one
 * height; where the table is narrow, columns are left out, and on a phone rows become cards. The
 * arrow keys move the selection, Enter opens the row.
 */

import type { JSX } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Spacer, TableHead, TableRow, tellCutText } from './table-cells.js';
import type { Column, SortOrder } from './table-column.js';
import { ROW_HEIGHT, type TableRoom, tableLayout } from './table-layout.js';

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
  /** The pointer has come over the table, or has left it. */
  onPointer?(isOver: boolean): void;
  /** What stands there when there is no row. */
  readonly empty: string;
}

/** Pixels beyond both edges of the view that are filled with rows. */
const MARGIN = 8 * ROW_HEIGHT;

export function VirtualTable<Row>(props: VirtualTableProps<Row>): JSX.Element {
  const { total, rowAt, onRange, selected, empty, label, sort, onSort } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const place = usePlace(box);
  const { columns, isCards, rowHeight } = tableLayout(props.columns, place);
  const { from, to } = rowsInView(place, rowHeight, total);
  useEffect(() => onRange?.(from, to), [from, to, onRange]);
  const indexes = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
  // A row that was scrolled away, or pushed down by newer ones, is no element.
  const isSelectedShown = selected !== undefined && indexes.includes(selected);
  return (
    <div
      class="table-box"
      ref={box}
      onPointerEnter={() => props.onPointer?.(true)}
      onPointerLeave={() => props.onPointer?.(false)}
    >
      <table
        role="grid"
        tabIndex={0}
        class={isCards ? 'cards' : undefined}
        style={{ '--row': `${rowHeight}px` }}
        onKeyDown={event => pressed(event, props, rowHeight)}
        onPointerOver={tellCutText}
        aria-label={label}
        aria-rowcount={total + 1}
        aria-activedescendant={isSelectedShown ? `${id}-${selected}` : undefined}
      >
        <colgroup>
          {columns.map(({ id: column, width }) => (
            <col key={column} style={{ width: `${width}rem` }} />
          ))}
        </colgroup>
        <thead role="rowgroup">
          <TableHead columns={columns} sort={sort} onSort={onSort} />
        </thead>
        <tbody role="rowgroup">
          <Spacer height={from * rowHeight} />
          {indexes.map(index => {
            const row = rowAt(index);
            return (
              <TableRow
                key={index}
                id={`${id}-${index}`}
                index={index}
                row={row}
                columns={columns}
                isSelected={selected === index}
                onSelect={() => props.onSelect?.(index)}
                onOpen={() => row !== undefined && props.onOpen?.(row, index)}
              />
            );
          })}
          <Spacer height={(total - to) * rowHeight} />
        </tbody>
      </table>
      {total === 0 && <p class="empty">{empty}</p>}
    </div>
  );
}

/** What is seen of the table, in CSS pixels. */
interface Place extends TableRoom {
  readonly top: number;
  readonly height: number;
}

const NOWHERE: Place = { top: 0, height: 0, width: 0, rem: 16 };

/** The part of the table that is in view. */
function usePlace(box: { readonly current: HTMLDivElement | null }): Place {
  const [place, setPlace] = useState(NOWHERE);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const read = () =>
      setPlace({
        top: element.scrollTop,
        height: element.clientHeight,
        width: element.clientWidth,
        rem: Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
      });
    const observer = new ResizeObserver(read);
    observer.observe(element);
    element.addEventListener('scroll', read, { passive: true });
    read();
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', read);
    };
  }, [box]);
  return place;
}

/** The places of the rows in view, with a margin. */
function rowsInView({ top, height }: Place, rowHeight: number, total: number) {
  const first = Math.floor((top - MARGIN) / rowHeight);
  const to = Math.min(total, Math.ceil((top + height + MARGIN) / rowHeight));
  return { from: Math.min(Math.max(0, first), to), to };
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

function pressed<Row>(
  event: KeyboardEvent,
  props: VirtualTableProps<Row>,
  rowHeight: number,
): void {
  const { total, selected = -1, onSelect, onOpen, rowAt } = props;
  // Keys of a button or a field within the table are its own.
  if (!(event.target instanceof HTMLTableElement)) return;
  const move = MOVES[event.key];
  if (move !== undefined && onSelect !== undefined && total > 0) {
    const page = Math.floor((event.target.parentElement?.clientHeight ?? 0) / rowHeight) - 1;
    const next = Math.min(total - 1, Math.max(0, move(selected, page)));
    onSelect(next);
    // Only what is chosen is followed: a row that others push down must not scroll the table.
    keepInView(event.target.parentElement, next * rowHeight, rowHeight);
    event.preventDefault();
  }
  const row = selected >= 0 ? rowAt(selected) : undefined;
  if (event.key === 'Enter' && row !== undefined) onOpen?.(row, selected);
}

/** Scrolls as little as shows the row that begins `top` pixels below the head. */
function keepInView(box: HTMLElement | null, top: number, rowHeight: number): void {
  if (box === null) return;
  const bottom = top + rowHeight + ROW_HEIGHT;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
}
