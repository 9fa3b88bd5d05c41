/**
 * The resting orders of one instrument, indexed by trigger price: six sorted lists, one for each
 * watched side and direction. A tick costs one comparison per non-empty list, however many orders
 * rest. Accounts are slots and orders are ids here. Invariant I26: `triggered` finds the same
 * orders as a scan of all orders.
 */

import { assert } from '../base/assert.js';
import { countWhile } from '../base/bisect.js';
import type { QuietBand } from '../market/quiet-band.js';
import { isReached, type SidePrices, type TriggerDirection, type TriggerSide } from './trigger.js';

/** One resting order in the index. */
export interface RestingOrder {
  /** Slot of the account. */
  readonly account: number;
  readonly orderID: number;
  readonly side: TriggerSide;
  readonly direction: TriggerDirection;
  /** The trigger level, in units of `side`; the level of a trailing stop moves. */
  level: number;
  /** Only for trailing stops: distance from the watched price, in units of `side`. */
  readonly distance?: number;
  /**
   * Distance from the order's price to the level that the market must reach first, in units of `side`
   * (`limitPenetration`); default: 0.
   */
  readonly penetration?: number;
  /** Only for MARKET_IF_TOUCHED: the watched price when the order was made, in points. */
  readonly initialMarketPrice?: number;
  /**
   * Whether it is the rest of an order that the depth filled in part. On a leg of a path a rest waits
   * at its price, however far the price has passed it.
   */
  readonly isRest?: boolean;
}

const SIDES: readonly TriggerSide[] = ['BID', 'ASK', 'MID'];

/**
 * Owns the orders that wait on one side in one direction, sorted: the last one triggers first.
 * `add` and `remove` keep the order.
 */
class TriggerList {
  readonly direction: TriggerDirection;
  readonly orders: RestingOrder[] = [];
  /** The level that the price must reach before any order of the list triggers. */
  nearest: number;

  constructor(direction: TriggerDirection) {
    this.direction = direction;
    this.nearest = never(direction);
  }

  add(order: RestingOrder): void {
    this.orders.splice(this.#position(order.level), 0, order);
    this.#refresh();
  }

  remove(order: RestingOrder): void {
    let at = this.#position(order.level);
    while (at < this.orders.length && this.orders[at] !== order) at++;
    assert(at < this.orders.length, 'Invariant: an indexed order is in its list');
    this.orders.splice(at, 1);
    this.#refresh();
  }

  /** The first position whose level is at least as near as `level`. */
  #position(level: number): number {
    return countWhile(this.orders.length, at => {
      const other = (this.orders[at] as RestingOrder).level;
      return this.direction === 'DOWN' ? other < level : other > level;
    });
  }

  #refresh(): void {
    this.nearest = this.orders.at(-1)?.level ?? never(this.direction);
  }
}

