/**
 * Shapes of the answers to commands: named transactions, and the ids of all that were written.
 * Source: v20 semantics 1, body X.
 */

import { Type } from '@sinclair/typebox';
import { ref } from './define.js';
import { TransactionID } from './primitives.js';
import { Transaction } from './transaction.js';

/** A command that was carried out. @param always - fields that every such answer has. */
export function doneResponse(always: readonly string[], sometimes: readonly string[] = []) {
  return Type.Object({
    ...Object.fromEntries(always.map(name => [name, ref(Transaction)])),
    ...transactions(sometimes),
    relatedTransactionIDs: Type.Array(TransactionID),
    lastTransactionID: TransactionID,
  });
}

/** A refused command, or a request that is none and has but the message and its code. */
export function refusedResponse(rejects: readonly string[]) {
  return Type.Object({
    ...transactions(rejects),
    relatedTransactionIDs: Type.Optional(Type.Array(TransactionID)),
    lastTransactionID: Type.Optional(TransactionID),
    errorMessage: Type.String(),
    errorCode: Type.Optional(Type.String()),
  });
}

function transactions(names: readonly string[]) {
  return Object.fromEntries(names.map(name => [name, Type.Optional(ref(Transaction))]));
}
