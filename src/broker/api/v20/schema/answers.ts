/**
 * Bodies of answers: what was asked for, or the transactions of a command under the names that the
 * operation uses, and the ids that were written. Source: v20 semantics 1, bodies.
 */

import { type TProperties, Type } from '@sinclair/typebox';
import { optionalText, textOf } from '../../http/read/define.js';
import { TransactionID } from './primitives.js';

const lastTransactionID = TransactionID;
const relatedTransactionIDs = Type.Array(TransactionID, {
  description: 'ids of all transactions that the request wrote',
});

/** The body of a read: what was asked for, and the last transaction. */
export function answerBody<P extends TProperties>(fields: P) {
  return Type.Object({ ...fields, lastTransactionID });
}

/** The body of a command that was carried out. */
export function carriedOutBody<P extends TProperties>(transactions: P) {
  return Type.Object({ ...transactions, relatedTransactionIDs, lastTransactionID });
}

/** The body of a refusal. It has no transactions when the request was malformed. */
export function refusedBody<P extends TProperties>(transactions: P) {
  return Type.Object({
    ...transactions,
    relatedTransactionIDs: Type.Optional(relatedTransactionIDs),
    lastTransactionID: Type.Optional(lastTransactionID),
    errorMessage: textOf('the reason, as a sentence'),
    errorCode: optionalText('the reject reason'),
  });
}
