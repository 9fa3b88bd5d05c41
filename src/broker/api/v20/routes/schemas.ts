/**
 * Every schema of v20: those of the operations, those of every request and every error, and those
 * that v20 publishes although no operation refers to them.
 */

import type { TSchema } from '@sinclair/typebox';
import { ErrorResponse } from '../schema/errors.js';
import { OrderStateFilter } from '../schema/order.js';
import { TYPE_REQUESTS } from '../schema/order-request.js';
import { AcceptDatetimeFormat } from '../schema/primitives.js';
import { TradeStateFilter } from '../schema/trade.js';
import { TransactionType } from '../schema/transaction.js';
import { OPERATIONS } from './operations.js';

/** Published, but only parameters or other tables have them. */
const UNREFERENCED: readonly TSchema[] = [
  OrderStateFilter,
  ...TYPE_REQUESTS,
  TradeStateFilter,
  TransactionType,
];

export const V20_SCHEMAS: readonly TSchema[] = [
  AcceptDatetimeFormat,
  ErrorResponse,
  ...OPERATIONS.flatMap(({ query, body, responses }) => [
    ...(query === undefined ? [] : [query]),
    ...(body === undefined ? [] : [body]),
    ...Object.values(responses),
  ]),
  ...UNREFERENCED,
];
