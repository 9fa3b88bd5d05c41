/** The selected row of a table: all its values, why it came about, its place on the chart, its JSON, and what can be done. */

import type { ComponentChildren, JSX } from 'preact';
import { Why } from '../bot/why.js';
import { copyText } from '../parts/copy-text.js';
import { showOnChart } from '../state/chart-place.js';
import type { SimulationStore } from '../state/simulation-store.js';
import type { TextColumn } from './columns/text-column.js';

/** The place on the chart that a row is about. */
export interface RowPlace {
  readonly time: string;
  readonly instrument?: string | undefined;
}

export interface SelectedRowProps<Row> {
  readonly store: SimulationStore;
  readonly row: Row;
  /** Whether its explanation changes with the market. */
  readonly isWaiting: boolean;
  readonly columns: readonly TextColumn<Row>[];
  readonly place: RowPlace;
  onClose(): void;
  readonly children: ComponentChildren;
}

export function SelectedRow<Row extends { readonly id: string }>(
  props: SelectedRowProps<Row>,
): JSX.Element {
  const { store, row, isWaiting, columns, place, onClose, children } = props;
  const json = JSON.stringify(row, undefined, 2);
  const [first] = columns;
  const title = first === undefined ? row.id : `${first.title} ${row.id}`;
  return (
    <section class="selected-row" aria-label={`Selected: ${title}`}>
      <header>
        <h3>{title}</h3>
        <button type="button" class="quiet" aria-label="Close the row" onClick={onClose}>
          ✕
        </button>
      </header>
      <div class="tools">
        {children}
        <button type="button" onClick={() => showOnChart({ ...place, transactionID: row.id })}>
          Show on chart
        </button>
        <button type="button" onClick={() => copyText(json, 'JSON')}>
          Copy JSON
        </button>
      </div>
      <Why store={store} id={row.id} isWaiting={isWaiting} />
      <Values row={row} columns={columns.slice(1)} />
      <details>
        <summary>JSON</summary>
        <pre>{json}</pre>
      </details>
    </section>
  );
}

/** Every value of the row, those too for which the table has no room. */
function Values<Row>({ row, columns }: Pick<SelectedRowProps<Row>, 'row' | 'columns'>) {
  return (
    <dl class="values">
      {columns
        .filter(({ text }) => text(row) !== '')
        .map(({ id, title, cell }) => (
          <div key={id}>
            <dt>{title}</dt>
            <dd>{cell(row)}</dd>
          </div>
        ))}
    </dl>
  );
}
