/** Moving an order to another price: v20 replaces it by a new one that is otherwise the same. */

import type { Order } from '../../wire/types.js';
import { type AccountPlace, replaceOrder } from '../../wire/v20.js';

/** What a request for the same order says again. */
const KEPT = [
  'type',
  'instrument',
  'units',
  'tradeID',
  'timeInForce',
  'gtdTime',
  'positionFill',
  'triggerCondition',
  'priceBound',
  'clientExtensions',
  'tradeClientExtensions',
  'takeProfitOnFill',
  'stopLossOnFill',
  'trailingStopLossOnFill',
  'guaranteedStopLossOnFill',
] as const;

/** The request for `order` at another price. */
export function movedOrder(order: Order, price: string): Readonly<Record<string, unknown>> {
  const fields = order as unknown as Readonly<Record<string, unknown>>;
  const kept = KEPT.filter(name => fields[name] !== undefined).map(name => [name, fields[name]]);
  return { ...Object.fromEntries(kept), price };
}

/**
 * Replaces an order by one at another price. @returns the id of the new order.
 * @throws WireError when the server refuses; the old order then stays.
 */
export async function moveOrder(place: AccountPlace, order: Order, price: string): Promise<string> {
  const answer = await replaceOrder(place, order.id, movedOrder(order, price));
  return (answer as { orderCreateTransaction: { id: string } }).orderCreateTransaction.id;
}
