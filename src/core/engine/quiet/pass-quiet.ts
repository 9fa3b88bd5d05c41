/**
 * Passes quiet ticks: ticks before the next event that cannot affect an order, a trailing stop, a
 * margin line or a subscriber. Only the last tick of each instrument is used, as its quote. Candles
 * that end meanwhile are announced at their ends. Invariant: the result equals that of `stepTick`
 * on each tick, byte for byte; property tests compare the two. Decision 0012.
 */

import type { CandleSeries } from '../../candle/series.js';
import type { FeedMerge } from '../../feed/merge.js';
import type { PassListener } from '../../feed/source-cursor.js';
import { instant } from '../../time/instant.js';
import { setQuote } from '../state/engine-state.js';
import type { Stage } from '../state/stage.js';
import { bandOf, comesFromOutside } from './bands.js';

/**
 * Passes quiet ticks of `feed` before `limit` (microseconds) and before the next event. No listener
 * is called, except for candles.
 * @returns the number of ticks passed.
 */
export function passQuiet(stage: Stage, feed: FeedMerge, limit: number): number {
  const { state, subscriptions, passage } = stage;
  const { queue } = state;
  let until = Math.min(limit, queue.peekTime());
  if (feed.peekTime() >= until) return 0;
  for (let slot = 0; slot < passage.bands.length; slot++) {
    bandOf(stage, slot);
    if (passage.outside[slot] === 1) until = Math.min(until, firstLegTime(stage, feed, slot));
  }
  const onPassed = takeRowsOf(stage);
  // Up to here every tick is quiet, and there is no event unless a subscriber makes one.
  const calm = feed.calmUntil(until, passage.bands);
  let passed = 0;
  for (;;) {
    passed += subscriptions.passAlone(state, feed, calm, stage.outputs);
    const end = subscriptions.endIn(feed, calm);
    const due = queue.peekTime();
    if (end >= Math.min(calm, due)) {
      return passed + quoted(stage, feed.pass(Math.min(until, due, end), passage.bands, onPassed));
    }
    passed += subscriptions.passRows(state, feed, end);
    passed += quoted(stage, feed.passTo(end, onPassed));
    state.clock.advanceTo(instant(end));
    subscriptions.close(state, stage.outputs);
  }
}

/** The time of the next row of `slot` if it ends a leg from outside the band; Infinity otherwise. */
function firstLegTime(stage: Stage, feed: FeedMerge, slot: number): number {
  const head = feed.headOf(slot);
  if (head.window === undefined) return Number.POSITIVE_INFINITY;
  const isOutside = comesFromOutside(stage, slot, head.load(), head.row);
  return isOutside ? head.time : Number.POSITIVE_INFINITY;
}

/** Puts rows that are passed into the price series; the last of them will be quoted. */
function takeRowsOf({ state, subscriptions, passage }: Stage): PassListener {
  return (slot, window, from, to) => {
    const series = state.candles[slot] as CandleSeries;
    if (subscriptions.awaitsTick(slot)) {
      subscriptions.open(slot, window.columns(), from, series.length);
    }
    series.append(window, from, to);
    passage.windows[slot] = window;
    passage.rows[slot] = to - 1;
  };
}

/**
 * Sets the quote of each instrument to the last row passed, and the clock to the latest of them.
 * @returns `passed`, the number of rows.
 */
function quoted({ state, passage }: Stage, passed: number): number {
  if (passed === 0) return 0;
  let latest: number = state.clock.now;
  for (let slot = 0; slot < passage.windows.length; slot++) {
    const window = passage.windows[slot];
    if (window === undefined) continue;
    passage.windows[slot] = undefined;
    setQuote(state, slot, window.columns(), passage.rows[slot] as number);
    latest = Math.max(latest, state.quotes.time[slot] as number);
  }
  state.clock.advanceTo(instant(latest));
  return passed;
}
