/** Which trades are open without a stop, by the ledger of an account. */

import type { Transaction } from '../../core/ledger/transaction.js';

/** Orders that limit the loss of a trade. */
const STOPS: ReadonlySet<string> = new Set([
  'STOP_LOSS_ORDER',
  'GUARANTEED_STOP_LOSS_ORDER',
  'TRAILING_STOP_LOSS_ORDER',
]);

/** The ids of open trades without a stop. @param ledger - of one account, oldest first. */
export function bareTrades(ledger: readonly Transaction[]): readonly string[] {
  const open = new Set<string>();
  /** Trades by the id of the stop that waits. */
  const stops = new Map<string, string>();
  for (const each of ledger) {
    if (STOPS.has(each.type)) stops.set(each.id, (each as unknown as { tradeID: string }).tradeID);
    if (each.type === 'ORDER_CANCEL') stops.delete(each.orderID);
    if (each.type !== 'ORDER_FILL') continue;
    stops.delete(each.orderID);
    if (each.tradeOpened !== undefined) open.add(each.tradeOpened.tradeID);
    for (const { tradeID } of each.tradesClosed ?? []) open.delete(tradeID);
  }
  const stopped = new Set(stops.values());
  return [...open].filter(id => !stopped.has(id));
}
