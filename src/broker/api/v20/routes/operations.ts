/**
 * Every operation of the API, in the order of the document.
 */

import type { Operation } from '../operation.js';
import { ACCOUNT_OPERATIONS } from './accounts.js';
import { BOOK_OPERATIONS } from './books.js';
import { CANDLE_OPERATIONS } from './candles.js';
import { CONFIGURATION_OPERATIONS } from './configuration.js';
import { ORDER_OPERATIONS } from './orders.js';
import { POSITION_OPERATIONS } from './positions.js';
import { PRICING_OPERATIONS } from './pricing.js';
import { TRADE_ORDERS_OPERATIONS } from './trade-orders.js';
import { TRADE_OPERATIONS } from './trades.js';
import { TRANSACTION_STREAM_OPERATIONS } from './transaction-stream.js';
import { TRANSACTION_OPERATIONS } from './transactions.js';
import { USER_OPERATIONS } from './users.js';

export const OPERATIONS: readonly Operation[] = [
  ...ACCOUNT_OPERATIONS,
  ...CONFIGURATION_OPERATIONS,
  ...ORDER_OPERATIONS,
  ...TRADE_OPERATIONS,
  ...TRADE_ORDERS_OPERATIONS,
  ...POSITION_OPERATIONS,
  ...PRICING_OPERATIONS,
  ...CANDLE_OPERATIONS,
  ...BOOK_OPERATIONS,
  ...TRANSACTION_OPERATIONS,
  ...TRANSACTION_STREAM_OPERATIONS,
  ...USER_OPERATIONS,
];
