/**
 * Another future: the same ticks up to an instant; after it the same times and spreads at other
 * prices. Before that instant a strategy must act the same in both futures.
 */

import type { Prng } from '../base/prng.js';
import type { TickColumns } from '../market/tick.js';
import type { Instant } from '../time/instant.js';

/** Each move is multiplied by a random integer from -2 to 2. */
const LARGEST_FACTOR = 2;

/**
 * The columns with other prices after `at`. The new price starts at the last price before it. Each
 * move of the ticks is multiplied by a random factor. A move that would take the price below half
 * or above double of that last price is left out.
 */
export function scrambleAfter(columns: TickColumns, at: Instant, random: Prng): TickColumns {
  const bid = columns.bid.slice();
  const ask = columns.ask.slice();
  const first = columns.time.findIndex((time, row) => row > 0 && time > at);
  if (first < 0) return columns;
  const base = columns.bid[first - 1] as number;
  let now = base;
  for (let row = first; row < columns.length; row++) {
    const was = columns.bid[row] as number;
    const move = was - (columns.bid[row - 1] as number);
    const moved = now + move * random.nextInt(-LARGEST_FACTOR, LARGEST_FACTOR);
    if (moved * 2 >= base && moved <= base * 2) now = moved;
    bid[row] = now;
    ask[row] = now + (columns.ask[row] as number) - was;
  }
  return { ...columns, bid, ask };
}
