/**
 * Transactions that make an order: one body for market orders, one for entry orders that wait, one
 * for orders that close a trade. Key order is the recorded one. Source: v20 semantics 3.1, 6.1.
 */

import type {
  ClientExtensions,
  DependentOrderType,
  OnFillDetails,
  OrderPositionFill,
  OrderTriggerCondition,
  TimeInForce,
} from '../order/order.js';

/** How much of a side of a position a market order closes: a positive number of units, or `ALL`. */
export interface CloseoutUnits {
  readonly instrument: string;
  readonly units: string;
}

/** How much of a trade a market order closes: a positive number of units, or `ALL`. */
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

/** What a MARKET_ORDER says about the close that it serves. */
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

/** Units are signed: positive buys. Prices are decimals with the digits of the instrument. */
export interface MarketOrderBody extends OnFillDetails, MarketOrderPurpose {
  readonly type: 'MARKET_ORDER';
  readonly instrument: string;
  readonly units: string;
  readonly timeInForce: TimeInForce;
  readonly priceBound?: string;
  readonly positionFill: OrderPositionFill;
  readonly clientExtensions?: ClientExtensions;
  readonly reason: MarketOrderReason;
}

/** An order that waits for its price; units are signed, `gtdTime` is RFC 3339. */
export interface PendingEntryOrderBody extends OnFillDetails, ReplacementLinks {
  readonly type: 'LIMIT_ORDER' | 'STOP_ORDER' | 'MARKET_IF_TOUCHED_ORDER';
  readonly instrument: string;
  readonly units: string;
  readonly price: string;
  readonly priceBound?: string;
  readonly timeInForce: TimeInForce;
  readonly gtdTime?: string;
  readonly positionFill: OrderPositionFill;
  readonly triggerCondition: OrderTriggerCondition;
  readonly partialFill: 'DEFAULT';
  readonly clientExtensions?: ClientExtensions;
  readonly reason: 'CLIENT_ORDER' | 'REPLACEMENT';
}

/** An order that closes its trade whole; price and distance are in quote currency per unit. */
export interface DependentOrderBody extends ReplacementLinks {
  readonly type: `${DependentOrderType}_ORDER`;
  readonly tradeID: string;
  readonly clientTradeID?: string;
  readonly price?: string;
  readonly distance?: string;
  readonly timeInForce: TimeInForce;
  readonly gtdTime?: string;
  readonly triggerCondition: OrderTriggerCondition;
  readonly triggerMode?: 'TOP_OF_BOOK';
  readonly guaranteedExecutionPremium?: string;
  readonly clientExtensions?: ClientExtensions;
  readonly reason: 'CLIENT_ORDER' | 'REPLACEMENT' | 'ON_FILL';
  readonly orderFillTransactionID?: string;
}

export type OrderBody = MarketOrderBody | PendingEntryOrderBody | DependentOrderBody;
