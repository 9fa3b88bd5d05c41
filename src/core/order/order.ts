/**
 * Orders: the request as a client sends it, and the names that order records use. Field names,
 * spellings and string formats are those of v20 (semantics 3.1, 3.2).
 */

import type { DependentOrderType, OnFillField } from './dependent-orders.js';

export type { DependentOrderType };

/** Orders that open or reduce trades by instrument and units. */
export type EntryOrderType = 'MARKET' | 'LIMIT' | 'STOP' | 'MARKET_IF_TOUCHED';
/** All order types. v20's FIXED_PRICE belongs to account migrations, which do not happen here. */
export type OrderType = EntryOrderType | DependentOrderType;

/** The state of an order. */
export type OrderState = 'PENDING' | 'FILLED' | 'TRIGGERED' | 'CANCELLED';
/** How long an order stays valid. */
export type TimeInForce = 'GTC' | 'GTD' | 'GFD' | 'FOK' | 'IOC';
/** How a fill treats open trades of the instrument. */
export type OrderPositionFill = 'OPEN_ONLY' | 'REDUCE_FIRST' | 'REDUCE_ONLY' | 'DEFAULT';
/** Which price triggers an order. */
export type OrderTriggerCondition = 'DEFAULT' | 'INVERSE' | 'BID' | 'ASK' | 'MID';

/** The labels that a client gives an order or a trade; each text has at most 128 characters. */
export interface ClientExtensions {
  readonly id?: string;
  readonly tag?: string;
  readonly comment?: string;
}

/**
 * One of the `...OnFill` objects, or of the objects of `PUT trades/{t}/orders`. Prices and
 * distances are positive plain decimals in quote currency per unit. The row of the type says which
 * of the two it can have.
 */
export interface DependentDetails {
  readonly price?: string;
  readonly distance?: string;
  readonly timeInForce?: TimeInForce;
  /** When a GTD order expires: RFC 3339 or UNIX seconds. */
  readonly gtdTime?: string;
  readonly triggerCondition?: OrderTriggerCondition;
  readonly clientExtensions?: ClientExtensions;
  /** 2016 dialect: requests a guaranteed stop inside `stopLossOnFill`. */
  readonly guaranteed?: boolean;
}

/**
 * What an entry order requests on its fill: at most one dependent order of each type, and labels of
 * the trade.
 */
export interface OnFillDetails extends Readonly<Partial<Record<OnFillField, DependentDetails>>> {
  readonly tradeClientExtensions?: ClientExtensions;
}

/**
 * A well-formed v20 `OrderRequest`: numbers are plain decimals of at most 15 digits on each side of
 * the point. The market rules have not judged it yet.
 */
export interface OrderRequest extends OnFillDetails {
  readonly type: OrderType;
  readonly instrument?: string;
  /** Signed units of the base currency: positive buys, negative sells. */
  readonly units?: string;
  /** Price, price bound and distance are in quote currency per unit. */
  readonly price?: string;
  readonly priceBound?: string;
  readonly distance?: string;
  /** The trade that a dependent order closes: by id, or by client id. */
  readonly tradeID?: string;
  readonly clientTradeID?: string;
  readonly timeInForce?: TimeInForce;
  /** When a GTD order expires: RFC 3339 or UNIX seconds. */
  readonly gtdTime?: string;
  readonly positionFill?: OrderPositionFill;
  readonly triggerCondition?: OrderTriggerCondition;
  readonly guaranteed?: boolean;
  readonly clientExtensions?: ClientExtensions;
}
