/**
 * Takes quiet ticks one by one, for a subscriber to every tick. Invariant: the state after each tick
 * equals that of `stepTick`. Decision 0012.
 */

import type { FeedMerge } from '../../feed/merge.js';
import type { Instant } from '../../time/instant.js';
import { dueTime, type Stage } from '../state/stage.js';
import { bandOf } from './bands.js';
import { stepQuiet } from './step-quiet.js';

/**
 * Takes the ticks of `feed` before `limit` (microseconds) while they are quiet.
 * @returns the number of ticks taken.
 */
export function walkQuiet(stage: Stage, feed: FeedMerge, limit: number): number {
  return feed.walk(limit, (rows, from, to) => {
    const { time, bid, ask } = rows.columns;
    const band = bandOf(stage, rows.source);
    let row = from;
    for (; row < to; row++) {
      const at = time[row] as Instant;
      // A subscriber may have sent a command; if it is due, it comes first.
      if (at >= dueTime(stage) || !band.holds(bid[row] as number, ask[row] as number)) break;
      stepQuiet(stage, rows, row);
    }
    return row - from;
  });
}
