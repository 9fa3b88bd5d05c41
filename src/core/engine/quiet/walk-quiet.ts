/**
 * Takes quiet ticks one by one, for a subscriber to every tick. Invariant: the state after each
 * tick that a subscriber gets equals that of `stepTick`. Decision 0012.
 */

import type { FeedMerge } from '../../feed/merge.js';
import type { TickRows } from '../../market/tick.js';
import { dueTime, type Stage } from '../state/stage.js';
import { bandOf, comesFromOutside } from './bands.js';
import { stepQuiet } from './step-quiet.js';
import { takeMerged } from './walk-merged.js';

/**
 * Takes the ticks of `feed` before `limit` (microseconds) while they are quiet.
 * @returns the number of ticks taken.
 */
export function walkQuiet(stage: Stage, feed: FeedMerge, limit: number): number {
  return feed.walk(limit, {
    takeRun: (rows, from, to) => takeRun(stage, rows, from, to),
    takeMerged: ticks => takeMerged(stage, ticks),
  });
}

/** Takes rows of one instrument from `from` up to `to` (exclusive) while they are quiet. */
function takeRun(stage: Stage, rows: TickRows, from: number, to: number): number {
  const { source, columns } = rows;
  const { time, bid, ask } = columns;
  const band = bandOf(stage, source);
  if (comesFromOutside(stage, source, columns, from)) return 0;
  let row = from;
  for (; row < to; row++) {
    // A subscriber may have sent a command; if it is due, it comes first.
    if ((time[row] as number) >= dueTime(stage)) break;
    if (!band.holds(bid[row] as number, ask[row] as number)) break;
    stepQuiet(stage, rows, row);
  }
  return row - from;
}
