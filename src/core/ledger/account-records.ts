/**
 * Finding and ending the records of an account: small steps that every part of the fold uses.
 * Invariants I5, I14.
 */

import { ensureDefined, InvariantError } from '../base/assert.js';
import type { Decimal, DecimalValue } from '../base/decimal.js';
import type {
  AccountState,
  OrderRecord,
  PositionRecord,
  SideRecord,
  TradeRecord,
} from './account.js';

/**
 * Sets the balance after a check that the stated balance equals the computed one (I5).
 * @throws InvariantError when it does not.
 */
export function setBalance(state: AccountState, computed: Decimal, stated: DecimalValue): void {
  if (!computed.eq(stated)) {
    throw new InvariantError(
      `Invariant: a stated balance is the sum of all amounts, was ${stated}`,
    );
  }
  state.balance = computed;
}

/**
 * Adds `item` to the end of `list`. An empty array that is pushed to takes room for sixteen more,
 * and most lists of a fill have one item.
 * @param list - undefined before the first item. @returns the list.
 */
export function appended<T>(list: T[] | undefined, item: T): T[] {
  if (list === undefined) return [item];
  list.push(item);
  return list;
}

/** The trade `id`. @throws InvariantError when there is none. */
export function mustTrade(state: AccountState, id: number): TradeRecord {
  return ensureDefined(state.trades.get(id), 'trade', id);
}

/** The side of the position that the trade belongs to. */
export function sideOf(position: PositionRecord, { initialUnits }: TradeRecord): SideRecord {
  return initialUnits.isPositive() ? position.long : position.short;
}

/** The pending order `id`. @throws InvariantError when no such order is pending (I14). */
export function mustPending(state: AccountState, id: number): OrderRecord {
  return ensureDefined(state.pendingOrders.get(id), 'pending order', id);
}

/** Ends a pending order: its client id becomes free, its record stays. */
export function retire(state: AccountState, order: OrderRecord): void {
  state.pendingOrders.delete(order.id);
  const clientID = order.clientExtensions?.id;
  // An order of the same batch may already have this client id.
  if (clientID !== undefined && state.clientOrderIDs.get(clientID) === order.id) {
    state.clientOrderIDs.delete(clientID);
  }
}
