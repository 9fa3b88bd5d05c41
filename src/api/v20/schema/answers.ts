/**
 * Bodies of answers to commands: transactions under the names that the operation gives them, and
 * the ids that were written. Source: v20 semantics 1, bodies.
 */

import { type TProperties, Type } from '@sinclair/typebox';
import { TransactionID } from './primitives.js';

const lastTransactionID = TransactionID;
const relatedTransactionIDs = Type.Array(TransactionID, {
  description: 'of every transaction that the request wrote',
});

/** The body of a command that was carried out. */
export function carriedOutBody<P extends TProperties>(transactions: P) {
  return Type.Object({ ...transactions, relatedTransactionIDs, lastTransactionID });
}

/** The body of a refusal. Without transactions when the request was malformed. */
export function refusedBody<P extends TProperties>(transactions: P) {
  return Type.Object({
    ...transactions,
    relatedTransactionIDs: Type.Optional(relatedTransactionIDs),
    lastTransactionID: Type.Optional(lastTransactionID),
    errorMessage: Type.String({ description: 'for people' }),
    errorCode: Type.Optional(Type.String({ description: 'the reject reason' })),
  });
}
