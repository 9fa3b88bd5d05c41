/**
 * The lines of the transaction stream. Source: v20 semantics 2.5.
 */

import { Type } from '@sinclair/typebox';
import { ref } from '../../http/read/define.js';
import { Transaction, TransactionHeartbeat } from './transaction.js';

/** A line of the transaction stream. */
export const TransactionStreamLine = Type.Union([ref(Transaction), ref(TransactionHeartbeat)]);
