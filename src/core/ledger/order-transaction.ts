/**
 * Transactions that make an order: one body for market orders, one for entry orders that wait, one
 * for orders that close a trade. The key order is the recorded one. Source: v20 semantics 3.1, 6.1.
 */

import type {
  ClientExtensions,
  DependentOrderType,
  OnFillDetails,
  RestingEntryType,
  Terms,
} from '../order/order.js';

/**
 * The part of a position's side that a market order closes: a positive number of units, or `ALL`.
 */
export interface CloseoutUnits {
  readonly instrument: string;
  readonly units: string;
}

/** The part of a trade that a market order closes: a positive number of units, or `ALL`. */
export interface TradeCloseRequest {
  readonly tradeID: string;
  readonly clientTradeID?: string;
  readonly units: string;
}

/** Why the engine or a client made a market order. */
export type MarketOrderReason =
  | 'CLIENT_ORDER'
  | 'TRADE_CLOSE'
  | 'POSITION_CLOSEOUT'
  | 'MARGIN_CLOSEOUT'
  | 'DELAYED_TRADE_CLOSE';

/** The close that a MARKET_ORDER is for; no field for an order that a client created. */
export interface MarketOrderPurpose {
  readonly tradeClose?: TradeCloseRequest;
  readonly longPositionCloseout?: CloseoutUnits;
  readonly shortPositionCloseout?: CloseoutUnits;
  readonly marginCloseout?: { readonly reason: string };
  readonly delayedTradeClose?: {
    readonly tradeID: string;
    readonly clientTradeID?: string;
    readonly sourceTransactionID: string;
  };
}

interface ReplacementLinks {
  readonly replacesOrderID?: string;
  readonly cancellingTransactionID?: string;
}

/** A market order. Units are signed: positive buys. Prices have the decimals of the instrument. */
export interface MarketOrderBody
  extends OnFillDetails,
    MarketOrderPurpose,
    Terms<'MARKET', 'instrument' | 'units' | 'timeInForce' | 'positionFill'> {
  readonly type: 'MARKET_ORDER';
  readonly clientExtensions?: ClientExtensions;
  readonly reason: MarketOrderReason;
}

/** An entry order that waits for its price. Units are signed; `gtdTime` is RFC 3339. */
export interface PendingEntryOrderBody
  extends OnFillDetails,
    ReplacementLinks,
    Terms<
      RestingEntryType,
      'instrument' | 'units' | 'price' | 'timeInForce' | 'positionFill' | 'triggerCondition'
    > {
  readonly type: `${RestingEntryType}_ORDER`;
  readonly partialFill: 'DEFAULT';
  readonly clientExtensions?: ClientExtensions;
  readonly reason: 'CLIENT_ORDER' | 'REPLACEMENT';
}

/** An order that closes its whole trade. Price and distance are in quote currency per unit. */
export interface DependentOrderBody
  extends ReplacementLinks,
    Terms<DependentOrderType, 'tradeID' | 'timeInForce' | 'triggerCondition'> {
  readonly type: `${DependentOrderType}_ORDER`;
  readonly triggerMode?: 'TOP_OF_BOOK';
  readonly guaranteedExecutionPremium?: string;
  readonly clientExtensions?: ClientExtensions;
  readonly reason: 'CLIENT_ORDER' | 'REPLACEMENT' | 'ON_FILL';
  readonly orderFillTransactionID?: string;
}

/** A transaction that makes an order, without its head. */
export type OrderBody = MarketOrderBody | PendingEntryOrderBody | DependentOrderBody;
