/**
 * The dependent orders that an order asks for on its fill, in the order in which they are checked
 * and created. Source: v20 semantics 4.7.
 */

import type { DependentDetails, DependentOrderType, OnFillDetails } from './order.js';
import type { OnFillPrefix } from './reasons.js';

export interface OnFillOrder {
  readonly type: DependentOrderType;
  readonly prefix: OnFillPrefix;
  readonly details: DependentDetails;
}

/** The on-fill objects given, in the order in which they are checked and created. */
export function onFillOrders(onFill: OnFillDetails): OnFillOrder[] {
  const orders: OnFillOrder[] = [];
  const push = (type: DependentOrderType, details: DependentDetails | undefined) => {
    if (details !== undefined) orders.push({ type, prefix: `${type}_ON_FILL`, details });
  };
  push('TAKE_PROFIT', onFill.takeProfitOnFill);
  push('STOP_LOSS', onFill.stopLossOnFill);
  push('GUARANTEED_STOP_LOSS', onFill.guaranteedStopLossOnFill);
  push('TRAILING_STOP_LOSS', onFill.trailingStopLossOnFill);
  return orders;
}
