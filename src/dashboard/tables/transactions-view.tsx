/** The table of transactions: the ledger itself. */

import type { JSX } from 'preact';
import { rewindBefore } from '../clock/clock-actions.js';
import { holder, store } from '../state/app.js';
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
      actions={({ id }) =>
        holder.value?.kind !== 'program' && (
          <button type="button" onClick={() => rewindBefore(id)}>
            Rewind before it
          </button>
        )
      }
    />
  );
}
