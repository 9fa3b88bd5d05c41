/** Moving an order to another level: v20 replaces it by a new one that is otherwise the same. */

import { ORDER_FIELDS, type OrderFieldName } from '../../../core/order/order.js';
import type { Order } from '../../wire/types.js';
import { type AccountPlace, replaceOrder, setTradeOrders } from '../../wire/v20.js';

/** Where an order is to stand. */
export type Level = { readonly price: string } | { readonly distance: string };

/** Fields that the request has anew or in another form; a moved order keeps the others. */
const LEFT: readonly OrderFieldName[] = ['price', 'distance', 'clientTradeID', 'guaranteed'];
const KEPT = [
  'type',
  ...Object.keys(ORDER_FIELDS).filter(name => !(LEFT as readonly string[]).includes(name)),
];

/** The request for `order` at another level. */
export function movedOrder(order: Order, level: Level): Readonly<Record<string, unknown>> {
  const kept = Object.entries(order).filter(([name]) => KEPT.includes(name));
  return { ...Object.fromEntries(kept), ...level };
}

/**
 * Replaces an order by one at another level. @returns the id of the new order.
 * @throws WireError when the server refuses; the old order then stays.
 */
export async function moveOrder(place: AccountPlace, order: Order, level: Level): Promise<string> {
  const answer = await replaceOrder(place, order.id, movedOrder(order, level));
  return (answer as { orderCreateTransaction: { id: string } }).orderCreateTransaction.id;
}

/** Gives a trade a stop or a profit. @returns the id of the order. @throws WireError for a refusal. */
export async function addTradeOrder(
  place: AccountPlace,
  tradeID: string,
  kind: 'stopLoss' | 'takeProfit',
  price: string,
): Promise<string> {
  const answer = await setTradeOrders(place, tradeID, { [kind]: { price } });
  return (answer[`${kind}OrderTransaction`] as { id: string }).id;
}
