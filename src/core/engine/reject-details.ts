/**
 * Field checks of one on-fill object. Every reason is the object's name and the fault.
 * Source: v20 semantics 3.3 (order), 3.6 (members).
 */

import { decimal } from '../base/decimal.js';
import type { AccountConfig } from '../ledger/account-config.js';
import type { RejectReason } from '../order/reasons.js';
import type { Instrument } from '../market/instrument.js';
import type { OrderRequest } from '../order/order.js';
import { ORDER_TYPES } from '../order/order-types.js';
import type { OnFillOrder } from './fill/on-fill.js';
import { instantOf } from './order-shape.js';
import { extensionFault, isPossiblePrice, isTooPrecise } from './reject-fields.js';

/** The first fault of `order`, or undefined. @param now - microseconds. */
export function checkDetails(
  order: OnFillOrder,
  instrument: Instrument,
  request: OrderRequest,
  now: number,
  config: AccountConfig,
): RejectReason | undefined {
  if (order.type === 'TRAILING_STOP_LOSS' && !config.trailingStops) {
    return 'TRAILING_STOP_LOSS_ORDERS_NOT_SUPPORTED';
  }
  return (
    priceFault(order, instrument) ??
    distanceFault(order, instrument) ??
    lifetimeFault(order, now) ??
    triggerFault(order, request) ??
    extensionsFault(order)
  );
}

function priceFault({ type, prefix, details }: OnFillOrder, instrument: Instrument) {
  const { price: mode } = ORDER_TYPES[type];
  if (mode === 'none') return undefined;
  if (mode === 'orDistance') {
    const stop = prefix as 'STOP_LOSS_ON_FILL';
    if (details.price !== undefined && details.distance !== undefined) {
      return `${stop}_PRICE_AND_DISTANCE_BOTH_SPECIFIED` as const;
    }
    if (details.price === undefined && details.distance === undefined) {
      return `${stop}_PRICE_AND_DISTANCE_BOTH_MISSING` as const;
    }
  } else if (details.price === undefined) {
    return `${prefix}_PRICE_MISSING` as const;
  }
  if (details.price === undefined) return undefined;
  if (!isPossiblePrice(details.price, instrument)) return `${prefix}_PRICE_INVALID` as const;
  return isTooPrecise(details.price, instrument)
    ? (`${prefix}_PRICE_PRECISION_EXCEEDED` as const)
    : undefined;
}

function distanceFault({ type, prefix, details }: OnFillOrder, instrument: Instrument) {
  const { distance: mode } = ORDER_TYPES[type];
  if (mode === 'none') return undefined;
  const { distance } = details;
  if (mode === 'orPrice') {
    if (distance === undefined) return undefined;
    if (!isPossiblePrice(distance, instrument)) return `${prefix}_DISTANCE_INVALID` as const;
    return isTooPrecise(distance, instrument)
      ? (`${prefix}_DISTANCE_PRECISION_EXCEEDED` as const)
      : undefined;
  }
  if (distance === undefined) return `${prefix}_PRICE_DISTANCE_MISSING` as const;
  if (!isPossiblePrice(distance, instrument)) return `${prefix}_PRICE_DISTANCE_INVALID` as const;
  if (isTooPrecise(distance, instrument)) {
    return `${prefix}_PRICE_DISTANCE_PRECISION_EXCEEDED` as const;
  }
  if (decimal(distance).gt(instrument.maximumTrailingStopDistance)) {
    return `${prefix}_PRICE_DISTANCE_MAXIMUM_EXCEEDED` as const;
  }
  return decimal(distance).lt(instrument.minimumTrailingStopDistance)
    ? (`${prefix}_PRICE_DISTANCE_MINIMUM_NOT_MET` as const)
    : undefined;
}

function lifetimeFault({ type, prefix, details }: OnFillOrder, now: number) {
  const { timeInForce = 'GTC', gtdTime } = details;
  if (!ORDER_TYPES[type].timesInForce.includes(timeInForce)) {
    return `${prefix}_TIME_IN_FORCE_INVALID` as const;
  }
  if (timeInForce !== 'GTD') return undefined;
  if (gtdTime === undefined) return `${prefix}_GTD_TIMESTAMP_MISSING` as const;
  return instantOf(gtdTime) <= now ? (`${prefix}_GTD_TIMESTAMP_IN_PAST` as const) : undefined;
}

function triggerFault({ type, prefix, details }: OnFillOrder, request: OrderRequest) {
  if (type !== 'GUARANTEED_STOP_LOSS' || request.units === undefined) return undefined;
  const { triggerCondition = 'DEFAULT' } = details;
  const natural = decimal(request.units).isNegative() ? 'ASK' : 'BID';
  return triggerCondition === 'DEFAULT' || triggerCondition === natural
    ? undefined
    : (`${prefix}_TRIGGER_CONDITION_INVALID` as const);
}

function extensionsFault({ prefix, details }: OnFillOrder) {
  const fault = extensionFault(details.clientExtensions);
  return fault === undefined ? undefined : (`${prefix}_CLIENT_ORDER_${fault}` as const);
}
