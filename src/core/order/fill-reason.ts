/** The reasons of fills. Source: v20 semantics 3.4. */

import type { DependentOrderType } from './dependent-orders.js';

/** Why an order filled. */
export type OrderFillReason =
  | 'LIMIT_ORDER'
  | 'STOP_ORDER'
  | 'MARKET_IF_TOUCHED_ORDER'
  | `${DependentOrderType}_ORDER`
  | 'MARKET_ORDER'
  | 'MARKET_ORDER_TRADE_CLOSE'
  | 'MARKET_ORDER_POSITION_CLOSEOUT'
  | 'MARKET_ORDER_MARGIN_CLOSEOUT'
  | 'MARKET_ORDER_DELAYED_TRADE_CLOSE';
