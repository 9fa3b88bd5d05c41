/**
 * What is to be filled: an order, reduced to what a fill decision needs. Built from the order's
 * record, so that an order filled on creation and one that triggers a week later go one way.
 */

import { assert } from '../../base/assert.js';
import { type Decimal, decimal } from '../../base/decimal.js';
import type { AccountState, OrderRecord } from '../../ledger/account.js';
import { mustTrade } from '../../ledger/account-records.js';
import type { MarketOrderReason, OrderTransaction } from '../../ledger/transaction.js';
import type {
  CreatableOrderType,
  OnFillDetails,
  OrderPositionFill,
  TimeInForce,
} from '../../order/order.js';
import { ORDER_TYPES } from '../../order/order-types.js';
import type { OrderFillReason } from '../../order/reasons.js';

export interface FillRequest {
  readonly orderID: string;
  readonly clientOrderID?: string;
  readonly type: CreatableOrderType;
  readonly instrument: string;
  /** Signed. */
  readonly units: Decimal;
  /** The one trade that may be closed; absent for entries and position closeouts. */
  readonly tradeID?: number;
  /** Closes never open, and never lack liquidity. */
  readonly closing: boolean;
  /** Orders that a client made to close a trade: FIFO rules of US accounts judge them. */
  readonly clientTradeClose: boolean;
  readonly timeInForce: TimeInForce;
  readonly positionFill: OrderPositionFill;
  readonly price?: Decimal;
  readonly priceBound?: Decimal;
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

/** The fill that `order` asks for now. */
export function fillRequest(state: AccountState, order: OrderRecord): FillRequest {
  assert(order.type !== 'FIXED_PRICE', 'Invariant: no fixed-price orders are made');
  const { creation } = order;
  const clientOrderID = order.clientExtensions?.id;
  const common = {
    orderID: String(order.id),
    ...(clientOrderID === undefined ? {} : { clientOrderID }),
    type: order.type,
    instrument: order.instrument,
    reason: ORDER_TYPES[order.type].fillReason,
  };
  if (order.tradeID !== undefined) return { ...common, ...dependentFill(state, order) };
  if (creation.type === 'MARKET_ORDER') return { ...common, ...marketFill(order) };
  return { ...common, ...entryFill(order) };
}

function dependentFill(state: AccountState, order: OrderRecord) {
  const trade = mustTrade(state, order.tradeID ?? 0);
  const { creation } = order;
  const price = 'price' in creation ? creation.price : undefined;
  return {
    units: trade.currentUnits.negated(),
    tradeID: trade.id,
    closing: true,
    clientTradeClose: false,
    timeInForce: 'GTC' as const,
    positionFill: 'REDUCE_ONLY' as const,
    ...(price === undefined ? {} : { price: decimal(price) }),
    onFill: {},
  };
}

function marketFill(order: OrderRecord) {
  const creation = order.creation as Extract<OrderTransaction, { readonly type: 'MARKET_ORDER' }>;
  const tradeID = creation.tradeClose?.tradeID ?? creation.delayedTradeClose?.tradeID;
  return {
    units: order.units,
    ...(tradeID === undefined ? {} : { tradeID: Number(tradeID) }),
    closing: creation.reason !== 'CLIENT_ORDER',
    clientTradeClose: creation.tradeClose !== undefined,
    timeInForce: creation.timeInForce,
    positionFill: creation.positionFill,
    ...bound(creation.priceBound),
    reason: MARKET_FILL_REASON[creation.reason],
    onFill: onFillOf(order),
  };
}

function entryFill(order: OrderRecord) {
  const creation = order.creation as Extract<OrderTransaction, { readonly partialFill: string }>;
  return {
    units: order.units,
    closing: false,
    clientTradeClose: false,
    timeInForce: creation.timeInForce,
    positionFill: creation.positionFill,
    price: decimal(creation.price),
    ...bound(creation.priceBound),
    onFill: onFillOf(order),
  };
}

function bound(priceBound: string | undefined): { readonly priceBound?: Decimal } {
  return priceBound === undefined ? {} : { priceBound: decimal(priceBound) };
}

/** The on-fill objects, with the trade's extensions as they stand now. */
function onFillOf(order: OrderRecord): OnFillDetails {
  const creation = order.creation as OnFillDetails;
  return {
    ...(creation.takeProfitOnFill && { takeProfitOnFill: creation.takeProfitOnFill }),
    ...(creation.stopLossOnFill && { stopLossOnFill: creation.stopLossOnFill }),
    ...(creation.guaranteedStopLossOnFill && {
      guaranteedStopLossOnFill: creation.guaranteedStopLossOnFill,
    }),
    ...(creation.trailingStopLossOnFill && {
      trailingStopLossOnFill: creation.trailingStopLossOnFill,
    }),
    ...(order.tradeClientExtensions && { tradeClientExtensions: order.tradeClientExtensions }),
  };
}
