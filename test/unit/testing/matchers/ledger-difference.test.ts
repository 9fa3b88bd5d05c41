import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Transaction } from '../../../../src/core/ledger/transaction.js';
import { ledgerDifference } from '../../../../src/testing/matchers/ledger-difference.js';

/** Transactions with the few fields that a difference reads; ids count from 1. */
function ledgerOf(...entries: readonly object[]): Transaction[] {
  return entries.map((entry, index) => ({
    id: String(index + 1),
    accountID: 'a',
    batchID: String(index + 1),
    requestID: String(900 + index),
    time: '2024-03-08T20:00:00.000000000Z',
    ...entry,
  })) as unknown as Transaction[];
}

const create = { type: 'CREATE' };
const order = { type: 'MARKET_ORDER', instrument: 'EUR_USD', units: '1000' };
const fill = { type: 'ORDER_FILL', instrument: 'EUR_USD', units: '1000', price: '1.1' };

describe('the difference between two ledgers', () => {
  it('is nothing between equal ones, whatever the ids of requests', () => {
    const one = ledgerOf(create, order, { ...fill, orderID: '2' });
    const other = one.map(each => ({ ...each, requestID: '7' }) as Transaction);
    expect(ledgerDifference(one, other)).toEqual([]);
  });

  it('names the fields that changed', () => {
    const one = ledgerOf(create, order, fill);
    const other = ledgerOf(create, order, { ...fill, price: '1.2', pl: '3' });
    expect(ledgerDifference(one, other)).toEqual([
      '~ 3 2024-03-08T20:00:00.000000000Z ORDER_FILL: price 1.1 -> 1.2; pl (absent) -> 3',
    ]);
  });

  it('is one line for one transaction more, although later ids differ', () => {
    const cancel = { type: 'ORDER_CANCEL', reason: 'CLIENT_REQUEST' };
    const one = ledgerOf(create, order, {
      ...fill,
      orderID: '2',
      tradesClosed: [{ tradeID: '2' }],
    });
    const later = { ...fill, orderID: '3', tradesClosed: [{ tradeID: '3' }] };
    const other = ledgerOf(create, cancel, order, later);
    expect(ledgerDifference(one, other)).toEqual([
      '+ 2 2024-03-08T20:00:00.000000000Z ORDER_CANCEL CLIENT_REQUEST',
    ]);
    expect(ledgerDifference(other, one)).toEqual([
      '- 2 2024-03-08T20:00:00.000000000Z ORDER_CANCEL CLIENT_REQUEST',
    ]);
  });

  it('sees an id that names another transaction', () => {
    const one = ledgerOf(create, order, order, { ...fill, orderID: '2' });
    const other = ledgerOf(create, order, order, { ...fill, orderID: '3' });
    expect(ledgerDifference(one, other)).toEqual([
      '~ 4 2024-03-08T20:00:00.000000000Z ORDER_FILL: orderID 2 -> 3',
    ]);
  });

  it('has as many lines as were added and removed, for any ledgers of different kinds', () => {
    const kinds = fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D', 'E'), { maxLength: 5 });
    fc.assert(
      fc.property(kinds, kinds, (was, now) => {
        const sorted = (types: readonly string[]) => types.toSorted().map(type => ({ type }));
        const lines = ledgerDifference(ledgerOf(...sorted(was)), ledgerOf(...sorted(now)));
        const removed = was.filter(type => !now.includes(type)).length;
        const added = now.filter(type => !was.includes(type)).length;
        expect(lines.filter(line => line.startsWith('- '))).toHaveLength(removed);
        expect(lines.filter(line => line.startsWith('+ '))).toHaveLength(added);
        expect(lines).toHaveLength(removed + added);
      }),
    );
  });
});
