/**
 * Which resting order a leg meets next. An order is due at the first share at which its trigger holds
 * and, for a limit, its fill side allows its price. Ties go by order id, then by account. Source:
 * docs/reference/semantics.md 4.11.
 */

import type { RestingOrder, RestingOrders } from '../../order/resting-orders.js';
import type { TriggerDirection, TriggerSide } from '../../order/trigger.js';
import { commonSpan, type Leg } from './leg.js';
import { compareShares, laterShare, type Share } from './share.js';

/** An order and the share at which the leg meets it. */
export interface DueOrder {
  readonly order: RestingOrder;
  readonly share: Share;
}

/**
 * Owns the orders of one instrument that were put off while its quote passes a leg. `putOff` and
 * `putOffToBetter` add one; it is due again at a later share only.
 */
export class LegOrders {
  readonly #resting: RestingOrders;
  readonly #leg: Leg;
  readonly #limitOf: (order: RestingOrder) => number | undefined;
  /** Rests that waited when the leg began; one that the leg itself leaves waits for a later leg. */
  readonly #rests: ReadonlySet<RestingOrder>;
  /** Orders that were met and wait on, with the fill price in points that they wait for. */
  readonly #putOff = new Map<RestingOrder, number>();

  /**
   * @param limitOf - the price in points that the fill side of an order must allow, where the order
   * watches another side than it fills at.
   */
  constructor(
    resting: RestingOrders,
    leg: Leg,
    limitOf: (order: RestingOrder) => number | undefined,
  ) {
    this.#resting = resting;
    this.#leg = leg;
    this.#limitOf = limitOf;
    this.#rests = new Set(this.#candidates().filter(({ isRest }) => isRest === true));
  }

  /** The order that is met next, at `at` or later; undefined when there is none. */
  next(at: Share): DueOrder | undefined {
    let first: DueOrder | undefined;
    for (const order of this.#candidates()) {
      const share = this.#dueAt(order, at);
      if (share === undefined) continue;
      if (first === undefined || isBefore({ order, share }, first)) first = { order, share };
    }
    return first;
  }

  /** Lets an order that was met wait on for the rest of the leg. */
  putOff(order: RestingOrder): void {
    this.#putOff.set(order, order.direction === 'DOWN' ? -Infinity : Infinity);
  }

  /** Lets a limit that was met at `share` wait until its fill side is better by a whole point. */
  putOffToBetter(order: RestingOrder, share: Share): void {
    const { bid, ask } = this.#leg.quoteAt(share);
    this.#putOff.set(order, order.direction === 'DOWN' ? ask - 1 : bid + 1);
  }

  /** All orders that the leg may meet: each side moves one way, so one of its ends has reached them. */
  #candidates(): readonly RestingOrder[] {
    const { from, to } = this.#leg;
    const atEnd = this.#touchedBy(to.bid, to.ask);
    const atStart = this.#touchedBy(from.bid, from.ask);
    return atStart.length === 0 ? atEnd : [...atStart, ...atEnd];
  }

  #touchedBy(bid: number, ask: number): readonly RestingOrder[] {
    return this.#resting.touches(bid, ask) ? this.#resting.triggered(bid, ask) : NO_ORDERS;
  }

  #dueAt(order: RestingOrder, at: Share): Share | undefined {
    const { side, direction, level, isRest = false } = order;
    if (isRest) return this.#crossingOf(order, at);
    const span = this.#leg.reached(side, direction, level);
    const limit = this.#putOff.get(order) ?? this.#limitOf(order);
    const allowed =
      limit === undefined ? span : this.#leg.reached(fillSide(direction), direction, limit);
    const due = span && allowed && commonSpan(span, allowed);
    if (due === undefined || compareShares(due.to, at) < 0) return undefined;
    return laterShare(due.from, at);
  }

  /** A rest is met where the price passes its own price, whichever way the price goes. */
  #crossingOf(order: RestingOrder, at: Share): Share | undefined {
    if (!this.#rests.has(order) || this.#putOff.has(order)) return undefined;
    const share = this.#leg.crossing(order.side, order.level);
    return share === undefined || compareShares(share, at) < 0 ? undefined : share;
  }
}

const NO_ORDERS: readonly RestingOrder[] = [];

/** The side at which a limit fills: one that waits for lower prices buys. */
export function fillSide(direction: TriggerDirection): TriggerSide {
  return direction === 'DOWN' ? 'ASK' : 'BID';
}

function isBefore(one: DueOrder, other: DueOrder): boolean {
  const order = compareShares(one.share, other.share);
  if (order !== 0) return order < 0;
  const [left, right] = [one.order, other.order];
  return (
    left.orderID < right.orderID || (left.orderID === right.orderID && left.account < right.account)
  );
}
