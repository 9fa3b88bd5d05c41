/**
 * Takes the ticks of a walk one by one.
 */

import type { TickTaker } from '../../../src/core/feed/merge.js';
import type { TickRows } from '../../../src/core/market/tick.js';

/** A taker that asks `takes` about each tick, and leaves the first that it refuses. */
export function eachTick(takes: (rows: TickRows, row: number) => boolean): TickTaker {
  return {
    takeRun(rows, from, to) {
      let row = from;
      while (row < to && takes(rows, row)) row += 1;
      return row - from;
    },
    takeMerged({ order, from, to, sources, next }) {
      for (let at = from; at < to; at++) {
        const source = order[at] as number;
        const rows = sources[source] as TickRows;
        const row = next[source] as number;
        if (!takes(rows, row)) return at - from;
        next[source] = row + 1;
      }
      return to - from;
    },
  };
}
