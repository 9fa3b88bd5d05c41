/**
 * Takes quiet ticks of instruments that take turns. Each tick is of another instrument than the one
 * before, so what a tick is compared with lies side by side for all of them. Quote, clock and price
 * series are written at each tick that a subscriber gets. Without a subscriber nothing reads them
 * before the walk ends, and they are written then. Decision 0054.
 */

import type { CandleSeries } from '../../candle/series.js';
import type { MergedTicks } from '../../feed/merge.js';
import type { TickRows } from '../../market/tick.js';
import type { Instant } from '../../time/instant.js';
import { setQuote } from '../state/engine-state.js';
import { dueTime, type Stage } from '../state/stage.js';
import { bandOf, isQuiet } from './bands.js';
import { stepQuiet } from './step-quiet.js';

/** Takes `ticks` while they are quiet. @returns their number. */
export function takeMerged(stage: Stage, ticks: MergedTicks): number {
  const { order, from, to, sources, next } = ticks;
  const { packed } = stage.passage;
  packed.clear();
  const isHeard = stage.outputs.onTick !== undefined;
  let due = dueTime(stage);
  let at = from;
  for (; at < to; at++) {
    const slot = order[at] as number;
    const rows = sources[slot] as TickRows;
    const row = next[slot] as number;
    const { columns } = rows;
    const { time, bid, ask } = columns;
    if ((time[row] as number) >= due) break;
    if (packed.holds(slot, bid[row] as number, ask[row] as number)) {
      next[slot] = row + 1;
      if (!isHeard) continue;
      tell(stage, rows, row);
    } else {
      if (!isQuiet(stage, slot, columns, row)) break;
      next[slot] = row + 1;
      takeFirst(stage, rows, row);
    }
    // A subscriber may have sent a command, or the tick has begun a candle; if it is due, it comes first.
    due = dueTime(stage);
  }
  if (!isHeard && at > from) settle(stage, ticks);
  return at - from;
}

/** Takes the first tick of an instrument in this walk, or one of an instrument that does not trade. */
function takeFirst(stage: Stage, rows: TickRows, row: number): void {
  const { source: slot } = rows;
  const { passage, state } = stage;
  stepQuiet(stage, rows, row);
  if (state.quotes.tradeable[slot] !== 1) return;
  passage.packed.put(slot, bandOf(stage, slot));
  passage.rows[slot] = row + 1;
}

/** Takes a tick that begins no candle, of an instrument that trades. */
function tell({ state, outputs }: Stage, { source: slot, window, columns }: TickRows, row: number) {
  const { clock, quotes, candles } = state;
  const time = columns.time[row] as Instant;
  clock.advanceTo(time);
  setQuote(state, slot, columns, row);
  (candles[slot] as CandleSeries).append(window, row, row + 1);
  outputs.onTick?.(slot, time, quotes.bid[slot] as number, quotes.ask[slot] as number);
}

/** Writes what the ticks after the first one of each instrument have changed. */
function settle({ state, passage }: Stage, { sources, next }: MergedTicks): void {
  let latest: number = state.clock.now;
  for (const { source: slot, window, columns } of sources) {
    const from = passage.rows[slot] as number;
    const to = next[slot] as number;
    if (!passage.packed.has(slot) || to === from) continue;
    (state.candles[slot] as CandleSeries).append(window, from, to);
    setQuote(state, slot, columns, to - 1);
    latest = Math.max(latest, state.quotes.time[slot] as number);
  }
  state.clock.advanceTo(latest as Instant);
}
