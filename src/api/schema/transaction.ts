/**
 * Transactions in answers. Source: v20 semantics 6.1.
 */

import { Type } from '@sinclair/typebox';
import { define } from './define.js';

/** An entry of the ledger, of any type. */
export const Transaction = define(
  'Transaction',
  Type.Unsafe<{ readonly id: string; readonly type: string }>({
    type: 'object',
    required: ['id', 'type'],
  }),
);
