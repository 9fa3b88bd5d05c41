/**
 * Every operation of the API, in the order of the document.
 */

import type { Operation } from './operation.js';
import { ACCOUNT_OPERATIONS } from './routes/accounts.js';
import { BOOK_OPERATIONS } from './routes/books.js';
import { CANDLE_OPERATIONS } from './routes/candles.js';
import { CONFIGURATION_OPERATIONS } from './routes/configuration.js';
import { ORDER_OPERATIONS } from './routes/orders.js';
import { POSITION_OPERATIONS } from './routes/positions.js';
import { PRICING_OPERATIONS } from './routes/pricing.js';
import { TRADE_ORDERS_OPERATIONS } from './routes/trade-orders.js';
import { TRADE_OPERATIONS } from './routes/trades.js';
import { TRANSACTION_STREAM_OPERATIONS } from './routes/transaction-stream.js';
import { TRANSACTION_OPERATIONS } from './routes/transactions.js';
import { USER_OPERATIONS } from './routes/users.js';

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
