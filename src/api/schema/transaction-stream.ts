/**
 * What the transaction stream carries. Source: v20 semantics 2.5.
 */

import { Type } from '@sinclair/typebox';
import { define, ref } from './define.js';
import { DateTime, TransactionID } from './primitives.js';
import { Transaction } from './transaction.js';

export const TransactionHeartbeat = define(
  'TransactionHeartbeat',
  Type.Object({
    type: Type.Literal('HEARTBEAT'),
    lastTransactionID: TransactionID,
    time: DateTime,
  }),
);

/** A line of the transaction stream. */
export const TransactionStreamLine = Type.Union([ref(Transaction), ref(TransactionHeartbeat)]);
