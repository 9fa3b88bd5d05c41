/** Checks transactions by the definitions of their types, refusing fields that these do not have. */

import { DEFINITIONS } from '../../../src/broker/api/definitions.js';
import { Transaction } from '../../../src/broker/api/v20/schema/transaction.js';
import type { Transaction as OwnTransaction } from '../../../src/core/ledger/transaction.js';
import { checkerOf, closed } from './schemas.js';

/** Knows all definitions. */
export const TRANSACTION_CHECKER = checkerOf(closed);

/** The definition of each type of transaction. */
export const TRANSACTION_DEFINITIONS: ReadonlyMap<string, string> = new Map(
  DEFINITIONS.filter(({ $id }) => $id !== 'Transaction' && isMember($id ?? '')).map(
    ({ $id, properties }) => [properties.type.enum[0] as string, `${$id}`],
  ),
);

function isMember(name: string): boolean {
  const members = Transaction['oneOf'] as readonly { readonly $ref: string }[];
  return members.some(({ $ref }) => $ref === `${name}#`);
}

/** The transactions that their definitions do not describe, with the reason. */
export function transactionFaults(ledger: readonly OwnTransaction[]): string[] {
  return ledger.flatMap(transaction => {
    const definition = TRANSACTION_DEFINITIONS.get(transaction.type);
    // Compiled when its type first comes.
    const check = definition === undefined ? definition : TRANSACTION_CHECKER.getSchema(definition);
    if (check === undefined) return [`${transaction.type} has no definition`];
    return check(transaction) ? [] : [JSON.stringify([check.errors, transaction])];
  });
}
