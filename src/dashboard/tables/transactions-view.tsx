/** The table of transactions: the ledger itself. */

import type { JSX } from 'preact';
import { showError, showToast } from '../parts/toast.js';
import { store } from '../state/app.js';
import type { SimulationStore } from '../state/simulation-store.js';
import { rewind } from '../wire/control.js';
import type { Transaction } from '../wire/types.js';
import { TRANSACTION_COLUMNS } from './columns/transaction-columns.js';
import { LedgerTable } from './ledger-table.js';

export function TransactionsView(): JSX.Element | null {
  const shown = store.value;
  if (shown === undefined) return null;
  return (
    <LedgerTable<Transaction>
      store={shown}
      table="transactions"
      columns={TRANSACTION_COLUMNS}
      empty="No transactions yet."
      placeOf={({ time, instrument }) => ({ time, instrument })}
      actions={({ id }) => (
        <button type="button" onClick={() => rewindBefore(shown, id)}>
          Rewind before it
        </button>
      )}
    />
  );
}

function rewindBefore({ place }: SimulationStore, id: string): void {
  rewind(place.simulation, { before: id, account: place.account }).then(
    () => showToast({ kind: 'done', text: `Rewound before transaction ${id}` }),
    showError,
  );
}
