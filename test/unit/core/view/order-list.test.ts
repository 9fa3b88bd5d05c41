import { describe, expect, it } from 'vitest';
import {
  type AccountState,
  initialState,
  type OrderRecord,
} from '../../../../src/core/ledger/account.js';
import { listOrders } from '../../../../src/core/view/order-list.js';
import { account } from '../../../support/fixtures.js';

/** Orders 1..`length`: every third is pending, every second of EUR_USD. */
function stateOf(length: number): AccountState {
  const state = initialState(account());
  for (let id = 1; id <= length; id++) {
    const order = {
      id,
      instrument: id % 2 === 0 ? 'EUR_USD' : 'USD_JPY',
      state: id % 3 === 0 ? 'PENDING' : 'FILLED',
    } as OrderRecord;
    state.orders.set(id, order);
    if (order.state === 'PENDING') state.pendingOrders.set(id, order);
  }
  state.lastTransactionID = length + 2;
  return state;
}

describe('listing orders', () => {
  it('walks every page to the end, whatever the filters', () => {
    const account = stateOf(40);
    for (const state of ['ALL', 'PENDING', 'FILLED', 'CANCELLED', 'TRIGGERED'] as const) {
      for (const instrument of [undefined, 'EUR_USD']) {
        const wanted = [...account.orders.values()]
          .filter(order => state === 'ALL' || order.state === state)
          .filter(order => instrument === undefined || order.instrument === instrument)
          .map(({ id }) => id)
          .reverse();
        const filters = { state, ...(instrument === undefined ? {} : { instrument }) };
        const seen: number[] = [];
        let page = listOrders(account, { ...filters, count: 3 });
        for (;;) {
          expect(page.orders.length).toBeLessThanOrEqual(3);
          seen.push(...page.orders.map(({ id }) => id));
          if (page.nextBeforeID === undefined) break;
          page = listOrders(account, { ...filters, count: 3, beforeID: page.nextBeforeID });
        }
        expect(seen).toEqual(wanted);
      }
    }
  });

  it('has no next page when the last one is full', () => {
    const page = listOrders(stateOf(9), { state: 'PENDING', count: 3 });
    expect(page.orders.map(({ id }) => id)).toEqual([9, 6, 3]);
    expect(page.nextBeforeID).toBeUndefined();
  });

  it('takes ids in any order, once each, and none for none', () => {
    const account = stateOf(9);
    const idsOf = (ids: number[]) =>
      listOrders(account, { ids, state: 'ALL', count: 50 }).orders.map(({ id }) => id);
    expect(idsOf([2, 9, 2, 77])).toEqual([9, 2]);
    expect(idsOf([])).toEqual([]);
  });
});
