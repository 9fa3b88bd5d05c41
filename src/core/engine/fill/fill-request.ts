/**
 * A request for a fill: an order, reduced to what a fill decision needs. It is built from the
 * order's record, so an order that fills at creation and an order that triggers a week later use
 * the same path.
 */

import { type Decimal, decimal } from '../../base/decimal.js';
import type { AccountState, OrderRecord, TradeRecord } from '../../ledger/account.js';
import { mustTrade } from '../../ledger/account-records.js';
import type { MarketOrderReason, OrderTransaction } from '../../ledger/transaction.js';
import type { OrderFillReason } from '../../order/fill-reason.js';
import { mapOnFill, NOTHING_ON_FILL } from '../../order/on-fill-orders.js';
import type {
  OnFillDetails,
  OrderPositionFill,
  OrderType,
  TimeInForce,
} from '../../order/order.js';
import { ORDER_TYPES } from '../../order/order-types.js';

/** The facts about an order that decide its fill. */
export interface FillRequest {
  readonly orderID: string;
  readonly clientOrderID: string | undefined;
  readonly type: OrderType;
  readonly instrument: string;
  /** Signed units that are to fill. */
  readonly units: Decimal;
  /** The only trade that may be closed; undefined for entry orders and position closeouts. */
  readonly tradeID: number | undefined;
  /**
   * Whether the order only closes trades: it opens nothing, and missing liquidity does not stop it.
   */
  readonly closing: boolean;
  /**
   * Whether a client made the order to close a trade; the FIFO rules of US accounts apply to it.
   */
  readonly clientTradeClose: boolean;
  readonly timeInForce: TimeInForce;
  readonly positionFill: OrderPositionFill;
  /** Price and bound, in quote currency per unit; undefined when not given. */
  readonly price: Decimal | undefined;
  readonly priceBound: Decimal | undefined;
  /**
   * Points by which the market has passed the price of an order that rested, because the execution
   * model asks for it. They are no gain of the client.
   */
  readonly penetration: number;
  readonly reason: OrderFillReason;
  readonly onFill: OnFillDetails;
}

const MARKET_FILL_REASON: Readonly<Record<MarketOrderReason, OrderFillReason>> = {
  CLIENT_ORDER: 'MARKET_ORDER',
  TRADE_CLOSE: 'MARKET_ORDER_TRADE_CLOSE',
  POSITION_CLOSEOUT: 'MARKET_ORDER_POSITION_CLOSEOUT',
  MARGIN_CLOSEOUT: 'MARKET_ORDER_MARGIN_CLOSEOUT',
  DELAYED_TRADE_CLOSE: 'MARKET_ORDER_DELAYED_TRADE_CLOSE',
};

/**
 * The fill that `order` requests now.
 * @param penetration - points by which the market has passed the price of an order that rested.
 */
export function fillRequest(
  state: AccountState,
  order: OrderRecord,
  penetration: number,
): FillRequest {
  if (order.tradeID !== undefined) {
    return dependentFill(order, mustTrade(state, order.tradeID), penetration);
  }
  const { creation } = order;
  return creation.type === 'MARKET_ORDER'
    ? marketFill(order, creation)
    : entryFill(order, creation as EntryOrder, penetration);
}

type MarketOrder = Extract<OrderTransaction, { readonly type: 'MARKET_ORDER' }>;
type EntryOrder = Extract<OrderTransaction, { readonly partialFill: string }>;

function dependentFill(order: OrderRecord, trade: TradeRecord, penetration: number): FillRequest {
  const { creation, type } = order;
  return {
    orderID: String(order.id),
    clientOrderID: order.clientExtensions?.id,
    type,
    instrument: order.instrument,
    units: trade.currentUnits.negated(),
    tradeID: trade.id,
    closing: true,
    clientTradeClose: false,
    timeInForce: 'GTC',
    positionFill: 'REDUCE_ONLY',
    price: 'price' in creation ? optional(creation.price) : undefined,
    priceBound: undefined,
    penetration,
    reason: ORDER_TYPES[type].fillReason,
    onFill: NOTHING_ON_FILL,
  };
}

function marketFill(order: OrderRecord, creation: MarketOrder): FillRequest {
  const tradeID = creation.tradeClose?.tradeID ?? creation.delayedTradeClose?.tradeID;
  return {
    orderID: String(order.id),
    clientOrderID: order.clientExtensions?.id,
    type: 'MARKET',
    instrument: order.instrument,
    units: order.units,
    tradeID: tradeID === undefined ? undefined : Number(tradeID),
    closing: creation.reason !== 'CLIENT_ORDER',
    clientTradeClose: creation.tradeClose !== undefined,
    timeInForce: creation.timeInForce,
    positionFill: creation.positionFill,
    price: undefined,
    priceBound: optional(creation.priceBound),
    penetration: 0,
    reason: MARKET_FILL_REASON[creation.reason],
    onFill: onFillOf(order),
  };
}

function entryFill(order: OrderRecord, creation: EntryOrder, penetration: number): FillRequest {
  const { type } = order;
  return {
    orderID: String(order.id),
    clientOrderID: order.clientExtensions?.id,
    type,
    instrument: order.instrument,
    units: order.units,
    tradeID: undefined,
    closing: false,
    clientTradeClose: false,
    timeInForce: creation.timeInForce,
    positionFill: creation.positionFill,
    price: decimal(creation.price),
    priceBound: optional(creation.priceBound),
    penetration,
    reason: ORDER_TYPES[type].fillReason,
    onFill: onFillOf(order),
  };
}

function optional(text: string | undefined): Decimal | undefined {
  return text === undefined ? undefined : decimal(text);
}

/** The on-fill objects, with the current client extensions of the trade. */
function onFillOf({ creation, tradeClientExtensions }: OrderRecord): OnFillDetails {
  const onFill = mapOnFill(creation as OnFillDetails, details => details);
  return tradeClientExtensions === undefined ? onFill : { ...onFill, tradeClientExtensions };
}
