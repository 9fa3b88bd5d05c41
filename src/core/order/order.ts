/**
 * Orders: the request as a client sends it, and the resource that the ledger's fold keeps.
 * Field names, spellings and string formats are those of v20 (semantics 3.1, 3.2).
 */

export type OrderType =
  | 'MARKET'
  | 'LIMIT'
  | 'STOP'
  | 'MARKET_IF_TOUCHED'
  | 'TAKE_PROFIT'
  | 'STOP_LOSS'
  | 'GUARANTEED_STOP_LOSS'
  | 'TRAILING_STOP_LOSS'
  | 'FIXED_PRICE';

/** Orders that open or reduce by instrument and units. */
export type EntryOrderType = 'MARKET' | 'LIMIT' | 'STOP' | 'MARKET_IF_TOUCHED';
/** Orders that close one trade. */
export type DependentOrderType =
  | 'TAKE_PROFIT'
  | 'STOP_LOSS'
  | 'GUARANTEED_STOP_LOSS'
  | 'TRAILING_STOP_LOSS';
export type CreatableOrderType = EntryOrderType | DependentOrderType;

export type OrderState = 'PENDING' | 'FILLED' | 'TRIGGERED' | 'CANCELLED';
export type TimeInForce = 'GTC' | 'GTD' | 'GFD' | 'FOK' | 'IOC';
export type OrderPositionFill = 'OPEN_ONLY' | 'REDUCE_FIRST' | 'REDUCE_ONLY' | 'DEFAULT';
export type OrderTriggerCondition = 'DEFAULT' | 'INVERSE' | 'BID' | 'ASK' | 'MID';

export interface ClientExtensions {
  readonly id?: string;
  readonly tag?: string;
  readonly comment?: string;
}

/** One of the four `...OnFill` objects, or of `PUT trades/{t}/orders`. */
export interface DependentDetails {
  readonly price?: string;
  readonly distance?: string;
  readonly timeInForce?: TimeInForce;
  readonly gtdTime?: string;
  readonly triggerCondition?: OrderTriggerCondition;
  readonly clientExtensions?: ClientExtensions;
  /** 2016 dialect: asks for a guaranteed stop inside `stopLossOnFill`. */
  readonly guaranteed?: boolean;
}

export interface OnFillDetails {
  readonly takeProfitOnFill?: DependentDetails;
  readonly stopLossOnFill?: DependentDetails;
  readonly guaranteedStopLossOnFill?: DependentDetails;
  readonly trailingStopLossOnFill?: DependentDetails;
  readonly tradeClientExtensions?: ClientExtensions;
}

/** A v20 `OrderRequest`. Numbers are strings; unquoted JSON numbers are accepted and turned into them. */
export interface OrderRequest extends OnFillDetails {
  readonly type: CreatableOrderType;
  readonly instrument?: string;
  readonly units?: string;
  readonly price?: string;
  readonly priceBound?: string;
  readonly distance?: string;
  readonly tradeID?: string;
  readonly clientTradeID?: string;
  readonly timeInForce?: TimeInForce;
  readonly gtdTime?: string;
  readonly positionFill?: OrderPositionFill;
  readonly triggerCondition?: OrderTriggerCondition;
  readonly guaranteed?: boolean;
  readonly clientExtensions?: ClientExtensions;
}
