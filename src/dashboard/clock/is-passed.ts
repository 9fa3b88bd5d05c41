/** Whether the mid price passes a price from one quote to the next. Floats: it stops time, and no more. Pure. */

import type { Quote } from '../wire/types.js';

export function isPassed(before: Quote, now: Quote, price: string): boolean {
  const [from, to, at] = [middle(before), middle(now), Number(price)];
  return (from < at && to >= at) || (from > at && to <= at);
}

function middle({ bid, ask }: Quote): number {
  return (Number(bid) + Number(ask)) / 2;
}
