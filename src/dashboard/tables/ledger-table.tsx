/**
 * A table of the ledger: rows paged from the server, a filter, the order, copies of what is shown, and
 * below it the selected row with its explanation.
 */

import type { ComponentChildren, JSX } from 'preact';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Column, SortOrder } from '../parts/table-column.js';
import { showError } from '../parts/toast.js';
import { useThrottled } from '../parts/use-throttled.js';
import { VirtualTable } from '../parts/virtual-table.js';
import { filterOf, keepFilter } from '../state/kept-filters.js';
import type { SimulationStore } from '../state/simulation-store.js';
import { readTable, type TableName } from '../wire/ledger.js';
import { starNote } from './columns/cells.js';
import type { TextColumn } from './columns/text-column.js';
import { type RowPlace, SelectedRow } from './selected-row.js';
import { TableCopies } from './table-copies.js';
import { TablePages } from './table-pages.js';
import { useSelection } from './use-selection.js';

export interface LedgerTableProps<Row> {
  readonly store: SimulationStore;
  readonly table: TableName;
  readonly columns: readonly TextColumn<Row>[];
  readonly empty: string;
  placeOf(row: Row): RowPlace;
  /** The row at the latest prices; called whenever the table is drawn. */
  live?(row: Row): Row;
  /** Whether the explanation of the row changes with the market. */
  isWaiting?(row: Row): boolean;
  /** Buttons in each row. */
  readonly rowActions?: Column<Row>;
  /** Buttons for the selected row. */
  actions?(row: Row): ComponentChildren;
  /** Buttons beside the filter. */
  readonly tools?: ComponentChildren;
  /** Words that the filter begins with, until the viewer sets others. */
  readonly firstFilter?: string;
}

/** How often the rows are requested while a person types or transactions come. */
const WAIT_MS = 150;

export function LedgerTable<Row extends { readonly id: string }>(
  props: LedgerTableProps<Row>,
): JSX.Element {
  const { store, table, columns, empty, live = row => row } = props;
  const [filter, setFilter] = useState(filterOf(table, props.firstFilter ?? ''));
  const [sort, setSort] = useState<SortOrder>({ column: 'id', order: 'desc' });
  const pages = usePages<Row>(props, filter, sort);
  const want = useCallback((from: number, to: number) => pages.want(from, to), [pages]);
  const { index, row, select } = useSelection(pages, id => isInTable(props, filter, id));
  const { rowActions } = props;
  const shownColumns = useMemo(() => {
    const shown: readonly Column<Row>[] = columns.filter(each => !each.isOnlySaved);
    return rowActions === undefined ? shown : [...shown, rowActions];
  }, [columns, rowActions]);
  return (
    <div class="ledger-table">
      <div class="tools table-tools">
        <input
          type="search"
          aria-label={`Filter the ${table}`}
          placeholder="Filter: type, instrument, id, reason"
          value={filter}
          onInput={event => {
            keepFilter(table, event.currentTarget.value);
            setFilter(event.currentTarget.value);
          }}
        />
        <span class="faint" role="status">
          {pages.total ?? '…'} {pages.total === 1 ? 'row' : 'rows'}
          {starNote()}
        </span>
        {props.tools}
        <span class="gap" />
        <TableCopies saved={{ place: store.place, table, columns, filter, sort }} />
      </div>
      <VirtualTable<Row>
        label={table}
        columns={shownColumns}
        total={pages.total ?? 0}
        rowAt={index => liveOrMissing(pages.row(index), live)}
        onRange={want}
        sort={sort}
        onSort={setSort}
        selected={index}
        onSelect={select}
        empty={pages.total === undefined ? 'Reading …' : empty}
      />
      {row !== undefined && (
        <SelectedRow
          key={row.id}
          store={store}
          row={live(row)}
          isWaiting={props.isWaiting?.(row) ?? false}
          columns={columns}
          place={props.placeOf(row)}
          onClose={() => select(undefined)}
        >
          {props.actions?.(row)}
        </SelectedRow>
      )}
    </div>
  );
}

function liveOrMissing<Row>(row: Row | undefined, live: (row: Row) => Row): Row | undefined {
  return row === undefined ? undefined : live(row);
}

/** Whether the table, as it is filtered, has the row. */
async function isInTable<Row extends { readonly id: string }>(
  { store, table }: Pick<LedgerTableProps<Row>, 'store' | 'table'>,
  filter: string,
  id: string,
): Promise<boolean> {
  // The words of the filter and the id, of which the row with exactly this id is the first or near to it.
  const query = {
    offset: 0,
    limit: 500,
    sort: 'id',
    order: 'asc',
    filter: `${filter} ${id}`,
  } as const;
  const { rows } = await readTable<Row>(store.place, table, query);
  return rows.some(row => row.id === id);
}

/** The pages of a filter and an order; they are read again when the ledger grows. */
function usePages<Row>(
  { store, table }: Pick<LedgerTableProps<Row>, 'store' | 'table'>,
  filter: string,
  { column, order }: SortOrder,
): TablePages<Row> {
  const [, redraw] = useState(0);
  const settled = useThrottled(filter, WAIT_MS);
  const pages = useMemo(
    () =>
      new TablePages<Row>(
        (offset, limit) =>
          readTable(store.place, table, {
            offset,
            limit,
            sort: column,
            order,
            filter: settled || undefined,
          }),
        () => redraw(count => count + 1),
        showError,
      ),
    [store, table, settled, column, order],
  );
  const version = useThrottled(store.version.value, WAIT_MS);
  const begun = useRef<TablePages<Row>>(undefined);
  useEffect(() => {
    if (begun.current === pages) pages.refresh();
    else pages.begin();
    begun.current = pages;
  }, [pages, version]);
  return pages;
}
