/**
 * Taking quiet ticks one by one, for a subscriber on every tick: what `stepTick` does to a quiet
 * tick, over a run of rows of one instrument, with what stays the same looked up once.
 * Invariant: the state after each row is that of `stepTick`. Decision 0012.
 */

import type { CandleSeries } from '../candle/series.js';
import type { FeedMerge } from '../feed/merge.js';
import type { TickColumns, TickWindow } from '../market/tick.js';
import type { Instant } from '../time/instant.js';
import { bandOf } from './passage.js';
import { type Stage, setQuote } from './step.js';

/** Takes the rows after the current one of `feed`, up to `end`, while they are quiet. @returns how many. */
export function walkQuiet(stage: Stage, feed: FeedMerge, end: number): number {
  const { state, outputs } = stage;
  const { quotes, clock, queue } = state;
  const slot = feed.source;
  const window = feed.window as TickWindow;
  const columns = feed.columns as TickColumns;
  const { time, bid, ask } = columns;
  const isTradeable = quotes.tradeable[slot] === 1;
  const series = state.candles[slot] as CandleSeries;
  const band = bandOf(stage, slot);
  const first = feed.row + 1;
  let row = first;
  for (; row < end; row++) {
    const at = time[row] as Instant;
    // A subscriber may have sent a command: then its instant comes first.
    if (at >= queue.peekTime() || !band.holds(bid[row] as number, ask[row] as number)) break;
    clock.advanceTo(at);
    setQuote(state, slot, columns, row);
    if (!isTradeable) continue;
    series.append(window, row, row + 1);
    outputs.onTick?.(slot, at, quotes.bid[slot] as number, quotes.ask[slot] as number);
  }
  return row - first;
}
