/**
 * The common fields of transactions, and how the definitions of transactions are made: the type's
 * own fields after the common ones; a refused request has what the client sent, and the reason.
 * Source: v20 semantics 4.9, 6.1.
 */

import { type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { defineObject, optionalText } from '../../http/read/define.js';
import { AccountID, DateTime, oneOf, TransactionID } from './primitives.js';
import { transactionRejectReason } from './reasons.js';

const head = {
  id: TransactionID,
  accountID: AccountID,
  userID: Type.Integer(),
  batchID: TransactionID,
  requestID: optionalText('id of the request that wrote it; absent when the engine wrote it'),
  time: DateTime,
};

/** The definition of a transaction; `type` tells it apart from the others. */
export function transaction(name: string, type: string, fields: TProperties = {}): TSchema {
  return defineObject(name, { ...head, type: oneOf([type]), ...fields });
}

/** The definition of a refused request. @param fields - of the request; any of them may be missing. */
export function rejected(name: string, type: string, fields: TProperties): TSchema {
  return transaction(name, `${type}_REJECT`, {
    ...optionalAll(fields),
    rejectReason: transactionRejectReason,
  });
}

function optionalAll(fields: TProperties): TProperties {
  return Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)]),
  );
}
