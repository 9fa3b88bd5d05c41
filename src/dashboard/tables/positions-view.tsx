/** The table of open positions, at the latest prices. */

import type { JSX } from 'preact';
import { copyText, saveText } from '../parts/copy-text.js';
import type { Column } from '../parts/table-column.js';
import { showError, showToast } from '../parts/toast.js';
import { VirtualTable } from '../parts/virtual-table.js';
import { chooseInstrument, holder, store } from '../state/app.js';
import type { SimulationStore } from '../state/simulation-store.js';
import { closePosition } from '../wire/trades.js';
import type { Position } from '../wire/types.js';
import { starNote } from './columns/cells.js';
import { POSITION_COLUMNS } from './columns/position-columns.js';
import { textsOf } from './columns/text-column.js';
import { csvLines } from './csv-lines.js';

export function PositionsView(): JSX.Element | null {
  const shown = store.value;
  if (shown === undefined) return null;
  const rows = [...(shown.account.value?.positions.values() ?? [])];
  return (
    <div class="ledger-table">
      <div class="tools table-tools">
        <span class="faint">
          {rows.length} positions{starNote()}
        </span>
        <span class="gap" />
        <button type="button" onClick={() => copyText(JSON.stringify(rows, undefined, 2), 'JSON')}>
          Copy as JSON
        </button>
        <button type="button" onClick={() => copyText(csvOf(rows), 'CSV')}>
          Copy as CSV
        </button>
        <button type="button" onClick={() => saveText(csvOf(rows), 'positions.csv', 'text/csv')}>
          Save CSV
        </button>
      </div>
      <VirtualTable<Position>
        label="positions"
        columns={[...POSITION_COLUMNS, ...(holder.value ? [] : [closeColumn(shown)])]}
        total={rows.length}
        rowAt={index => rows[index]}
        onOpen={({ instrument }) => chooseInstrument(instrument)}
        empty="No open positions."
      />
    </div>
  );
}

function csvOf(rows: readonly Position[]): string {
  const heads = POSITION_COLUMNS.map(({ title }) => title);
  const lines = rows.map(row => textsOf(POSITION_COLUMNS, row));
  return csvLines(heads, lines);
}

function closeColumn({ place }: SimulationStore): Column<Position> {
  return {
    id: 'close',
    title: 'Actions',
    width: 5,
    cell: position => (
      <button
        type="button"
        class="in-row"
        aria-label={`Close ${position.instrument}`}
        onClick={() =>
          closePosition(place, position).then(
            () => showToast({ kind: 'done', text: `${position.instrument} closed` }),
            showError,
          )
        }
      >
        Close
      </button>
    ),
  };
}
