/** The `tag` of an order: one word for the tags of the order and of the trade that it opens. */

import type { OrderRequest } from '../../order/order.js';

/** A v20 OrderRequest, with a shortcut for its tags. */
export interface TaggedOrder extends OrderRequest {
  /**
   * Becomes `clientExtensions.tag` and `tradeClientExtensions.tag` where these are not given. At
   * most 128 characters.
   */
  readonly tag?: string;
}

/** The request in the form of v20. */
export function untagged(order: TaggedOrder): OrderRequest {
  if (order?.tag === undefined) return order;
  const { tag, clientExtensions, tradeClientExtensions, ...rest } = order;
  return {
    ...rest,
    clientExtensions: { tag, ...clientExtensions },
    tradeClientExtensions: { tag, ...tradeClientExtensions },
  };
}
