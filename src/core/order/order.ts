/**
 * Orders: the request as a client sends it, and the resource that the ledger's fold keeps.
 * Field names, spellings and string formats are those of v20 (semantics 3.1, 3.2).
 */

import type { DependentOrderType, OnFillField } from './dependent-orders.js';

export type { DependentOrderType };

/** Orders that open or reduce by instrument and units. */
export type EntryOrderType = 'MARKET' | 'LIMIT' | 'STOP' | 'MARKET_IF_TOUCHED';
/** Every order type there is: v20's FIXED_PRICE is of account migrations, which never happen here. */
export type OrderType = EntryOrderType | DependentOrderType;

export type OrderState = 'PENDING' | 'FILLED' | 'TRIGGERED' | 'CANCELLED';
export type TimeInForce = 'GTC' | 'GTD' | 'GFD' | 'FOK' | 'IOC';
export type OrderPositionFill = 'OPEN_ONLY' | 'REDUCE_FIRST' | 'REDUCE_ONLY' | 'DEFAULT';
export type OrderTriggerCondition = 'DEFAULT' | 'INVERSE' | 'BID' | 'ASK' | 'MID';

/** A client's own labels of an order or a trade; texts of at most 128 characters each. */
export interface ClientExtensions {
  readonly id?: string;
  readonly tag?: string;
  readonly comment?: string;
}

/**
 * One of the `...OnFill` objects, or of `PUT trades/{t}/orders`. Prices and distances are plain
 * decimals of quote currency per unit, positive; which of the two a type can have is in its row.
 */
export interface DependentDetails {
  readonly price?: string;
  readonly distance?: string;
  readonly timeInForce?: TimeInForce;
  /** When a GTD order expires, RFC 3339 or UNIX seconds. */
  readonly gtdTime?: string;
  readonly triggerCondition?: OrderTriggerCondition;
  readonly clientExtensions?: ClientExtensions;
  /** 2016 dialect: asks for a guaranteed stop inside `stopLossOnFill`. */
  readonly guaranteed?: boolean;
}

/** What an entry order asks for on its fill: a dependent order of each type, labels of the trade. */
export interface OnFillDetails extends Readonly<Partial<Record<OnFillField, DependentDetails>>> {
  readonly tradeClientExtensions?: ClientExtensions;
}

/**
 * A v20 `OrderRequest` that has been read: well-formed, numbers as plain decimals of at most 15 digits
 * on each side of the point. Whether the market takes it is not judged yet.
 */
export interface OrderRequest extends OnFillDetails {
  readonly type: OrderType;
  readonly instrument?: string;
  /** Signed number of units of the base currency: positive buys, negative sells. */
  readonly units?: string;
  /** Quote currency per unit, as are the bound and the distance. */
  readonly price?: string;
  readonly priceBound?: string;
  readonly distance?: string;
  readonly tradeID?: string;
  readonly clientTradeID?: string;
  readonly timeInForce?: TimeInForce;
  /** When a GTD order expires, RFC 3339 or UNIX seconds. */
  readonly gtdTime?: string;
  readonly positionFill?: OrderPositionFill;
  readonly triggerCondition?: OrderTriggerCondition;
  readonly guaranteed?: boolean;
  readonly clientExtensions?: ClientExtensions;
}
