/** The buttons that copy and keep a whole table, as it is filtered and sorted. */

import type { JSX } from 'preact';
import { copyLater } from '../parts/copy-text.js';
import { showError } from '../parts/toast.js';
import { type SavedTable, saveTable, tableCsv, tableJson } from './save-table.js';

export function TableCopies<Row>({ saved }: { readonly saved: SavedTable<Row> }): JSX.Element {
  const { table } = saved;
  return (
    <>
      <button type="button" onClick={() => copyLater(tableJson(saved), `${table} as JSON`)}>
        Copy as JSON
      </button>
      <button type="button" onClick={() => copyLater(tableCsv(saved), `${table} as CSV`)}>
        Copy as CSV
      </button>
      <button type="button" onClick={() => saveTable(saved).catch(showError)}>
        Save CSV
      </button>
    </>
  );
}
