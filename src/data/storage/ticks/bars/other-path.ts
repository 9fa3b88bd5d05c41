/**
 * Ticks that were made from bars, on another path: the two extremes of a bar change places where the
 * path asks for it. The rows keep their times, spreads and numbers of prices. A bar of which a row is
 * missing stays as it is.
 */

import type { TickColumns } from '../../../../core/market/tick.js';
import { type BarPrice, isHighFirst, type PathOrder } from './bar-options.js';

/** What the path is chosen by: one price of a quote in points; of both sides their sum. */
const PRICE_OF: Readonly<Record<BarPrice, (bid: number, ask: number) => number>> = {
  bid: bid => bid,
  ask: (_, ask) => ask,
  mid: (bid, ask) => bid + Math.floor((ask - bid) / 2),
  'bid-ask': (bid, ask) => bid + ask,
};

/** The ticks on that path. @param price - the prices that the bars had. */
export function onPath(columns: TickColumns, path: PathOrder, price: BarPrice): TickColumns {
  const { leg, length } = columns;
  if (leg === undefined) return columns;
  const bid = columns.bid.slice();
  const ask = columns.ask.slice();
  const priceAt = (row: number) => PRICE_OF[price](bid[row] as number, ask[row] as number);
  for (let row = 0; row + 3 < length; row++) {
    if (!isWholeBar(leg, row)) continue;
    const [open, one, other] = [priceAt(row), priceAt(row + 1), priceAt(row + 2)];
    const wanted = isHighFirst(path, open, Math.max(one, other), Math.min(one, other));
    if (one !== other && wanted !== one > other) swap(bid, ask, row + 1, price);
  }
  return { ...columns, bid, ask };
}

/** Whether a bar begins at this row: a jump and three legs, with no fourth. */
function isWholeBar(leg: Uint8Array, row: number): boolean {
  const [open, first, second, close] = leg.subarray(row, row + 4);
  return open === 0 && first === 1 && second === 1 && close === 1 && leg[row + 4] !== 1;
}

/** Exchanges the prices of a row and the next; a spread that is not the bars' own stays at its time. */
function swap(bid: Int32Array, ask: Int32Array, row: number, price: BarPrice): void {
  const [bidOne, bidOther] = [bid[row] as number, bid[row + 1] as number];
  const [askOne, askOther] = [ask[row] as number, ask[row + 1] as number];
  const put = (at: number, bidPoints: number, askPoints: number) => {
    bid[at] = bidPoints;
    ask[at] = askPoints;
  };
  if (price === 'bid-ask') {
    put(row, bidOther, askOther);
    put(row + 1, bidOne, askOne);
    return;
  }
  const value = PRICE_OF[price];
  const by = value(bidOther, askOther) - value(bidOne, askOne);
  put(row, bidOne + by, askOne + by);
  put(row + 1, bidOther - by, askOther - by);
}
