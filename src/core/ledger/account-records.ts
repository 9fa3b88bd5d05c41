/**
 * Looking up and ending the records of an account: the small steps that every part of the fold
 * shares. Invariants I5, I14.
 */

import { assert, ensureDefined } from '../base/assert.js';
import type { Decimal } from '../base/decimal.js';
import type { AccountState, OrderRecord, TradeRecord } from './account.js';

/** Sets the balance after proving that it is what the amounts add up to (I5). */
export function setBalance(state: AccountState, computed: Decimal, stated: string): void {
  assert(computed.eq(stated), 'Invariant: a stated balance is the sum of all amounts', stated);
  state.balance = computed;
}

/** The trade. @throws InvariantError when there is none. */
export function mustTrade(state: AccountState, id: number): TradeRecord {
  return ensureDefined(state.trades.get(id), 'trade', id);
}

/** The pending order. @throws InvariantError when it is not pending (I14). */
export function mustPending(state: AccountState, id: number): OrderRecord {
  return ensureDefined(state.pendingOrders.get(id), 'pending order', id);
}

/** Ends a pending order: forgets its client id, keeps its record. */
export function retire(state: AccountState, order: OrderRecord): void {
  state.pendingOrders.delete(order.id);
  const clientID = order.clientExtensions?.id;
  // The id may already belong to an order of the same batch.
  if (clientID !== undefined && state.clientOrderIDs.get(clientID) === order.id) {
    state.clientOrderIDs.delete(clientID);
  }
}
