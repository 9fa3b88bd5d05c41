/**
 * Whether an order that is meant to wait would trigger at once, because its price is on the wrong side
 * of the market. Floats, because the answer is a warning: the server decides. Pure.
 * Source: v20 semantics 3.3.
 */

import type { Quote } from '../wire/types.js';

/** What is read of an order. */
export interface OrderAtOnce {
  readonly type: string;
  /** Which side it fills; an order that closes a long trade sells. */
  readonly side: 'buy' | 'sell';
  readonly price: string;
  readonly triggerCondition?: string | undefined;
}

/** Types that wait for a better price, and those that wait for a worse one. */
const BETTER = ['LIMIT', 'TAKE_PROFIT'];
const WORSE = ['STOP', 'STOP_LOSS', 'GUARANTEED_STOP_LOSS'];
const CLOSES = /^(?:TAKE_PROFIT|STOP_LOSS|GUARANTEED_STOP_LOSS)$/;

/** What would happen at once, in a sentence; undefined when the order waits or no quote is known. */
export function atOnceText(order: OrderAtOnce, quote: Quote | undefined): string | undefined {
  const { type, side, price } = order;
  if (quote === undefined || price === '') return undefined;
  const { name, value, text } = marketOf(order, quote);
  const isBelow = Number(price) <= value;
  const isAbove = Number(price) >= value;
  const isBetter = side === 'sell' ? isBelow : isAbove;
  const isWorse = side === 'sell' ? isAbove : isBelow;
  const isAtOnce = (BETTER.includes(type) && isBetter) || (WORSE.includes(type) && isWorse);
  if (!isAtOnce) return undefined;
  const does = CLOSES.test(type) ? 'closes the trade' : 'fills';
  return `The ${name} is ${text}: an order at ${price} ${does} at once.`;
}

/**
 * The price that triggers the order: for buys the ask, for sells the bid, unless the order states
 * another.
 */
function marketOf({ side, triggerCondition = 'DEFAULT' }: OrderAtOnce, { bid, ask }: Quote) {
  const natural = side === 'buy' ? 'ASK' : 'BID';
  const inverse = side === 'buy' ? 'BID' : 'ASK';
  const asked = { DEFAULT: natural, INVERSE: inverse }[triggerCondition] ?? triggerCondition;
  if (asked === 'MID') {
    const value = (Number(bid) + Number(ask)) / 2;
    return { name: 'mid price', value, text: String(Number(value.toPrecision(12))) };
  }
  return asked === 'ASK'
    ? { name: 'ask', value: Number(ask), text: ask }
    : { name: 'bid', value: Number(bid), text: bid };
}
