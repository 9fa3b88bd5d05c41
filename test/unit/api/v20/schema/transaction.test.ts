import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFINITIONS } from '../../../../../src/api/definitions.js';
import { Transaction, TransactionFilter } from '../../../../../src/api/v20/schema/transaction.js';
import { runScenario } from '../../../../../src/runtime/run-scenario.js';
import { checkerOf, closed } from '../../../../support/contract/schemas.js';
import { scenarioFiles } from '../../../../support/files/paths.js';

/** Checks a transaction by the definition of its type, refusing fields that it does not have. */
const ajv = checkerOf(closed);
const CHECKS = new Map(
  DEFINITIONS.filter(({ $id }) => $id !== 'Transaction' && isMember($id ?? '')).map(
    ({ $id, properties }) => [properties.type.enum[0] as string, ajv.getSchema(`${$id}`)],
  ),
);

function isMember(name: string): boolean {
  const members = Transaction['oneOf'] as readonly { readonly $ref: string }[];
  return members.some(({ $ref }) => $ref === `${name}#`);
}

describe('transaction schemas', () => {
  it.each(scenarioFiles().map(file => [basename(file), file]))(
    'describe every transaction of %s, field by field',
    async (_name, file) => {
      const { result } = await runScenario(file);
      for (const transaction of result.ledger) {
        const check = CHECKS.get(transaction.type);
        expect(check, transaction.type).toBeDefined();
        const faults = check?.(transaction) ? [] : check?.errors;
        expect(faults, JSON.stringify(transaction)).toEqual([]);
      }
    },
  );

  it('tell transactions apart by their type, and refuse what is none', () => {
    const isTransaction = ajv.getSchema('Transaction');
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
  });

  it('have a filter for every type', () => {
    const filters = TransactionFilter['enum'] as readonly string[];
    for (const type of CHECKS.keys()) expect(filters).toContain(type);
  });
});