function never(direction: TriggerDirection): number {
  return direction === 'DOWN' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/**
 * Owns the index of the resting orders of one instrument. `add`, `place`, `remove` and `trail`
 * change it. Always: each order is in one list, at its level.
 */
export class RestingOrders {
  readonly #bidDown = new TriggerList('DOWN');
  readonly #bidUp = new TriggerList('UP');
  readonly #askDown = new TriggerList('DOWN');
  readonly #askUp = new TriggerList('UP');
  readonly #midDown = new TriggerList('DOWN');
  readonly #midUp = new TriggerList('UP');
  readonly #byKey = new Map<string, RestingOrder>();
  readonly #trailing = new Map<string, RestingOrder>();
  /** Watched prices beyond which a trailing stop moves, by side; half points for MID. */
  readonly #trailAbove = { BID: Infinity, ASK: Infinity, MID: Infinity };
  readonly #trailBelow = { BID: -Infinity, ASK: -Infinity, MID: -Infinity };

  get size(): number {
    return this.#byKey.size;
  }

  get(account: number, orderID: number): RestingOrder | undefined {
    return this.#byKey.get(key(account, orderID));
  }

  add(order: RestingOrder): void {
    const id = key(order.account, order.orderID);
    assert(!this.#byKey.has(id), 'Invariant: an order rests once');
    this.#byKey.set(id, order);
    this.#list(order).add(order);
    if (order.distance !== undefined) {
      this.#trailing.set(id, order);
      this.#refreshTrail(order.side);
    }
  }

  /** Puts `order` at its place. An older entry of the same order is replaced. */
  place(order: RestingOrder): void {
    this.remove(order.account, order.orderID);
    this.add(order);
  }

  /** Removes the order if it rests here. A market order never rests. */
  remove(account: number, orderID: number): void {
    const id = key(account, orderID);
    const order = this.#byKey.get(id);
    if (order === undefined) return;
    this.#byKey.delete(id);
    this.#list(order).remove(order);
    if (this.#trailing.delete(id)) this.#refreshTrail(order.side);
  }

  get hasTrailing(): boolean {
    return this.#trailing.size > 0;
  }

  /** Whether a tick triggers any order. This is the whole cost of a quiet tick. */
  touches(bid: number, ask: number): boolean {
    return (
      bid <= this.#bidDown.nearest ||
      bid >= this.#bidUp.nearest ||
      ask <= this.#askDown.nearest ||
      ask >= this.#askUp.nearest ||
      bid + ask <= this.#midDown.nearest ||
      bid + ask >= this.#midUp.nearest
    );
  }

  /** Whether a tick moves a trailing stop. */
  trails(bid: number, ask: number): boolean {
    return (
      this.#trailing.size > 0 &&
      (bid > this.#trailAbove.BID ||
        bid < this.#trailBelow.BID ||
        ask > this.#trailAbove.ASK ||
        ask < this.#trailBelow.ASK ||
        bid + ask > this.#trailAbove.MID ||
        bid + ask < this.#trailBelow.MID)
    );
  }

  /** Narrows `band` to prices that trigger no order and move no trailing stop. */
  narrow(band: QuietBand): void {
    const { BID: bidAbove, ASK: askAbove, MID: midAbove } = this.#trailAbove;
    const { BID: bidBelow, ASK: askBelow, MID: midBelow } = this.#trailBelow;
    band.bidLow = Math.max(band.bidLow, this.#bidDown.nearest + 1, bidBelow);
    band.bidHigh = Math.min(band.bidHigh, this.#bidUp.nearest - 1, bidAbove);
    band.askLow = Math.max(band.askLow, this.#askDown.nearest + 1, askBelow);
    band.askHigh = Math.min(band.askHigh, this.#askUp.nearest - 1, askAbove);
    band.sumLow = Math.max(band.sumLow, this.#midDown.nearest + 1, midBelow);
    band.sumHigh = Math.min(band.sumHigh, this.#midUp.nearest - 1, midAbove);
  }

  /**
   * Moves each trailing stop that the price has left behind. A stop never moves away from the
   * price.
   */
  trail(bid: number, ask: number): void {
    const watched = { BID: bid, ASK: ask, MID: bid + ask };
    this.trailBetween(watched, watched);
  }

  /**
   * Moves trailing stops as `trail` does, at prices between two points. The ledger does not have these
   * moves; data/figures/by-tick/trailing-stops.ts finds them again for charts, by samples of the ticks.
   * @param below - the point below each price, for stops that follow a rising price.
   * @param above - the point above each price, for stops that follow a falling price.
   */
  trailBetween(below: SidePrices, above: SidePrices): void {
    for (const order of this.#trailing.values()) {
      const price = (order.direction === 'DOWN' ? below : above)[order.side];
      const distance = order.distance as number;
      const level = order.direction === 'DOWN' ? price - distance : price + distance;
      const tightens = order.direction === 'DOWN' ? level > order.level : level < order.level;
      if (!tightens) continue;
      const list = this.#list(order);
      list.remove(order);
      order.level = level;
      list.add(order);
    }
    for (const side of SIDES) this.#refreshTrail(side);
  }

  /** Orders whose level the price has reached, by account and then by order id. */
  triggered(bid: number, ask: number): RestingOrder[] {
    const found: RestingOrder[] = [];
    collect(this.#bidDown, bid, found);
    collect(this.#bidUp, bid, found);
    collect(this.#askDown, ask, found);
    collect(this.#askUp, ask, found);
    collect(this.#midDown, bid + ask, found);
    collect(this.#midUp, bid + ask, found);
    return found.sort((a, b) => a.account - b.account || a.orderID - b.orderID);
  }

  /** All resting orders, by account and then by order id. */
  all(): RestingOrder[] {
    return [...this.#byKey.values()].sort((a, b) => a.account - b.account || a.orderID - b.orderID);
  }

  clone(): RestingOrders {
    const copy = new RestingOrders();
    for (const order of this.all()) copy.add({ ...order });
    return copy;
  }

  #list({ side, direction }: RestingOrder): TriggerList {
    if (side === 'BID') return direction === 'DOWN' ? this.#bidDown : this.#bidUp;
    if (side === 'ASK') return direction === 'DOWN' ? this.#askDown : this.#askUp;
    return direction === 'DOWN' ? this.#midDown : this.#midUp;
  }

  #refreshTrail(side: TriggerSide): void {
    let above = Infinity;
    let below = -Infinity;
    for (const order of this.#trailing.values()) {
      if (order.side !== side) continue;
      const distance = order.distance as number;
      if (order.direction === 'DOWN') above = Math.min(above, order.level + distance);
      else below = Math.max(below, order.level - distance);
    }
    this.#trailAbove[side] = above;
    this.#trailBelow[side] = below;
  }
}

function key(account: number, orderID: number): string {
  return `${account}:${orderID}`;
}

function collect(list: TriggerList, watched: number, found: RestingOrder[]): void {
  for (let at = list.orders.length - 1; at >= 0; at--) {
    const order = list.orders[at] as RestingOrder;
    if (!isReached(list.direction, watched, order.level)) return;
    found.push(order);
  }
}
