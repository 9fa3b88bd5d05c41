/** The whole of a filtered table as CSV and JSON, read from the server page by page. */

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

/** The whole table as CSV: every row that the filter lets through. @throws WireError */
export async function tableCsv<Row>(saved: SavedTable<Row>): Promise<string> {
  const { columns } = saved;
  const rows = await allRows(saved);
  return csvLines(
    columns.map(({ title }) => title),
    rows.map(row => textsOf(columns, row)),
  );
}

/** The whole table as JSON, each row as v20 has it. @throws WireError */
export async function tableJson<Row>(saved: SavedTable<Row>): Promise<string> {
  return JSON.stringify(await allRows(saved), undefined, 2);
}

/** Gives the whole table to the browser as a file of CSV. @throws WireError */
export async function saveTable<Row>(saved: SavedTable<Row>): Promise<void> {
  const { place, table } = saved;
  saveText(await tableCsv(saved), `${place.simulation}-${table}.csv`, 'text/csv');
}

async function allRows<Row>({ place, table, filter, sort }: SavedTable<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = await readTable<Row>(place, table, {
      offset: rows.length,
      limit: PAGE,
      sort: sort.column,
      order: sort.order,
      filter: filter || undefined,
    });
    rows.push(...page.rows);
    if (page.rows.length === 0 || rows.length >= page.total) return rows;
  }
}
