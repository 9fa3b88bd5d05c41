/** Which trades are open without a stop, by the ledger of an account. */

import type { DependentOrderBody } from '../../../core/ledger/order-transaction.js';
import type { Transaction } from '../../../core/ledger/transaction.js';

/** The ids of open trades without a stop. @param ledger - of one account, oldest first. */
export function bareTrades(ledger: readonly Transaction[]): readonly string[] {
  const open = new Set<string>();
  /** Trades by the id of the stop that waits. */
  const stops = new Map<string, string>();
  for (const each of ledger) {
    if (isStop(each)) stops.set(each.id, each.tradeID);
    if (each.type === 'ORDER_CANCEL') stops.delete(each.orderID);
    if (each.type !== 'ORDER_FILL') continue;
    stops.delete(each.orderID);
    if (each.tradeOpened !== undefined) open.add(each.tradeOpened.tradeID);
    for (const { tradeID } of each.tradesClosed ?? []) open.delete(tradeID);
  }
  const stopped = new Set(stops.values());
  return [...open].filter(id => !stopped.has(id));
}

/** Whether it makes an order that limits the loss of a trade. */
function isStop(each: Transaction): each is Extract<Transaction, DependentOrderBody> {
  return (
    each.type === 'STOP_LOSS_ORDER' ||
    each.type === 'GUARANTEED_STOP_LOSS_ORDER' ||
    each.type === 'TRAILING_STOP_LOSS_ORDER'
  );
}
