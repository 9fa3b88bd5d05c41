/**
 * Passes ticks that nobody needs to look at: ticks before the next event that can touch no order,
 * trailing stop, margin line, awaited candle or subscriber. Only the last tick of each instrument
 * is used, as its quote. Invariant: the result equals that of `stepTick` on each tick, byte for
 * byte; property tests compare the two. Decision 0012.
 */

import type { CandleSeries } from '../../candle/series.js';
import type { FeedMerge } from '../../feed/merge.js';
import { type Instant, instant } from '../../time/instant.js';
import { type Stage, setQuote } from '../state/stage.js';
import { bandOf } from './bands.js';

/**
 * Passes quiet ticks of `feed` before `limit` (microseconds) and before the next event. No listener
 * is told.
 * @returns the number of ticks passed.
 */
export function passQuiet(stage: Stage, feed: FeedMerge, limit: number): number {
  const { state, passage } = stage;
  const until = Math.min(limit, state.queue.peekTime());
  if (feed.peekTime() >= until) return 0;
  for (let slot = 0; slot < passage.bands.length; slot++) bandOf(stage, slot);
  const passed = feed.pass(until, passage.bands, (slot, window, from, to) => {
    passage.windows[slot] = window;
    passage.rows[slot] = to - 1;
    (state.candles[slot] as CandleSeries).append(window, from, to);
  });
  if (passed > 0) state.clock.advanceTo(quoteLast(stage));
  return passed;
}

/**
 * Sets the quote of each instrument to the last row passed. @returns the time of the latest row.
 */
function quoteLast({ state, passage }: Stage): Instant {
  let latest: number = state.clock.now;
  for (let slot = 0; slot < passage.windows.length; slot++) {
    const window = passage.windows[slot];
    if (window === undefined) continue;
    passage.windows[slot] = undefined;
    setQuote(state, slot, window.columns(), passage.rows[slot] as number);
    latest = Math.max(latest, state.quotes.time[slot] as number);
  }
  return instant(latest);
}
