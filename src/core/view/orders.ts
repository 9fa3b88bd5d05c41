/**
 * Order views: an Order as v20 sends it, built from the transaction that made the order and from
 * its record. Source: v20 semantics 3.1, field order as recorded; 4.8 (trailing value).
 */

import { formatFixed } from '../base/decimal.js';
import { fieldsIn, present } from '../base/present.js';
import type { OrderRecord } from '../ledger/account.js';
import { formatPoints, priceOf } from '../market/points.js';
import { DEPENDENT_ORDER_LIST } from '../order/dependent-orders.js';
import { flagsIn } from '../order/flags.js';
import type { OrderType, WrittenTerms } from '../order/order.js';
import type { RestingOrder } from '../order/resting-orders.js';
import type { AccountSource } from './account-source.js';

/** A v20 Order of any type; prices and units are decimal strings. */
export interface OrderView {
  readonly id: string;
  readonly createTime: string;
  readonly type: string;
  readonly state: string;
  readonly [field: string]: unknown;
}

type OrderHead = Pick<OrderView, 'id' | 'createTime' | 'type'>;

/** The view of the order in its current state. */
export function orderView(account: AccountSource, order: OrderRecord): OrderView {
  const creation = fieldsIn(order.creation);
  const resting = restingOf(account, order);
  const view: Record<string, unknown> & OrderHead = present({
    id: String(order.id),
    createTime: order.creation.time,
    replacesOrderID: creation['replacesOrderID'],
    type: order.type,
    tradeID: creation['tradeID'],
    clientTradeID: creation['clientTradeID'],
    instrument: order.tradeID === undefined ? order.instrument : undefined,
    units: creation['units'],
    timeInForce: creation['timeInForce'],
    gtdTime: creation['gtdTime'],
    guaranteedExecutionPremium: creation['guaranteedExecutionPremium'],
    price: creation['price'],
    priceBound: creation['priceBound'],
    distance: creation['distance'],
    triggerCondition: creation['triggerCondition'],
    triggerMode: creation['triggerMode'],
    partialFill: creation['partialFill'] === undefined ? undefined : 'DEFAULT_FILL',
    positionFill: creation['positionFill'],
    ...flagsIn(order.type, creation),
    initialMarketPrice: watchedPrice(account, order, resting, resting?.initialMarketPrice),
    trailingStopValue:
      resting?.distance === undefined
        ? undefined
        : watchedPrice(account, order, resting, resting.level),
    tradeClose: creation['tradeClose'],
    longPositionCloseout: creation['longPositionCloseout'],
    shortPositionCloseout: creation['shortPositionCloseout'],
    marginCloseout: creation['marginCloseout'],
    delayedTradeClose: creation['delayedTradeClose'],
  } satisfies WrittenTerms<OrderType> & Readonly<Record<string, unknown>>);
  // These fields are set one by one: a spread takes twice the time.
  for (const { onFillField } of DEPENDENT_ORDER_LIST) {
    const details = creation[onFillField];
    if (details !== undefined) view[onFillField] = details;
  }
  return Object.assign(view, endOf(order));
}

/** The client extensions of the order, and the fields of its end. */
function endOf(order: OrderRecord) {
  return present({
    tradeClientExtensions: order.tradeClientExtensions,
    clientExtensions: order.clientExtensions,
    replacedByOrderID: order.replacedByOrderID,
    state: order.state,
    fillingTransactionID: order.fillingTransactionID,
    filledTime: order.filledTime,
    tradeOpenedID: order.tradeOpenedID,
    tradeReducedID: order.tradeReducedID,
    tradeClosedIDs: order.tradeClosedIDs,
    cancellingTransactionID: order.cancellingTransactionID,
    cancelledTime: order.cancelledTime,
  });
}

/**
 * The entry of the order in the index of its instrument; undefined when the order does not rest
 * there.
 */
export function restingOf(account: AccountSource, order: OrderRecord): RestingOrder | undefined {
  const slot = account.market.quotes.mustSlot(order.instrument);
  return account.resting[slot]?.get(account.slot, order.id);
}

/** A level or distance of the index as a price. On the mid side it is in half points. */
export function watchedPrice(
  { market: { quotes } }: AccountSource,
  { instrument }: OrderRecord,
  resting: RestingOrder | undefined,
  level: number | undefined,
): string | undefined {
  if (resting === undefined || level === undefined) return undefined;
  const { displayPrecision } = quotes.instrument(quotes.mustSlot(instrument));
  if (resting.side !== 'MID') return formatPoints(level, displayPrecision);
  return formatFixed(priceOf(level, displayPrecision).div(2), displayPrecision);
}
