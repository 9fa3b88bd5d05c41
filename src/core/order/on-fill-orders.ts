/**
 * The dependent orders that an order requests on its fill, in the order in which they are checked
 * and created. Source: v20 semantics 4.7.
 */

import {
  DEPENDENT_ORDER_LIST,
  type DependentOrder,
  type DependentOrderType,
  type OnFillField,
} from './dependent-orders.js';
import type { DependentDetails, OnFillDetails } from './order.js';

/** One requested dependent order: the row of its type, and the details requested. */
export interface OnFillOrder {
  readonly row: DependentOrder;
  readonly details: DependentDetails;
}

/** No on-fill objects. */
export const NOTHING_ON_FILL: OnFillDetails = {};

const NO_ORDERS: readonly OnFillOrder[] = [];

/** The on-fill objects that were given, in the order in which they are checked and created. */
export function onFillOrders(onFill: OnFillDetails): readonly OnFillOrder[] {
  // Most orders have none, and a fill asks five times.
  if (onFill === NOTHING_ON_FILL || !hasOrders(onFill)) return NO_ORDERS;
  let orders: OnFillOrder[] | undefined;
  for (const row of DEPENDENT_ORDER_LIST) {
    const details = onFill[row.onFillField];
    if (details === undefined) continue;
    if (orders === undefined) orders = [{ row, details }];
    else orders.push({ row, details });
  }
  return orders ?? NO_ORDERS;
}

/**
 * Whether one is given. A field that the code names is read several times faster than one by a variable; a
 * row of the table that is not named here does not compile.
 */
function hasOrders(onFill: OnFillDetails): boolean {
  const { takeProfitOnFill, stopLossOnFill, trailingStopLossOnFill } = onFill;
  const { guaranteedStopLossOnFill } = onFill;
  const given = {
    takeProfitOnFill,
    stopLossOnFill,
    trailingStopLossOnFill,
    guaranteedStopLossOnFill,
  } satisfies Readonly<Record<OnFillField, DependentDetails | undefined>>;
  return (
    given.takeProfitOnFill !== undefined ||
    given.stopLossOnFill !== undefined ||
    given.trailingStopLossOnFill !== undefined ||
    given.guaranteedStopLossOnFill !== undefined
  );
}

/**
 * The on-fill objects of `onFill`, each replaced by `change`. Client extensions of the trade are
 * left out.
 */
export function mapOnFill(
  onFill: OnFillDetails,
  change: (details: DependentDetails, type: DependentOrderType) => DependentDetails,
): OnFillDetails {
  const orders = onFillOrders(onFill);
  if (orders.length === 0) return NOTHING_ON_FILL;
  const changed: Partial<Record<OnFillField, DependentDetails>> = {};
  for (const { row, details } of orders) changed[row.onFillField] = change(details, row.type);
  return changed;
}
