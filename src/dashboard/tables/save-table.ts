/** The whole of a filtered table as a file of CSV, read from the server page by page. */

import { saveText } from '../parts/copy-text.js';
import type { SortOrder } from '../parts/table-column.js';
import { readTable, type TableName } from '../wire/ledger.js';
import type { AccountPlace } from '../wire/v20.js';
import { type TextColumn, textsOf } from './columns/text-column.js';
import { csvLines } from './csv-lines.js';

/** Most rows that the server gives at once. */
const PAGE = 500;

export interface SavedTable<Row> {
  readonly place: AccountPlace;
  readonly table: TableName;
  readonly columns: readonly TextColumn<Row>[];
  readonly filter: string;
  readonly sort: SortOrder;
}

/** Reads every row that the filter lets through, and saves them. @throws WireError */
export async function saveTable<Row>(saved: SavedTable<Row>): Promise<void> {
  const { place, table, columns, filter, sort } = saved;
  const lines: (readonly string[])[] = [];
  for (;;) {
    const page = await readTable<Row>(place, table, {
      offset: lines.length,
      limit: PAGE,
      sort: sort.column,
      order: sort.order,
      filter: filter || undefined,
    });
    lines.push(...page.rows.map(row => textsOf(columns, row)));
    if (page.rows.length === 0 || lines.length >= page.total) break;
  }
  const heads = columns.map(({ title }) => title);
  saveText(csvLines(heads, lines), `${place.simulation}-${table}.csv`, 'text/csv');
}
