/**
 * Transactions that refuse a request: the fields as the client sent them, and the reason. A field
 * that the client did not send, or that the request cannot have, is absent. Source: v20 semantics
 * 3.3, 6.1.
 */

import type { ClientExtensions, OnFillDetails, OrderType, Terms } from '../order/order.js';
import type { RejectReason } from '../reason/reject-reasons.js';
import type { CloseoutUnits, MarketOrderReason, TradeCloseRequest } from './order-transaction.js';

/**
 * The field of every refusal. A refusal changes nothing except the account's last transaction id.
 */
interface Refusal {
  readonly rejectReason: RejectReason;
}

/** A refused order: the fields of its type, in the texts that the client sent. */
export interface OrderRejectBody extends Refusal, OnFillDetails, Terms<OrderType, 'timeInForce'> {
  readonly type: `${OrderType}_ORDER_REJECT`;
  readonly partialFill?: 'DEFAULT';
  readonly clientExtensions?: ClientExtensions;
  readonly reason: MarketOrderReason | 'REPLACEMENT';
  /** The trade as the client named it, by one of its ids. */
  readonly tradeClose?: Partial<TradeCloseRequest>;
  readonly longPositionCloseout?: CloseoutUnits;
  readonly shortPositionCloseout?: CloseoutUnits;
  /** The pending order that the refused order was meant to replace. */
  readonly intendedReplacesOrderID?: string;
}

/** An order as the client named it, by one of its ids. */
interface NamedOrder {
  readonly orderID?: string;
  readonly clientOrderID?: string;
}

/** A refused cancel. */
export interface OrderCancelRejectBody extends Refusal, NamedOrder {
  readonly type: 'ORDER_CANCEL_REJECT';
}

/** A refused change of an order's client extensions. */
export interface OrderClientExtensionsModifyRejectBody extends Refusal, NamedOrder {
  readonly type: 'ORDER_CLIENT_EXTENSIONS_MODIFY_REJECT';
  readonly clientExtensionsModify?: ClientExtensions;
  readonly tradeClientExtensionsModify?: ClientExtensions;
}

/** A refused change of a trade's client extensions. */
export interface TradeClientExtensionsModifyRejectBody extends Refusal {
  readonly type: 'TRADE_CLIENT_EXTENSIONS_MODIFY_REJECT';
  readonly tradeID?: string;
  readonly clientTradeID?: string;
  readonly tradeClientExtensionsModify?: ClientExtensions;
}

/** A refused configuration; texts as sent. */
export interface ClientConfigureRejectBody extends Refusal {
  readonly type: 'CLIENT_CONFIGURE_REJECT';
  readonly alias?: string;
  readonly marginRate?: string;
}

/** A refused transfer; texts as sent. */
export interface TransferFundsRejectBody extends Refusal {
  readonly type: 'TRANSFER_FUNDS_REJECT';
  readonly amount?: string;
  readonly fundingReason?: string;
  readonly comment?: string;
}

/** A refusal of any request: the request as sent, and the reason. */
export type RejectBody =
  | OrderRejectBody
  | OrderCancelRejectBody
  | OrderClientExtensionsModifyRejectBody
  | TradeClientExtensionsModifyRejectBody
  | ClientConfigureRejectBody
  | TransferFundsRejectBody;
