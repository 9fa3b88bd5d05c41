/**
 * The transaction stream as an operation; api/v20/stream/ serves it. Source: v20 semantics 1.7, 2.5.
 */

import { Type } from '@sinclair/typebox';
import type { Operation } from '../operation.js';
import { TransactionStreamLine } from '../schema/transaction-stream.js';

export const TRANSACTION_STREAM_OPERATIONS: readonly Operation[] = [
  {
    operationId: 'streamTransactions',
    method: 'GET',
    path: '/v3/accounts/:accountID/transactions/stream',
    summary: 'Transactions as they happen, one JSON object a line, with heartbeats',
    tag: 'transaction',
    query: Type.Object({}),
    responses: { 200: TransactionStreamLine },
  },
];
