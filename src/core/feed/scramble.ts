/**
 * Another future: the same ticks up to an instant, and from then on the same times and spreads at
 * other prices. What a strategy did before the instant may not depend on which future came.
 */

import type { Prng } from '../base/prng.js';
import type { TickColumns } from '../market/tick.js';
import type { Instant } from '../time/instant.js';

/** Each move is multiplied by a whole number drawn from this one's negative to itself. */
const LARGEST_FACTOR = 2;

/**
 * The columns with other prices after `at`. Prices go on from where they stood, by the moves of the
 * ticks turned round and stretched at random, between half and double of what they were.
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
