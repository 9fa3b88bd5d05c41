/**
 * Linked orders: when one is filled, the other is cancelled. v20 has no such order, so the link is
 * the client's own: the strategy's host sees the fill and sends the cancel, which takes effect after
 * the ticks of its instant, or later over a network. When both orders fill before that, both trades
 * stand and the cancel is rejected.
 */

import type { Transaction } from '../../ledger/transaction.js';
import type { TaggedOrder } from './tagged-order.js';

/** The two orders of a link, each by its client id with `@` before it, as commands name orders. */
export type LinkedOrders = readonly [first: string, second: string];

/** The fields by which transactions name an order. */
interface OrderNames {
  readonly clientOrderID?: string;
  readonly clientExtensions?: { readonly id?: string };
  readonly reason?: string;
}

/** Owns the links of one strategy. `link` adds one; the fill of one order of a link uses it up. */
export class OrderLinks {
  /** The client id of the other order, by client id. */
  readonly #others = new Map<string, string>();
  #count = 0;

  /** Whether any order is linked. */
  get hasLinks(): boolean {
    return this.#others.size > 0;
  }

  /**
   * Links two orders that are about to be sent.
   * @param now - microseconds; part of the ids of orders without one, so that a later run of the
   * strategy on the same account gives others.
   * @returns the orders with the client ids by which they are linked.
   */
  link(
    orders: readonly [TaggedOrder, TaggedOrder],
    now: number,
  ): readonly [TaggedOrder, TaggedOrder] {
    this.#count += 1;
    const [first, second] = orders.map((order, index) => {
      const id = order.clientExtensions?.id ?? `oco-${now}-${this.#count}-${index + 1}`;
      return { ...order, clientExtensions: { ...order.clientExtensions, id } };
    }) as [WithID, WithID];
    this.#others.set(first.clientExtensions.id, second.clientExtensions.id);
    this.#others.set(second.clientExtensions.id, first.clientExtensions.id);
    return [first, second];
  }

  /**
   * Takes a transaction of the account.
   * @returns the order to cancel because of it, `@` and its client id.
   */
  cancelAfter(transaction: Transaction): string | undefined {
    if (this.#others.size === 0) return undefined;
    const { clientOrderID, clientExtensions, reason } = transaction as OrderNames;
    if (transaction.type === 'ORDER_FILL') return this.#unlink(clientOrderID);
    // The order that takes the place of another is linked when it has the same client id.
    const isReplaced = reason === 'CLIENT_REQUEST_REPLACED';
    if (transaction.type === 'ORDER_CANCEL' && !isReplaced) this.#unlink(clientOrderID);
    else if (transaction.type.endsWith('_ORDER_REJECT')) this.#unlink(clientExtensions?.id);
    return undefined;
  }

  /** Ends a link. @returns the other order. */
  #unlink(id: string | undefined): string | undefined {
    const other = id === undefined ? undefined : this.#others.get(id);
    if (id === undefined || other === undefined) return undefined;
    this.#others.delete(id);
    this.#others.delete(other);
    return `@${other}`;
  }
}

type WithID = TaggedOrder & { readonly clientExtensions: { readonly id: string } };
