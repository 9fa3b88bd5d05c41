/**
 * Transactions that refuse a request: what the client gave, in its own texts, and why. A field that
 * it did not give, or that its request cannot have, is absent. Source: v20 semantics 3.3, 6.1.
 */

import type {
  ClientExtensions,
  OnFillDetails,
  OrderPositionFill,
  OrderTriggerCondition,
  OrderType,
  TimeInForce,
} from '../order/order.js';
import type { RejectReason } from '../order/reasons.js';
import type { CloseoutUnits, MarketOrderReason, TradeCloseRequest } from './order-transaction.js';

/** What every refusal has: why. A refusal changes nothing but the account's last id. */
interface Refusal {
  readonly rejectReason: RejectReason;
}

/** An order that was refused: the fields that its type has, in the client's own texts. */
export interface OrderRejectBody extends Refusal, OnFillDetails {
  readonly type: `${OrderType}_ORDER_REJECT`;
  readonly tradeID?: string;
  readonly clientTradeID?: string;
  readonly instrument?: string;
  readonly units?: string;
  readonly price?: string;
  readonly distance?: string;
  readonly priceBound?: string;
  readonly timeInForce: TimeInForce;
  readonly gtdTime?: string;
  readonly positionFill?: OrderPositionFill;
  readonly triggerCondition?: OrderTriggerCondition;
  readonly partialFill?: 'DEFAULT';
  readonly clientExtensions?: ClientExtensions;
  readonly reason: MarketOrderReason | 'REPLACEMENT';
  /** The trade as the client named it, by one of its ids. */
  readonly tradeClose?: Partial<TradeCloseRequest>;
  readonly longPositionCloseout?: CloseoutUnits;
  readonly shortPositionCloseout?: CloseoutUnits;
  /** The pending order that the refused one was to replace. */
  readonly intendedReplacesOrderID?: string;
}

/** An order as a client named it: by one of its ids. */
interface NamedOrder {
  readonly orderID?: string;
  readonly clientOrderID?: string;
}

export interface OrderCancelRejectBody extends Refusal, NamedOrder {
  readonly type: 'ORDER_CANCEL_REJECT';
}

export interface OrderClientExtensionsModifyRejectBody extends Refusal, NamedOrder {
  readonly type: 'ORDER_CLIENT_EXTENSIONS_MODIFY_REJECT';
  readonly clientExtensionsModify?: ClientExtensions;
  readonly tradeClientExtensionsModify?: ClientExtensions;
}

export interface TradeClientExtensionsModifyRejectBody extends Refusal {
  readonly type: 'TRADE_CLIENT_EXTENSIONS_MODIFY_REJECT';
  readonly tradeID?: string;
  readonly clientTradeID?: string;
  readonly tradeClientExtensionsModify?: ClientExtensions;
}

export interface ClientConfigureRejectBody extends Refusal {
  readonly type: 'CLIENT_CONFIGURE_REJECT';
  readonly alias?: string;
  readonly marginRate?: string;
}

export interface TransferFundsRejectBody extends Refusal {
  readonly type: 'TRANSFER_FUNDS_REJECT';
  readonly amount?: string;
  readonly fundingReason?: string;
  readonly comment?: string;
}

/** A refusal of any request: the request as given, and why. */
export type RejectBody =
  | OrderRejectBody
  | OrderCancelRejectBody
  | OrderClientExtensionsModifyRejectBody
  | TradeClientExtensionsModifyRejectBody
  | ClientConfigureRejectBody
  | TransferFundsRejectBody;
