/**
 * Takes quiet ticks one by one, for a subscriber to every tick. The rows belong to one instrument,
 * and values that stay the same from row to row are read once. Invariant: the state after each row
 * equals that of `stepTick`. Decision 0012.
 */

import type { FeedMerge } from '../../feed/merge.js';
import type { TickRows } from '../../market/tick.js';
import type { Instant } from '../../time/instant.js';
import { dueTime, type Stage } from '../state/stage.js';
import { bandOf } from './bands.js';
import { stepQuiet } from './step-quiet.js';

/**
 * Takes the rows after the current row of `feed`, up to `end` (exclusive), while they are quiet.
 * @returns the number of rows taken.
 */
export function walkQuiet(stage: Stage, feed: FeedMerge, end: number): number {
  const rows = feed as TickRows;
  const { time, bid, ask } = rows.columns;
  const band = bandOf(stage, rows.source);
  const first = feed.row + 1;
  let row = first;
  for (; row < end; row++) {
    const at = time[row] as Instant;
    // A subscriber may have sent a command; if it is due, it comes first.
    if (at >= dueTime(stage) || !band.holds(bid[row] as number, ask[row] as number)) break;
    stepQuiet(stage, rows, row);
  }
  return row - first;
}
