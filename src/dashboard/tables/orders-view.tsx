/** The table of orders: waiting ones can be changed and cancelled. */

import type { JSX } from 'preact';
import { holder, store } from '../state/app.js';
import type { SimulationStore } from '../state/simulation-store.js';
import { cancelWaiting } from '../ticket/account-actions.js';
import { loadOrder } from '../ticket/ticket-state.js';
import type { Order } from '../wire/types.js';
import { ORDER_COLUMNS } from './columns/order-columns.js';
import { LedgerTable } from './ledger-table.js';
import { liveOrder } from './live-rows.js';
import { CANCEL_ORDER } from './row-actions.js';

export function OrdersView(): JSX.Element | null {
  const shown = store.value;
  return shown === undefined ? null : <Orders store={shown} />;
}

function Orders({ store: shown }: { readonly store: SimulationStore }) {
  const account = shown.account.value;
  return (
    <LedgerTable<Order>
      store={shown}
      table="orders"
      columns={ORDER_COLUMNS}
      {...(holder.value === undefined && { rowActions: CANCEL_ORDER })}
      empty={holder.value === undefined ? 'No orders. Place one in the ticket.' : 'No orders yet.'}
      firstFilter={(shown.account.value?.orders.size ?? 0) > 0 ? 'pending' : ''}
      live={order => liveOrder(order, account)}
      isWaiting={({ state }) => state === 'PENDING'}
      placeOf={({ createTime, instrument }) => ({ time: createTime, instrument })}
      actions={order =>
        order.state === 'PENDING' &&
        holder.value === undefined && <OrderActions store={shown} order={order} />
      }
    />
  );
}

function OrderActions({
  store: shown,
  order,
}: {
  readonly store: SimulationStore;
  readonly order: Order;
}) {
  return (
    <>
      <button type="button" onClick={() => loadOrder(order)}>
        Modify
      </button>
      <button type="button" onClick={() => cancelWaiting(shown.place, order.id)}>
        Cancel order
      </button>
    </>
  );
}
