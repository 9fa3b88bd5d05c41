/**
 * The reason enums of transactions: the members that the simulator gives
 * (docs/reference/reasons.md). The compiler lists members that are missing here. Source: v20
 * semantics 3.2, 3.4-3.6.
 */

import {
  type DependentOrder,
  type DependentTypesPriced,
  typesPriced,
} from '../../../../core/order/dependent-orders.js';
import type {
  OrderCancelReason as CancelReason,
  OrderFillReason as FillReason,
  RejectReason,
} from '../../../../core/order/reasons.js';
import { REJECT_SENTENCES } from '../reject-sentences.js';
import { named } from './primitives.js';

/** The keys of a complete table of a union. */
function members<T extends string>(table: Readonly<Record<T, true>>): readonly T[] {
  return Object.keys(table) as T[];
}

/** The reasons `<type>_<end>` of the dependent order types that give their price in one of `modes`. */
function ofTypes<const Mode extends DependentOrder['price'], End extends string>(
  modes: readonly Mode[],
  end: End,
) {
  const reasons = typesPriced(modes).map(type => [`${type}_${end}`, true]);
  return Object.fromEntries(reasons) as Readonly<
    Record<`${DependentTypesPriced<Mode>}_${End}`, true>
  >;
}
const ANY = ['required', 'orDistance', 'none'] as const;

/** Why an order was filled. */
export const orderFillReason = named(
  'OrderFillReason',
  members<FillReason>({
    LIMIT_ORDER: true,
    STOP_ORDER: true,
    MARKET_IF_TOUCHED_ORDER: true,
    ...ofTypes(ANY, 'ORDER'),
    MARKET_ORDER: true,
    MARKET_ORDER_TRADE_CLOSE: true,
    MARKET_ORDER_POSITION_CLOSEOUT: true,
    MARKET_ORDER_MARGIN_CLOSEOUT: true,
    MARKET_ORDER_DELAYED_TRADE_CLOSE: true,
  }),
);

/** Why an order was cancelled. */
export const orderCancelReason = named(
  'OrderCancelReason',
  members<CancelReason>({
    CLIENT_REQUEST: true,
    CLIENT_REQUEST_REPLACED: true,
    LINKED_TRADE_CLOSED: true,
    TIME_IN_FORCE_EXPIRED: true,
    MARKET_HALTED: true,
    INSUFFICIENT_MARGIN: true,
    INSUFFICIENT_LIQUIDITY: true,
    BOUNDS_VIOLATION: true,
    FIFO_VIOLATION: true,
    FIFO_VIOLATION_SAFEGUARD_VIOLATION: true,
    FIFO_VIOLATION_SAFEGUARD_PARTIAL_CLOSE_VIOLATION: true,
    POSITION_SIZE_EXCEEDED: true,
    ACCOUNT_POSITION_VALUE_LIMIT_EXCEEDED: true,
    OPEN_TRADES_ALLOWED_EXCEEDED: true,
    PENDING_ORDERS_ALLOWED_EXCEEDED: true,
    POSITION_CLOSEOUT_FAILED: true,
    CLIENT_TRADE_ID_ALREADY_EXISTS: true,
    ...ofTypes(ANY, 'ON_FILL_CLIENT_ORDER_ID_ALREADY_EXISTS'),
    ...ofTypes(ANY, 'ON_FILL_GTD_TIMESTAMP_IN_PAST'),
    ...ofTypes(['required'], 'ON_FILL_LOSS'),
    LOSING_TAKE_PROFIT: true,
    ...ofTypes(['orDistance'], 'ON_FILL_LOSS'),
    ...ofTypes(['orDistance'], 'ON_FILL_PRICE_DISTANCE_MAXIMUM_EXCEEDED'),
    GUARANTEED_STOP_LOSS_ON_FILL_REQUIRED: true,
    GUARANTEED_STOP_LOSS_ON_FILL_NOT_ALLOWED: true,
    GUARANTEED_STOP_LOSS_ON_FILL_TIME_IN_FORCE_INVALID: true,
    GUARANTEED_STOP_LOSS_ON_FILL_MINIMUM_DISTANCE_NOT_MET: true,
    GUARANTEED_STOP_LOSS_ON_FILL_LEVEL_RESTRICTION_VOLUME_EXCEEDED: true,
    GUARANTEED_STOP_LOSS_ON_FILL_HEDGING_NOT_ALLOWED: true,
    GUARANTEED_STOP_LOSS_ON_FILL_BID_HALTED: true,
    GUARANTEED_STOP_LOSS_ON_FILL_ASK_HALTED: true,
    HEDGING_GSLO_VIOLATION: true,
    INSTRUMENT_BID_REDUCE_ONLY: true,
    INSTRUMENT_ASK_REDUCE_ONLY: true,
    INSTRUMENT_BID_HALTED: true,
    INSTRUMENT_ASK_HALTED: true,
    ACCOUNT_LOCKED: true,
    ACCOUNT_NEW_POSITIONS_LOCKED: true,
    ACCOUNT_ORDER_FILL_LOCKED: true,
  }),
);

/** Why a request was refused. */
export const transactionRejectReason = named(
  'TransactionRejectReason',
  Object.keys(REJECT_SENTENCES) as RejectReason[],
);

/** Why the engine or a client made a market order. */
const MARKET_ORDER_REASONS = [
  'CLIENT_ORDER',
  'TRADE_CLOSE',
  'POSITION_CLOSEOUT',
  'MARGIN_CLOSEOUT',
  'DELAYED_TRADE_CLOSE',
] as const;
export const marketOrderReason = named('MarketOrderReason', MARKET_ORDER_REASONS);

/** Why funds were moved. */
export const fundingReason = named('FundingReason', [
  'CLIENT_FUNDING',
  'ACCOUNT_TRANSFER',
  'DIVISION_MIGRATION',
  'SITE_MIGRATION',
  'ADJUSTMENT',
]);
