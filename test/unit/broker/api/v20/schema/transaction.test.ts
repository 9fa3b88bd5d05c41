import { describe, expect, it } from 'vitest';
import { TransactionFilter } from '../../../../../../src/broker/api/v20/schema/transaction.js';
import {
  TRANSACTION_CHECKER,
  TRANSACTION_DEFINITIONS,
  transactionFaults,
} from '../../../../../support/contract/transaction-faults.js';

// `test/golden` holds every transaction of the shipped scenarios against these schemas, field by field.
describe('transaction schemas', () => {
  it('tell transactions apart by their type, and refuse what is none', () => {
    const isTransaction = TRANSACTION_CHECKER.getSchema('Transaction');
    const close = {
      id: '7',
      accountID: '101-001-1000001-001',
      userID: 1_000_001,
      batchID: '7',
      time: '2024-03-05T10:00:00.000000000Z',
      type: 'CLOSE',
    };
    expect(isTransaction?.(close)).toBe(true);
    expect(isTransaction?.({ ...close, type: 'CLOSED' })).toBe(false);
    expect(isTransaction?.({ ...close, amount: '1.0000' })).toBe(false);
    expect(isTransaction?.({ ...close, id: 7 })).toBe(false);
    expect(transactionFaults([close as never])).toEqual([]);
    expect(transactionFaults([{ ...close, amount: '1.0000' } as never])).toHaveLength(1);
    expect(transactionFaults([{ ...close, type: 'CLOSED' } as never])).toHaveLength(1);
  });

  it('have a filter for every type', () => {
    const filters = TransactionFilter['enum'] as readonly string[];
    for (const type of TRANSACTION_DEFINITIONS.keys()) expect(filters).toContain(type);
  });
});
