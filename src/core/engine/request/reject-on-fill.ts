/**
 * Field checks of one on-fill object. Every reason is the name of the object and the fault. Source:
 * v20 semantics 3.3 (order), 3.6 (members).
 */

import { decimal } from '../../base/decimal.js';
import type { AccountConfig } from '../../ledger/account-config.js';
import type { Instrument } from '../../market/instrument.js';
import { trails } from '../../order/dependent-orders.js';
import type { OnFillOrder } from '../../order/on-fill-orders.js';
import type { OrderRequest } from '../../order/order.js';
import { ORDER_TYPES } from '../../order/order-types.js';
import type { OnFillRejectReason, RejectReason } from '../../reason/reject-reasons.js';
import { instantOf } from '../../time/instant.js';
import { extensionFault, isPossiblePrice, isTooPrecise } from './field-faults.js';

/** The order that on-fill objects come with, and where and when it is asked for. */
export interface AskedOrder {
  readonly instrument: Instrument;
  readonly request: OrderRequest;
  /** Microseconds. */
  readonly now: number;
  readonly config: AccountConfig;
}

/** The first fault of `order`, an on-fill object of the order asked for, or undefined. */
export function checkDetails(
  order: OnFillOrder,
  { instrument, request, now, config }: AskedOrder,
): RejectReason | undefined {
  if (trails(order.row.type) && !config.trailingStops) {
    return 'TRAILING_STOP_LOSS_ORDERS_NOT_SUPPORTED';
  }
  const fault =
    priceFault(order, instrument) ??
    distanceFault(order, instrument) ??
    lifetimeFault(order, now) ??
    triggerFault(order, request) ??
    extensionsFault(order);
  // The table of order types decides which faults a type can have; the enum has the same members.
  return fault === undefined
    ? undefined
    : (`${order.row.onFillPrefix}_${fault}` as OnFillRejectReason);
}

function priceFault({ row: { type }, details }: OnFillOrder, instrument: Instrument) {
  const { price: mode } = ORDER_TYPES[type];
  if (mode === 'none') return undefined;
  if (mode === 'orDistance') {
    if (details.price !== undefined && details.distance !== undefined) {
      return 'PRICE_AND_DISTANCE_BOTH_SPECIFIED';
    }
    if (details.price === undefined && details.distance === undefined) {
      return 'PRICE_AND_DISTANCE_BOTH_MISSING';
    }
  } else if (details.price === undefined) {
    return 'PRICE_MISSING';
  }
  if (details.price === undefined) return undefined;
  if (!isPossiblePrice(details.price, instrument)) return 'PRICE_INVALID';
  return isTooPrecise(details.price, instrument) ? 'PRICE_PRECISION_EXCEEDED' : undefined;
}

function distanceFault({ row: { type }, details }: OnFillOrder, instrument: Instrument) {
  const { distance: mode } = ORDER_TYPES[type];
  if (mode === 'none') return undefined;
  const { distance } = details;
  if (mode === 'orPrice') {
    if (distance === undefined) return undefined;
    if (!isPossiblePrice(distance, instrument)) return 'DISTANCE_INVALID';
    return isTooPrecise(distance, instrument) ? 'DISTANCE_PRECISION_EXCEEDED' : undefined;
  }
  if (distance === undefined) return 'PRICE_DISTANCE_MISSING';
  if (!isPossiblePrice(distance, instrument)) return 'PRICE_DISTANCE_INVALID';
  if (isTooPrecise(distance, instrument)) {
    return 'PRICE_DISTANCE_PRECISION_EXCEEDED';
  }
  if (decimal(distance).gt(instrument.maximumTrailingStopDistance)) {
    return 'PRICE_DISTANCE_MAXIMUM_EXCEEDED';
  }
  return decimal(distance).lt(instrument.minimumTrailingStopDistance)
    ? 'PRICE_DISTANCE_MINIMUM_NOT_MET'
    : undefined;
}

function lifetimeFault({ row: { type }, details }: OnFillOrder, now: number) {
  const { timeInForce = 'GTC', gtdTime } = details;
  if (!ORDER_TYPES[type].timesInForce.includes(timeInForce)) {
    return 'TIME_IN_FORCE_INVALID';
  }
  if (timeInForce !== 'GTD') return undefined;
  if (gtdTime === undefined) return 'GTD_TIMESTAMP_MISSING';
  return instantOf(gtdTime) <= now ? ('GTD_TIMESTAMP_IN_PAST' as const) : undefined;
}

function triggerFault({ row: { type }, details }: OnFillOrder, request: OrderRequest) {
  if (type !== 'GUARANTEED_STOP_LOSS' || request.units === undefined) return undefined;
  const { triggerCondition = 'DEFAULT' } = details;
  const natural = decimal(request.units).isNegative() ? 'ASK' : 'BID';
  return triggerCondition === 'DEFAULT' || triggerCondition === natural
    ? undefined
    : ('TRIGGER_CONDITION_INVALID' as const);
}

function extensionsFault({ details }: OnFillOrder) {
  const fault = extensionFault(details.clientExtensions);
  return fault === undefined ? undefined : (`CLIENT_ORDER_${fault}` as const);
}
