/**
 * The walk over a leg of a path: at the instant of a row that ends a leg, the quote passes from the
 * point before to the row through every price, and everything that waits is reached in the order of
 * the share. Only this file defines the order of events within a leg: trades that waited for their
 * market, then at each share the orders, and then margin and rules of risk. Inserted quotes are no
 * ticks: no candle has them and no listener of ticks is called. Source: docs/reference/semantics.md
 * 4.11, decision 0063.
 */

import { decimal } from '../base/decimal.js';
import { nearestPoints } from '../market/points.js';
import { ORDER_TYPES } from '../order/order-types.js';
import type { RestingOrder, RestingOrders } from '../order/resting-orders.js';
import type { Instant } from '../time/instant.js';
import { Leg, type PointQuote } from './leg/leg.js';
import { type DueOrder, fillSide, LegOrders } from './leg/leg-orders.js';
import { compareShares, END, earlierShare, type Share, START } from './leg/share.js';
import type { EngineState } from './state/engine-state.js';
import type { Stage } from './state/stage.js';
import { checkMargins, closeWaiting, meetOrder } from './tick-phases.js';

/**
 * Owns the walk of one instrument over one leg: the next order that is due. `pass` and `arrive`
 * move it on. Always: the quote never moves backwards on the leg.
 */
export class LegWalk {
  readonly #stage: Stage;
  readonly #slot: number;
  readonly #time: Instant;
  readonly #leg: Leg;
  readonly #resting: RestingOrders;
  readonly #orders: LegOrders;
  /** The order that is met next, while the ledger has `#known` entries. */
  #next: DueOrder | undefined;
  #known = -1;

  /**
   * @param from - the quote at the point before. The quote of the instrument is the end of the leg,
   * and its market is open.
   */
  constructor(stage: Stage, slot: number, from: PointQuote) {
    const { state } = stage;
    const to = { bid: state.quotes.bidPoints(slot), ask: state.quotes.askPoints(slot) };
    this.#stage = stage;
    this.#slot = slot;
    this.#time = state.clock.now;
    this.#leg = new Leg(from, to);
    this.#resting = state.resting[slot] as RestingOrders;
    this.#orders = new LegOrders(this.#resting, this.#leg, order => limitOf(state, slot, order));
  }

  /** Walks up to the end of the leg, exclusive. The quote is that of the end again. */
  pass(): void {
    let at: Share | undefined = START;
    this.#stand(at);
    if (this.#stage.state.delayed > 0) closeWaiting(this.#stage, this.#slot, this.#time);
    while (at !== undefined) {
      this.#meet(at);
      this.#checkMargins(at);
      at = this.#after(at);
      this.#stand(at ?? END);
    }
  }

  /** Meets the orders that are due at the end of the leg. */
  arrive(): void {
    this.#meet(END);
  }

  /** Quotes the prices at `share`; trailing stops follow. */
  #stand(share: Share): void {
    const { quotes } = this.#stage.state;
    const { bid, ask } = this.#leg.quoteAt(share);
    quotes.bid[this.#slot] = bid;
    quotes.ask[this.#slot] = ask;
    if (!this.#resting.hasTrailing) return;
    this.#resting.trailBetween(this.#leg.floorsAt(share), this.#leg.ceilsAt(share));
  }

  /** Meets the orders that are due at `share`, those that a fill there makes among them. */
  #meet(share: Share): void {
    for (;;) {
      const due = this.#due(share);
      if (due === undefined || compareShares(due.share, share) > 0) return;
      const settled = meetOrder(this.#stage, due.order, this.#time);
      if (settled === 'waitsForPrice') this.#orders.putOffToBetter(due.order, share);
      else if (settled !== 'ended') this.#orders.putOff(due.order);
      this.#known = -1;
    }
  }

  #checkMargins(share: Share): void {
    const { lines } = this.#stage.state;
    if (this.#leg.isWholePoint(share)) {
      const { bid, ask } = this.#leg.quoteAt(share);
      lines.cross(this.#slot, bid, ask);
    }
    if (lines.isAnyTouched) checkMargins(this.#stage, this.#time);
  }

  /** The next share after `share` and before the end at which something is due. */
  #after(share: Share): Share | undefined {
    const due = this.#due(share)?.share;
    const order = due !== undefined && compareShares(due, END) < 0 ? due : undefined;
    const line = this.#leg.firstOutside(this.#stage.state.lines.bandOf(this.#slot), share);
    return order === undefined || line === undefined ? (order ?? line) : earlierShare(order, line);
  }

  #due(share: Share): DueOrder | undefined {
    const { length } = this.#stage.state.ledger;
    if (this.#known !== length) {
      this.#known = length;
      this.#next = this.#orders.next(share);
    }
    return this.#next;
  }
}

/**
 * The price in points that the fill side of a limit must allow, where the limit watches another side;
 * undefined for other orders.
 */
function limitOf({ cells, quotes }: EngineState, slot: number, resting: RestingOrder) {
  if (resting.side === fillSide(resting.direction)) return undefined;
  const order = cells[resting.account]?.state.pendingOrders.get(resting.orderID);
  if (order === undefined || ORDER_TYPES[order.type].trigger !== 'limit') return undefined;
  const price = 'price' in order.creation ? (order.creation.price ?? '0') : '0';
  return nearestPoints(decimal(price), quotes.instrument(slot).displayPrecision);
}
