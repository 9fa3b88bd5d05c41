/**
 * When an order's price is reached, and how a trailing value follows. Scans nothing by itself.
 * Source: v20 semantics 4.1, 4.8.
 * Ambiguity: a MARKET_IF_TOUCHED order whose price equals its initial market price counts as
 * touched on every later tick too, should it not have been filled at once.
 */

import { midOf } from '../numbers/convert.js';
import { larger, type Rational, smaller, ZERO } from '../numbers/rational.js';
import { type Order, type Quote, quoteOf, type World } from '../numbers/state.js';

/** Whether the order's fill buys: positive units, or the close of a short trade. */
export function buys(order: Pick<Order, 'trade' | 'units'>): boolean {
  return order.trade === undefined ? order.units.sign > 0 : order.trade.units.sign < 0;
}

/** The price that the order compares with its own. */
export function comparedPrice(
  quote: Quote,
  order: Pick<Order, 'trade' | 'units' | 'triggerCondition'>,
): Rational {
  const buying = buys(order);
  switch (order.triggerCondition) {
    case 'DEFAULT':
      return buying ? quote.ask : quote.bid;
    case 'INVERSE':
      return buying ? quote.bid : quote.ask;
    case 'BID':
      return quote.bid;
    case 'ASK':
      return quote.ask;
    case 'MID':
      return midOf(quote);
  }
}

/** Whether the order's trigger holds at the latest quote; the caller knows that it is tradeable. */
export function isTriggered(world: World, order: Order): boolean {
  const p = comparedPrice(quoteOf(world, order.instrument), order);
  const price = order.type === 'TRAILING_STOP_LOSS' ? order.trailingValue : order.price;
  if (price === undefined) return false;
  const reachedAbove = p.compare(price) >= 0;
  const reachedBelow = p.compare(price) <= 0;
  const buying = buys(order);
  switch (order.type) {
    case 'LIMIT':
    case 'TAKE_PROFIT':
      return (buying ? reachedBelow : reachedAbove) && isPromiseKept(world, order, price);
    case 'MARKET_IF_TOUCHED': {
      const side = price.compare(order.initialPrice ?? ZERO);
      if (side === 0) return true;
      return side < 0 ? reachedBelow : reachedAbove;
    }
    default:
      return buying ? reachedAbove : reachedBelow;
  }
}

/** Whether the side that would fill, whichever triggers, is at the limit or better (semantics 4.1). */
function isPromiseKept(world: World, order: Order, limit: Rational): boolean {
  const { bid, ask } = quoteOf(world, order.instrument);
  return buys(order) ? !ask.moreThan(limit) : !bid.lessThan(limit);
}

/** Moves a trailing value with the trigger side; it never loosens. */
export function moveTrailingValue(world: World, order: Order): void {
  const { distance, trailingValue } = order;
  if (distance === undefined || trailingValue === undefined) return;
  const p = comparedPrice(quoteOf(world, order.instrument), order);
  order.trailingValue = buys(order)
    ? smaller(trailingValue, p.plus(distance))
    : larger(trailingValue, p.minus(distance));
}
